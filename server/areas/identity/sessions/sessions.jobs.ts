import { z } from 'zod';
import { Id } from '#contract/kit/endpoint.ts';
import { task } from '#kernel/jobs/tasks.ts';
import { mailAlert } from './sessions.mails.ts';

export const sessionTasks = {
  'sessions.alert': task(z.object({ sessionId: Id }), (ctx, { sessionId }) => mailAlert(ctx, sessionId)),
};
