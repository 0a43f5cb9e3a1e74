import { sentTextFile } from '#areas/messaging/conversations/conversations.service.ts';
import { textHook } from '#areas/messaging/phoneNumbers/phoneNumbers.service.ts';
import { area } from '#kernel/area.ts';
import { inTenant } from '#kernel/context.ts';
import { schedule } from '#kernel/jobs/schedules.ts';
import { perform } from '#kernel/jobs/tasks.ts';
import { outsideService, stateOf } from '#kernel/services.ts';
import { catchUp } from './texting.catchUp.ts';
import { textingJobs } from './texting.jobs.ts';
import { fetchMedia } from './texting.media.ts';
import { heedReport, readCalls, receiveTextCalls } from './texting.receive.ts';
import { textingRoutes } from './texting.routes.ts';

export const textingArea = area({
  name: 'texting',
  routes: textingRoutes,
  services: [
    outsideService({
      name: 'carrier',
      title: 'Texts and phone numbers',
      purpose: 'Sends and receives texts, sells phone numbers, and knows which numbers are mobiles.',
      lack: 'No texts, no phone numbers, and nobody sees which numbers are landlines.',
      mend: { text: 'Your operator enters an account with Twilio (TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN).' },
      state: ({ platform: { telephony } }) =>
        stateOf(telephony && { isSandbox: telephony.sandbox !== undefined, check: telephony.check }, 'Twilio'),
    }),
  ],
  hooks: [
    {
      name: textHook,
      handle: (ctx, body) =>
        inTenant(ctx, (tx) => receiveTextCalls(tx, readCalls(ctx.platform, [{ body, receivedAt: tx.clock() }]))),
      handleIn: (tx, calls, platform) => receiveTextCalls(tx, readCalls(platform, calls)),
    },
  ],
  schedules: [schedule({ name: 'texting.catchUp', cron: '30 4 * * *', job: textingJobs.catchUp })],
  jobs: [
    perform(textingJobs.catchUp, (ctx, _, run) => catchUp(ctx, run)),
    perform(textingJobs.report, (ctx, { attempt, at, providerId, ...report }) =>
      inTenant(ctx, (tx) => heedReport(tx, { ...report, id: providerId, at: new Date(at) }, attempt)),
    ),
    perform(textingJobs.fetchMedia, fetchMedia),
  ],
  fileKinds: { [sentTextFile]: 'messages' },
});
