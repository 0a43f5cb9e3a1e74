import { area } from '#kernel/area.ts';
import { doneBy, ofContact } from '#kernel/attached.ts';
import { schedule } from '#kernel/jobs/schedules.ts';
import { perform } from '#kernel/jobs/tasks.ts';
import { timelineKind } from '#kernel/timeline.ts';
import { toldEvents } from './engine/sends.events.ts';
import { sendCard } from './lists/sends.card.ts';
import { mailFates } from './mails/sends.fates.ts';
import { mailService } from './mails/sends.mailService.ts';
import { eventMonths, sendPaces } from './mails/sends.officeSettings.ts';
import { replyDomain } from './mails/sends.replies.ts';
import { trackOpens } from './mails/sends.tracking.ts';
import { forgetOldMail } from './sends.forget.ts';
import { sendJobs } from './sends.jobs.ts';
import { deliver, deliverTexts, sendPump, textPump } from './sends.lanes.ts';
import { messageOperation, textOperation } from './sends.operations.ts';
import { linkRoutes, preferenceRoutes, sendRoutes } from './sends.routes.ts';
import { giveUpScheduled, startScheduled } from './sends.service.ts';
import { textingIsSold } from './texts/sends.mayText.ts';

export const sendArea = area({
  name: 'sends',
  hooks: [mailFates],
  services: [mailService],
  routes: [...sendRoutes, ...preferenceRoutes, ...linkRoutes],
  jobs: [
    perform(sendJobs.start, (ctx, { id }) => startScheduled(ctx, id), { giveUp: (ctx, { id }) => giveUpScheduled(ctx, id) }),
    perform(sendJobs.forget, forgetOldMail),
    perform(sendJobs.deliver, (ctx, _, { signal }) => deliver(ctx, signal)),
    perform(sendJobs.deliverTexts, (ctx, _, { signal }) => deliverTexts(ctx, signal)),
  ],
  operations: [messageOperation, textOperation],
  cards: [sendCard],
  pumps: [sendPump, textPump],
  settings: [replyDomain, trackOpens, eventMonths, textingIsSold, ...Object.values(sendPaces)],
  attached: [
    ofContact('messages', 'contact_id', { merge: 'move', undo: 'blocks', restore: 'stays', purge: 'drop', export: true }),
    ofContact('message_events', 'contact_id', { merge: 'move', undo: 'keep', restore: 'stays', purge: 'drop', export: true }),
    ...doneBy('sends', 'asked_by', 'impersonator_id'),
  ],
  timeline: [
    timelineKind({
      name: 'mails',
      label: 'E-mails',
      actions: ['email_sent', ...toldEvents.map((kind) => `email_${kind}`)],
    }),
    timelineKind({ name: 'texts', label: 'Texts', actions: ['text_sent', 'text_replied', 'text_bounced'] }),
  ],
  schedules: [schedule({ name: 'sends.forget', cron: '20 3 * * *', job: sendJobs.forget })],
});
