import { useSend } from '#app/queries.ts';
import { getImportAttempt, type ImportAttempt, listImportAttempts, undoImport } from '#contract/imports.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { counted } from '../imports.labels.ts';

export function ImportUndoDialog({
  attempt: { id, file_name, created, updated },
  onClose,
}: {
  attempt: ImportAttempt;
  onClose: () => void;
}) {
  const undo = useSend(undoImport, { invalidates: [getImportAttempt, listImportAttempts], onDone: onClose });
  return (
    <ConfirmDialog
      opened
      title={`Undo the import of ${file_name}?`}
      action="Undo the import"
      busy={undo.isPending}
      onConfirm={() => undo.mutate({ params: { id } })}
      onClose={onClose}
    >
      {[
        created > 0 && `${counted(created, 'new contact')} will be deleted.`,
        updated > 0 && 'What it changed in other contacts will be as it was before.',
        'Contacts that somebody has worked on since stay as they are, and you get a list of them.',
      ]
        .filter(Boolean)
        .join(' ')}
    </ConfirmDialog>
  );
}
