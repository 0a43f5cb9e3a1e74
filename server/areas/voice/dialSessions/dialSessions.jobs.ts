import { z } from 'zod';
import { job } from '#kernel/jobs/job.ts';

export const dialSessionJobs = { forget: job('dialSessions.forget', z.object({})) };
