import { z } from 'zod';
import { job } from '#kernel/jobs/job.ts';

const Sid = z.string().max(40);

export const carrierCallJobs = {
  /** Fetches a recording, stores it as the call's, and removes it at the carrier. `sid`: of the call. */
  keep: job('carrierCalls.keep', z.object({ recording: Sid, sid: Sid, seconds: z.int().min(0) }), { long: true }),
  /** Looks for a recording whose end the carrier told, if nobody heard. */
  keepLate: job('carrierCalls.keepLate', z.object({ leg: Sid, recording: Sid, sid: Sid }), { long: true }),
  /** Asks whether a call still runs, and for its further minutes. */
  look: job('carrierCalls.look', z.object({ conference: Sid })),
  /** Ends at the carrier what has ended here, where that failed at once. */
  close: job('carrierCalls.close', z.object({ conference: Sid })),
  /** Ends a call that never reached the carrier. */
  end: job('carrierCalls.end', z.object({ sid: Sid, isWait: z.boolean() })),
  /** Each night: calls to numbers come to us. */
  attach: job('carrierCalls.attach', z.object({}), { long: true }),
  forget: job('carrierCalls.forget', z.object({})),
};
