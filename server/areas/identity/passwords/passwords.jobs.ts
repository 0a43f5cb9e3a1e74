import { z } from 'zod';
import { task } from '#kernel/jobs/tasks.ts';
import { ChangedPassword, mailChanged } from './passwords.mails.ts';
import { mailReset } from './passwords.reset.ts';

export const passwordTasks = {
  'passwords.mailReset': task(z.object({}), (ctx, _, job) => mailReset(ctx, job)),
  'passwords.mailChanged': task(ChangedPassword, mailChanged),
};
