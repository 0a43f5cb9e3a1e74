// What is written down of a call while it runs, and at its end.
import type { CallOutcome } from '#contract/callLists.ts';
import type { CallBook } from './book.ts';
import type { VoiceError } from './frames.ts';
import type { Leg } from './legs.ts';
import type { Reports } from './reports.ts';

interface Counting {
  book: CallBook;
  reports: Reports;
  /** Milliseconds. */
  every: number;
  payer: Leg;
  isRunning(): boolean;
  after(ms: number, work: () => void): void;
  /** Nobody pays for more. */
  over(): void;
}

/** Takes the next minutes, as long as the payer talks. */
export function countMinutes({ book, reports, every, payer: { ctx, sid }, isRunning, after, over }: Counting) {
  if (!ctx) return;
  let seconds = 0;
  const next = () =>
    after(every, () => {
      seconds += every / 1_000;
      const used = seconds;
      const ask = async () => {
        if (isRunning() && !(await book.moreMinutes(ctx, sid, used))) over();
      };
      next(); // while the database is away as well: what was asked then is asked after it
      void reports.add('the minutes of a call', ask);
    });
  next();
}

/** `outcome`: of a side that was never answered; one that was has answered. */
export function reportTalkers(
  { book, reports }: { book: CallBook; reports: Reports },
  talkers: readonly Leg[],
  outcome: CallOutcome,
  error?: VoiceError,
) {
  for (const { ctx, sid, wasAnswered } of talkers) {
    const how = { outcome: wasAnswered ? ('answered' as const) : outcome, ...(error && { errorCode: error.code }) };
    if (ctx) void reports.add('the end of a call', () => book.callEnded(ctx, sid, how));
  }
}
