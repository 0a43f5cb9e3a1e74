import { z } from 'zod';
import { job } from '#kernel/jobs/tasks.ts';

export const contactJobs = {
  erase: job('contacts.erase', z.object({}), { long: true, waits: true }),
};
