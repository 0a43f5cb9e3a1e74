// Before a user comes back: whether the contacts that were handed over come back too.
import { Button, Checkbox, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { notice } from '#app/notices.tsx';
import { queryOf, useSend } from '#app/queries.ts';
import { type AdminUser, getUserBelongings, listUsers, reactivateUser } from '#contract/userAdmin.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { followBulk } from '#web/areas/crm/bulk/bulk.banner.ts';
import { counted } from './userAdmin.labels.ts';

export function UserReactivateDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const params = { id: user.id };
  const belongings = useQuery({ ...queryOf(getUserBelongings, { params, query: {} }), staleTime: 0 });
  const returnable = belongings.data?.returnable ?? 0;
  const [back, setBack] = useState(true);
  const reactivate = useSend(reactivateUser, {
    invalidates: [listUsers, getUserBelongings],
    onDone: ({ hand_back }) => {
      if (hand_back) followBulk(hand_back);
      notice.done(`${user.name} can sign in again`);
      onClose();
    },
  });
  return (
    <Dialog title={`Reactivate ${user.name}?`} onClose={onClose} size="sm">
      <Text>{user.first_name} can sign in again, with the same role and the same second factors.</Text>
      {returnable > 0 && (
        <Checkbox
          mt="sm"
          label={`Give back ${counted(returnable, 'contact')}`}
          description="Those that were handed over and that nobody has passed on since."
          checked={back}
          onChange={(event) => setBack(event.currentTarget.checked)}
        />
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          data-autofocus
          loading={reactivate.isPending || belongings.isPending}
          onClick={() => reactivate.mutate({ params, body: { return_contacts: back && returnable > 0 } })}
        >
          Reactivate
        </Button>
      </Group>
    </Dialog>
  );
}
