import { z } from 'zod';
import { job } from '#kernel/jobs/job.ts';

export const conversationJobs = {
  forget: job('conversations.forget', z.object({})),
};
