// Asks before the user leaves a page or tab with unsaved work; for closing the window the browser asks.
import { useBlocker } from '@tanstack/react-router';
import { Suspense } from 'react';
import { later } from '../ui/later.ts';

const ConfirmDialog = later(() => import('../ui/ConfirmDialog.tsx').then((module) => module.ConfirmDialog));

export function LeaveGuard({ when }: { when: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => when && (current.pathname !== next.pathname || tabOf(current) !== tabOf(next)),
    enableBeforeUnload: when,
    withResolver: true,
  });
  return (
    <Suspense>
      {status === 'blocked' && (
        <ConfirmDialog
          opened
          title="Leave without saving?"
          action="Leave"
          cancel="Stay here"
          onConfirm={() => proceed?.()}
          onClose={() => reset?.()}
        >
          Your changes are not saved yet.
        </ConfirmDialog>
      )}
    </Suspense>
  );
}

const tabOf = ({ search }: { search: object }) => ('tab' in search ? search.tab : undefined);
