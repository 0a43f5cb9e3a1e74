import { z } from 'zod';
import { Id } from '#contract/kit/endpoint.ts';
import { job } from '#kernel/jobs/job.ts';

export const calendarJobs = {
  extend: job('calendar.extend', z.object({}), { long: true }),
  /** One mail to one user. `starts_at`: null for an all-day event, of that `day`. */
  remind: job('calendar.remind', z.object({ user_id: Id, type: z.string(), starts_at: z.string().nullable(), day: z.string() })),
};
