import { area } from '#kernel/area.ts';
import { doneBy, ofContact } from '#kernel/attached.ts';
import { schedule } from '#kernel/jobs/schedules.ts';
import { perform } from '#kernel/jobs/tasks.ts';
import { timelineKind } from '#kernel/timeline.ts';
import { sendCard } from './sends.card.ts';
import { deliver, deliverTexts } from './sends.deliver.ts';
import { toldEvents } from './sends.events.ts';
import { mailFates } from './sends.fates.ts';
import { forgetOldMail } from './sends.forget.ts';
import { sendJobs } from './sends.jobs.ts';
import { sendPump, textPump } from './sends.lane.ts';
import { mailService } from './sends.mailService.ts';
import { textingIsSold } from './sends.mayText.ts';
import { eventMonths, sendPaces } from './sends.officeSettings.ts';
import { messageOperation, textOperation } from './sends.operations.ts';
import { replyDomain } from './sends.replies.ts';
import { linkRoutes, preferenceRoutes, sendRoutes } from './sends.routes.ts';
import { giveUpScheduled, startScheduled } from './sends.service.ts';
import { trackOpens } from './sends.tracking.ts';

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
