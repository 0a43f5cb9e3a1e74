import { z } from 'zod';
import { job } from '#kernel/jobs/job.ts';

export const ssoJobs = { mailRelinked: job('sso.tellRelinked', z.object({})) };
