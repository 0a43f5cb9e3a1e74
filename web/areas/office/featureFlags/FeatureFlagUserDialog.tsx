// Gives one user a feature, or keeps one user from it, whatever the company has.
import { SegmentedControl } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { FeatureFlag } from '#contract/featureFlags.ts';
import type { Person } from '#contract/users.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { FormLayout } from '#ui/FormLayout.tsx';
import { PersonPicker } from '#web/areas/identity/users/PersonPicker.tsx';
import { useFlagChange } from './useFlagChange.ts';

export function FeatureFlagUserDialog({ flag, onClose }: { flag: FeatureFlag; onClose: () => void }) {
  const change = useFlagChange();
  const [user, setUser] = useState<Person | null>(null);
  const [enabled, setEnabled] = useState(!flag.on);
  const [error, setError] = useState<string>();

  function save(event: FormEvent) {
    event.preventDefault();
    if (!user) return setError('Choose a user');
    const before = flag.users.find(({ id }) => id === user.id)?.enabled ?? null;
    change(flag, { user, enabled, before }, onClose);
  }

  return (
    <Dialog title={`${flag.title} for one user`} onClose={onClose}>
      <FormLayout submit="Save" onSubmit={save} onCancel={onClose}>
        <PersonPicker
          label="User"
          placeholder="Name or e-mail"
          data-autofocus
          value={user}
          error={error}
          onChange={(next) => {
            setUser(next);
            setError(undefined);
          }}
        />
        <SegmentedControl
          aria-label={flag.title}
          value={enabled ? 'on' : 'off'}
          onChange={(next) => setEnabled(next === 'on')}
          data={[
            { value: 'on', label: 'On' },
            { value: 'off', label: 'Off' },
          ]}
        />
      </FormLayout>
    </Dialog>
  );
}
