import { area } from '#kernel/area.ts';
import { doneBy } from '#kernel/attached.ts';
import { perform } from '#kernel/jobs/tasks.ts';
import { scheduledMessageJobs } from './scheduledMessages.jobs.ts';
import { scheduledMessageRoutes } from './scheduledMessages.routes.ts';
import { giveUpScheduled, sendScheduled } from './scheduledMessages.run.ts';

export const scheduledMessageArea = area({
  name: 'scheduledMessages',
  routes: scheduledMessageRoutes,
  jobs: [
    perform(scheduledMessageJobs.send, (ctx, { id }) => sendScheduled(ctx, id), {
      giveUp: (ctx, { id }) => giveUpScheduled(ctx, id),
    }),
  ],
  attached: doneBy('scheduled_messages', 'asked_by'),
});
