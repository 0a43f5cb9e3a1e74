import { z } from 'zod';
import { job } from '#kernel/jobs/tasks.ts';

export const conversationJobs = {
  forget: job('conversations.forget', z.object({})),
};
