// Before a user is deactivated: what ends, and who takes over the contacts.
import { Text } from '@mantine/core';
import { useState } from 'react';
import { isRefused } from '#app/api.ts';
import { notice, textOf } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { type AdminUser, deactivateUser, listUsers } from '#contract/userAdmin.ts';
import type { Person } from '#contract/users.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { followBulk } from '#web/areas/crm/bulk/bulk.banner.ts';
import { PersonPicker } from '#web/areas/identity/people/PersonPicker.tsx';

const handles = ['invalid', 'users.holds_contacts', 'users.last_admin'] as const;

export function UserDeactivateDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const [to, setTo] = useState<Person | null>(null);
  const deactivate = useSend(deactivateUser, {
    invalidates: [listUsers],
    form: true,
    handles,
    onDone: ({ hand_over }) => {
      if (hand_over) followBulk(hand_over);
      notice.done(invited ? `Withdrew the invitation of ${user.name}` : `Deactivated ${user.name}`);
      onClose();
    },
  });
  const invited = user.status === 'invited';
  const refused = isRefused(deactivate.error, ...handles) ? deactivate.error : undefined;
  return (
    <ConfirmDialog
      opened
      title={invited ? `Withdraw the invitation of ${user.name}?` : `Deactivate ${user.name}?`}
      action={invited ? 'Withdraw the invitation' : 'Deactivate'}
      busy={deactivate.isPending}
      onConfirm={() => deactivate.mutate({ params: { id: user.id }, query: to ? { owner_id: to.id } : {} })}
      onClose={onClose}
    >
      <Text mb="sm">
        {invited
          ? 'The mailed link will no longer open.'
          : `${user.first_name} is signed out everywhere at once and can no longer sign in. You can reactivate the account later.`}
      </Text>
      <PersonPicker
        label="Contacts go to"
        description="Needed if this user has contacts."
        value={to}
        onChange={setTo}
        error={refused && textOf(refused)}
      />
    </ConfirmDialog>
  );
}
