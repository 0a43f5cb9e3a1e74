// Asks before the user leaves a page or tab with unsaved work; for closing the window the browser asks.
import { useBlocker } from '@tanstack/react-router';
import { Suspense } from 'react';
import { later } from '../ui/later.ts';
import { hasSession } from './session.ts';

const ConfirmDialog = later(() => import('../ui/ConfirmDialog.tsx').then((module) => module.ConfirmDialog));

/** The dialog's words and condition: typed text without it. */
interface Question {
  title: string;
  text: string;
  action: string;
  /** Whether this step would lose it; `to` is the id of the next route. */
  loses: (to: string) => boolean;
}

export function LeaveGuard({ when, question }: { when: boolean; question?: Question }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      when && (question ? question.loses(next.routeId) : current.pathname !== next.pathname || tabOf(current) !== tabOf(next)),
    enableBeforeUnload: () => when && (!question || hasSession()), // signing out has ended the call
    withResolver: true,
  });
  return (
    <Suspense>
      {status === 'blocked' && (
        <ConfirmDialog
          opened
          title={question?.title ?? 'Leave without saving?'}
          action={question?.action ?? 'Leave'}
          cancel="Stay here"
          onConfirm={() => proceed?.()}
          onClose={() => reset?.()}
        >
          {question?.text ?? 'Your changes are not saved yet.'}
        </ConfirmDialog>
      )}
    </Suspense>
  );
}

const tabOf = ({ search }: { search: object }) => ('tab' in search ? search.tab : undefined);
