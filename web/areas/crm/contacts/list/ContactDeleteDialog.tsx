// Deletes everything selected, or restores it, as a job that the banner follows and can undo.
import { useSend } from '#app/queries.ts';
import { destroyContacts, restoreContacts } from '#contract/contactActions.ts';
import type { ContactsScopeInput } from '#contract/contactsScope.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { followBulk } from '#web/areas/crm/bulk/bulk.banner.ts';
import { type Selection, toContract, wordsOf } from './contacts.selection.ts';

export function ContactDeleteDialog({
  selection,
  scope,
  count,
  restores,
  onClose,
  onDone,
}: {
  selection: Selection;
  scope: ContactsScopeInput;
  /** How many contacts exactly. */
  count: number;
  restores: boolean;
  onClose: () => void;
  onDone: () => void;
}) {
  const send = useSend(restores ? restoreContacts : destroyContacts, {
    onDone: (action) => {
      followBulk(action);
      onClose();
      onDone();
    },
  });
  const contacts = `${count.toLocaleString('en-US')} ${count === 1 ? 'contact' : 'contacts'}`;
  const words = wordsOf(selection);
  const action = restores ? `Restore ${contacts}` : `Delete ${contacts}`;
  return (
    <ConfirmDialog
      opened
      title={`${action}?`}
      action={action}
      busy={send.isPending}
      onConfirm={() => send.mutate({ body: toContract(selection, scope) })}
      onClose={onClose}
    >
      {words && `This is ${words}. `}
      {restores
        ? 'They return to their lists with their notes, tags and history.'
        : 'Their notes, tags and history stay with them. You can undo this, or restore them from the group “Deleted”.'}
    </ConfirmDialog>
  );
}
