import { z } from 'zod';
import { Day, Id, Moment } from '#contract/kit/endpoint.ts';
import { job } from '#kernel/jobs/job.ts';

const Stopped = z.object({
  /** The reader of the mail. */
  userId: Id,
  leaver: z.string(),
  successor: z.string().nullable(),
  campaigns: z.array(z.object({ id: Id, name: z.string() })),
});
export type Stopped = z.output<typeof Stopped>;

/** `day` and `events` run as the campaign's owner: once somebody has left, nothing goes out in their name. */
export const campaignJobs = {
  day: job('campaigns.day', z.object({ id: Id, day: Day }), { waits: true }),
  events: job('campaigns.events', z.object({ id: Id, from: Moment, to: Moment }), { waits: true }),
  mailStopped: job('campaigns.stopped', Stopped),
};
