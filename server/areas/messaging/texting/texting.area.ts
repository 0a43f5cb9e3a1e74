import { sentTextFile } from '#areas/messaging/conversations/conversations.service.ts';
import { textHook } from '#areas/messaging/phoneNumbers/phoneNumbers.service.ts';
import { area } from '#kernel/area.ts';
import { inTenant } from '#kernel/context.ts';
import { perform } from '#kernel/jobs/tasks.ts';
import { textingJobs } from './texting.jobs.ts';
import { fetchMedia } from './texting.media.ts';
import { heedReport, receiveTextCall } from './texting.receive.ts';
import { textingRoutes } from './texting.routes.ts';

export const textingArea = area({
  name: 'texting',
  routes: textingRoutes,
  hooks: [{ name: textHook, handle: receiveTextCall }],
  jobs: [
    perform(textingJobs.report, (ctx, { attempt, at, ...report }) =>
      inTenant(ctx, (tx) => heedReport(tx, { ...report, at: new Date(at) }, attempt)),
    ),
    perform(textingJobs.fetchMedia, fetchMedia),
  ],
  fileKinds: { [sentTextFile]: 'messages' },
});
