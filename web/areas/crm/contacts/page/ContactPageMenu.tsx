// A menu of the contact's rare actions.
import { IconTrash } from '@tabler/icons-react';
import { useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { destroyContacts } from '#contract/contactActions.ts';
import type { Contact } from '#contract/contacts.ts';
import { MenuItem } from '#ui/Menu.tsx';
import { OverflowMenu } from '#ui/OverflowMenu.tsx';
import { followBulk } from '#web/areas/crm/bulk/bulk.banner.ts';

export function ContactPageMenu({ contact: { id, name, can } }: { contact: Contact }) {
  const me = useMe();
  const remove = useSend(destroyContacts, { onDone: followBulk }); // its notice offers the undo
  if (!can.delete || !me.can['contacts.bulk']) return null;
  return (
    <OverflowMenu label={`Actions of ${name || 'this contact'}`}>
      <MenuItem leftSection={<IconTrash size="1rem" />} onClick={() => remove.mutate({ body: { ids: [id] } })}>
        Delete the contact
      </MenuItem>
    </OverflowMenu>
  );
}
