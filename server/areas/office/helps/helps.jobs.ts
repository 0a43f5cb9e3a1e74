import { z } from 'zod';
import { job } from '#kernel/jobs/job.ts';

const Question = z.object({ question: z.string(), page: z.string(), device: z.string(), acting: z.boolean() });
export type Question = z.output<typeof Question>;

export const helpJobs = { mail: job('helps.mail', Question) };
