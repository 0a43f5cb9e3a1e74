// Asks before a page with unsaved work is left, or one of its tabs; closing the window is asked by the browser.
import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';

export function LeaveGuard({ when }: { when: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => when && (current.pathname !== next.pathname || tabOf(current) !== tabOf(next)),
    enableBeforeUnload: when,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      opened={status === 'blocked'}
      title="Leave without saving?"
      deed="Leave"
      onConfirm={() => proceed?.()}
      onClose={() => reset?.()}
    >
      Your changes are not saved yet.
    </ConfirmDialog>
  );
}

const tabOf = ({ search }: { search: object }) => ('tab' in search ? search.tab : undefined);
