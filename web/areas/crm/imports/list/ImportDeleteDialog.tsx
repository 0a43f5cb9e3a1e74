import { notice } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { deleteImportAttempt, type ImportAttempt, listImportAttempts } from '#contract/imports.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { counted } from '../imports.labels.ts';

export function ImportDeleteDialog({
  attempt: { id, file_name, rejected },
  onClose,
  onDeleted,
}: {
  attempt: ImportAttempt;
  onClose: () => void;
  onDeleted?: () => void;
}) {
  const remove = useSend(deleteImportAttempt, {
    invalidates: [listImportAttempts],
    onDone: () => {
      notice.done(`Deleted the import of ${file_name}`);
      onClose();
      onDeleted?.();
    },
  });
  return (
    <ConfirmDialog
      opened
      title={`Delete the import of ${file_name}?`}
      action="Delete the import"
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id } })}
      onClose={onClose}
    >
      The file{rejected > 0 && ` and its ${counted(rejected, 'rejected row')}`} will be gone for good. The contacts it brought
      stay.
    </ConfirmDialog>
  );
}
