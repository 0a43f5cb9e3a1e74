import { area } from '#kernel/area.ts';
import { accessOf, ofContact, ofUser } from '#kernel/attached.ts';
import { schedule } from '#kernel/jobs/schedules.ts';
import { perform } from '#kernel/jobs/tasks.ts';
import { replyCard } from './conversations.card.ts';
import { forgetOldReplies } from './conversations.forget.ts';
import { inboundService } from './conversations.inboundService.ts';
import { conversationJobs } from './conversations.jobs.ts';
import { mailHook, receivedFile } from './conversations.receive.ts';
import { conversationRoutes } from './conversations.routes.ts';
import { wakePump } from './conversations.wake.ts';

export const conversationArea = area({
  name: 'conversations',
  routes: conversationRoutes,
  jobs: [perform(conversationJobs.forget, forgetOldReplies)],
  schedules: [schedule({ name: 'conversations.forget', cron: '30 3 * * *', job: conversationJobs.forget })],
  hooks: [mailHook],
  services: [inboundService],
  cards: [replyCard],
  pumps: [wakePump],
  fileKinds: { [receivedFile]: 'received_messages' },
  attached: [
    ofContact('conversations', 'contact_id', { merge: 'move', undo: 'blocks', restore: 'stays', purge: 'drop', export: true }),
    accessOf('picture_senders'),
    ofUser('conversations', 'owner_id', { handOver: 'move', purge: 'anonymize', export: true }),
  ],
});
