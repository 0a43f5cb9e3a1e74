// Stores a call's events while it runs, and at its end: in order, and again after an outage.
import { setTimeout as pause } from 'node:timers/promises';
import type { WorkCtx } from '#kernel/context.ts';
import type { Act, CallState } from '#kernel/voice/callState.ts';
import type { CallParts, Terms } from './call.parts.ts';
import { createReports } from './reports.ts';

/** Acts that the book of calls is told. */
export type BookAct = Extract<Act, { sid: string }>;
export const isBookAct = (act: Act): act is BookAct => 'sid' in act;

/** Milliseconds for which the end of a call waits for its recording to be stored. */
const patience = 3_000;

export function createWritten({ book, log, ...parts }: CallParts, { companyId }: Terms, call: CallState) {
  const reports = createReports(log);
  /** Of phones that are, or were, in the call. */
  const known = new Map<string, WorkCtx>();
  const ctxOf = async (sid: string): Promise<WorkCtx> =>
    known.get(sid) ?? parts.ctxOf(companyId, call.legs.find((leg) => leg.sid === sid)?.user_id ?? 0);

  function write(ctx: WorkCtx, act: BookAct, errorCode: number | undefined): Promise<unknown> {
    switch (act.act) {
      case 'answered':
        return book.callAnswered(ctx, act.sid); // ends the rows of the other phones, too
      case 'ended':
        return book.callEnded(ctx, act.sid, { outcome: act.outcome, ...(errorCode !== undefined && { errorCode }) });
      case 'watch_ended':
        return book.watchEnded(ctx, act.sid);
      case 'wait_ended':
        return book.waitEnded(ctx, act.sid, act.how);
      case 'passed_on':
        return book.callPassedOn(ctx, act.sid);
      case 'told_recording':
        return book.setRecording(ctx, act.sid, act.state);
    }
  }

  return {
    reports,
    ctxOf,
    know(sid: string, ctx: WorkCtx | null) {
      if (ctx) known.set(sid, ctx);
    },
    tell(act: BookAct, errorCode?: number) {
      void reports.add(`of a call: ${act.act}`, async () => write(await ctxOf(act.sid), act, errorCode));
    },
    /** Later reports wait for a recording, if it is quick: then the timeline has one entry for both. */
    after(stored: Promise<void>) {
      const wait = Promise.race([stored, pause(patience, undefined, { ref: false })]);
      void reports.add('a recording', () => wait);
    },
  };
}
