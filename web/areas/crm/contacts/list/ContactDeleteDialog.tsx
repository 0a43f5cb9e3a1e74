// Deletes everything selected, or restores it, as a job that the banner follows and can undo.
import { useSend } from '#app/queries.ts';
import { destroyContacts, restoreContacts } from '#contract/contactActions.ts';
import { counted } from '#contract/kit/formats.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { followed, type OnSelection } from './ContactSelectionDialog.tsx';
import { toContract, wordsOf } from './contacts.selection.ts';

export function ContactDeleteDialog({ restores, ...about }: OnSelection & { restores: boolean }) {
  const { selection, scope, count, onClose } = about;
  const send = useSend(restores ? restoreContacts : destroyContacts, {
    onDone: followed(about),
  });
  const contacts = counted(count, 'contact');
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
