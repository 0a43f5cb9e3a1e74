import { z } from 'zod';
import { job } from '#kernel/jobs/tasks.ts';

export const ssoJobs = { mailRelinked: job('sso.tellRelinked', z.object({})) };
