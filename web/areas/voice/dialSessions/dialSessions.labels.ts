// Words of dial sessions on screen.
import { gateChecks } from '#contract/complianceLists.ts';
import type { DialReason, DialSessionState, DialState } from '#contract/dialSessionLists.ts';
import type { DialSession } from '#contract/dialSessions.ts';

export const sessionStateWords: Record<DialSessionState, string> = { running: 'Running', paused: 'Paused', ended: 'Ended' };
export const sessionStateTones = { running: 'green', paused: 'yellow', ended: 'gray' } as const satisfies Record<
  DialSessionState,
  string
>;

export const dialStateWords: Record<DialState, string> = {
  waiting: 'Waiting',
  current: 'On the screen',
  called: 'Called',
  skipped: 'Skipped',
};
export const dialStateTones = { waiting: 'gray', current: 'blue', called: 'green', skipped: 'yellow' } as const satisfies Record<
  DialState,
  string
>;

const ownReasons: Partial<Record<DialReason, string>> = {
  by_user: 'Skipped by hand',
  deleted: 'The contact is deleted',
  out_of_reach: 'The contact is with someone else now',
  no_number: 'There is no phone number',
  called_since: 'Called since the session began',
  call_back: 'To call back',
};

export const reasonWords = (reason: DialReason): string =>
  ownReasons[reason] ?? gateChecks[reason as keyof typeof gateChecks].title;

/** A way to fix it; '' if there is none. */
export const mendWords = (reason: DialReason): string =>
  reason in ownReasons ? '' : gateChecks[reason as keyof typeof gateChecks].mend;

/** “12 of 80, 5 reached”. */
export const progressWords = ({ total, called, skipped, reached }: DialSession['counts']): string =>
  `${called + skipped} of ${total}, ${reached} reached`;
