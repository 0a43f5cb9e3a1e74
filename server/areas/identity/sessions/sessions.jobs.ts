import { z } from 'zod';
import { Id } from '#contract/kit/endpoint.ts';
import { job } from '#kernel/jobs/job.ts';

export const sessionJobs = { alert: job('sessions.alert', z.object({ sessionId: Id })) };
