// Above a deleted contact: since when, and the way back.
import { Alert, Button } from '@mantine/core';
import { useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { restoreContacts } from '#contract/contactActions.ts';
import { dayIn } from '#ui/moments.ts';
import { followBulk } from '#web/areas/crm/bulk/bulk.banner.ts';

export function ContactDeleted({ id, deletedAt }: { id: number; deletedAt: string }) {
  const me = useMe();
  const restore = useSend(restoreContacts, { onDone: followBulk });
  return (
    <Alert color="red" variant="light">
      Deleted on {dayIn(me.timezone, deletedAt)}. It can be read and not changed.
      {me.can['contacts.bulk'] && (
        <Button
          variant="default"
          size="compact-sm"
          mt="xs"
          display="block"
          loading={restore.isPending}
          onClick={() => restore.mutate({ body: { ids: [id] } })}
        >
          Restore the contact
        </Button>
      )}
    </Alert>
  );
}
