import { z } from 'zod';
import { Id } from '#contract/kit/endpoint.ts';
import { job } from '#kernel/jobs/job.ts';

export const signupJobs = { mailDecision: job('signups.mailDecision', z.object({ id: Id })) };
