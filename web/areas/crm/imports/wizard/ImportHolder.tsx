// Chooses the holder of the new contacts: the importer, another person, or a pool.
import { SegmentedControl, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import type { ImportForm } from '#contract/imports.ts';
import { listAssignees, type Person } from '#contract/users.ts';
import { PersonPicker } from '#web/areas/identity/users/PersonPicker.tsx';

type Holder = Pick<ImportForm, 'owner' | 'pool'>;

export function ImportHolder({ form, onChange }: { form: Holder; onChange: (holder: Holder) => void }) {
  const me = useMe();
  const { data } = useQuery(queryOf(listAssignees, { query: { q: '', ids: [] } }));
  const [of, setOf] = useState<'people' | 'pools'>(form.pool ? 'pools' : 'people');
  const shown = form.pool ? 'pools' : of;
  const named = useNamed(form.pool?.value ?? form.owner);
  const others = me.can['contacts.assign_others'];
  const hasPools = (data?.pools.length ?? 0) > 0;
  if (!others && !hasPools) return null;

  return (
    <Stack gap="xs">
      {hasPools && (
        <SegmentedControl
          aria-label="Who gets them"
          value={shown}
          onChange={(next) => {
            setOf(next);
            onChange({ owner: null, pool: null });
          }}
          data={[
            { value: 'people', label: 'A person' },
            { value: 'pools', label: 'A pool' },
          ]}
        />
      )}
      {shown === 'pools' ? (
        <PersonPicker
          label="Pool"
          of="pools"
          placeholder="Choose a pool"
          error={form.pool === null && 'Choose one, else the contacts become yours'}
          value={form.pool && named('pools')}
          onChange={(pool) => onChange({ owner: null, pool: pool && { value: pool.id } })}
        />
      ) : (
        others && (
          <PersonPicker
            label="Owner"
            placeholder="You"
            clearable
            value={form.owner === null ? null : named('data')}
            onChange={(owner) => onChange({ owner: owner?.id ?? null, pool: null })}
          />
        )
      )}
    </Stack>
  );
}

/** A form has only the id. An id that no longer exists is shown as such. */
function useNamed(id: number | null): (of: 'data' | 'pools') => Person | null {
  const { data } = useQuery({
    ...queryOf(listAssignees, { query: { q: '', ids: id === null ? [] : [id] } }),
    enabled: id !== null,
    staleTime: 10 * 60_000,
  });
  return (of) => {
    if (id === null || !data) return null;
    return data[of].find((person) => person.id === id) ?? { id, name: 'No longer available' };
  };
}
