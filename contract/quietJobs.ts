// Pausing a company's imports, bulk actions and sends.
import { z } from 'zod';
import { endpoint, paces } from './kit/endpoint.ts';

export const QuietJobs = z
  .object({
    /** When the company became quiet; null: its work runs. */
    since: z.string().nullable(),
    /** The operator paused every company: administrators cannot switch this off. */
    by_operator: z.boolean(),
    /** Jobs that wait. */
    waiting: z.int(),
  })
  .meta({ id: 'QuietJobs' });
export type QuietJobs = z.output<typeof QuietJobs>;

export const getQuietJobs = endpoint({
  method: 'GET',
  path: '/v1/admin/quiet_jobs',
  summary: 'Whether imports, bulk actions and sends of the company are paused',
  permission: 'jobs.operate',
  response: QuietJobs,
});
export const quietJobs = endpoint({
  method: 'POST',
  path: '/v1/admin/quiet_jobs',
  summary: 'Pause the company’s imports, bulk actions and sends, or let them continue where they stopped',
  permission: 'jobs.operate',
  oneself: true,
  body: z.object({ quiet: z.boolean() }),
  response: QuietJobs,
  rateLimit: paces.edit,
});
