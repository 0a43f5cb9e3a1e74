// Calls of the platform: public facts, health, and failed jobs.
import { z } from 'zod';
import { endpoint, List, paces } from './kit/endpoint.ts';

export const PlatformInfo = z
  .object({
    /** True in the demo: known passwords, and a mailbox at /sandbox/mail. */
    demo: z.boolean(),
    /** The address for questions. */
    support_email: z.string().nullable(),
  })
  .meta({ id: 'PlatformInfo' });
export type PlatformInfo = z.output<typeof PlatformInfo>;

export const getPlatformInfo = endpoint({
  method: 'GET',
  path: '/v1/platform',
  summary: 'What pages need before sign-in',
  permission: 'public',
  response: PlatformInfo,
});

const Part = z.object({ ok: z.boolean(), detail: z.string() });

/** A chore that failed at its last run, and since when. */
const FailedChore = z.object({ chore: z.string(), since: z.string() });

export const Health = z
  .object({
    /** Of database, relay and worker. Failing chores do not count: the product still works. */
    ok: z.boolean(),
    version: z.string(),
    database: Part,
    relay: Part,
    worker: Part,
    housekeeping: Part.extend({ failed: z.array(FailedChore) }),
  })
  .meta({ id: 'Health' });
export type Health = z.output<typeof Health>;

export const getHealth = endpoint({
  method: 'GET',
  path: '/v1/health',
  summary:
    'Health of the database, the relay and the worker, and failing chores. If one of the three fails: 503, with the same under data',
  permission: 'public',
  response: Health,
  errors: ['unavailable'],
});

export const DeadJob = z
  .object({
    id: z.string(),
    task: z.string(),
    error: z.string(),
    attempts: z.int(),
    created_at: z.string(),
    failed_at: z.string(),
  })
  .meta({ id: 'DeadJob' });
export type DeadJob = z.output<typeof DeadJob>;

export const listDeadJobs = endpoint({
  method: 'GET',
  path: '/v1/admin/dead_jobs',
  summary: "The company's newest 100 failed jobs",
  permission: 'jobs.operate',
  response: List(DeadJob),
});
export const rerunDeadJob = endpoint({
  method: 'POST',
  path: '/v1/admin/dead_jobs/:id/rerun',
  summary: 'Run a failed job again',
  permission: 'jobs.operate',
  params: z.object({ id: z.string().regex(/^\d{1,18}$/) }),
  response: z.object({ id: z.string() }),
  rateLimit: paces.heavy,
});
