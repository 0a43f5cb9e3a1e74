import * as contract from '#contract/conversations.ts';
import { inTenant } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { inTenantOnce } from '#kernel/http/once.ts';
import { routes } from '#kernel/http/routes.ts';
import { fetchConversations, fetchMessages, getConversation } from './conversations.lists.ts';
import { getMergeValues } from './conversations.mergeValues.ts';
import { countConversations, listConversations } from './conversations.persons.ts';
import { downloadPicture, setPictureSender } from './conversations.pictures.ts';
import { tellPresence } from './conversations.presence.ts';
import { answerConversation, downloadReceived, updateConversation } from './conversations.service.ts';
import { showConversation } from './conversations.show.ts';

export const conversationRoutes = routes(contract, {
  listConversations: (ctx, { query }) => inTenant(ctx, (tx) => listConversations(tx, query)),
  countUnread: (ctx) =>
    inTenant(ctx, async (tx) => ({ count: await countConversations(tx, { filter: 'mine', unread: true }, 100) })),
  getConversation: (ctx, { params }) => inTenant(ctx, (tx) => getConversation(tx, params.id)),
  updateConversation: (ctx, { params, body }) => inTenant(ctx, (tx) => updateConversation(tx, params.id, body)),
  answerConversation: async (ctx, { params, body }) => {
    if (!ctx.platform.mail) throw fail('mail.not_configured');
    return inTenantOnce(ctx, (tx) => answerConversation(tx, params.id, body));
  },
  getMergeValues: (ctx, { params }) => inTenant(ctx, (tx) => getMergeValues(tx, params.id)),
  showPresence: (ctx, { params, body }) => inTenant(ctx, (tx) => tellPresence(tx, params.id, body.doing)),
  fetchConversations: (ctx, { body }) => inTenant(ctx, (tx) => fetchConversations(tx, body)),
  readConversation: (ctx, { body: { id, ...change } }) => inTenant(ctx, (tx) => updateConversation(tx, id, change)),
  showConversation: (ctx, { body }) => inTenant(ctx, (tx) => showConversation(tx, body.contact_id)),
  fetchMessages: (ctx, { body }) => inTenant(ctx, (tx) => fetchMessages(tx, body)),
  downloadReceivedPicture: (ctx, { params, query }) => downloadPicture(ctx, params, query.src),
  setPictureSender: (ctx, { params, body }) => inTenant(ctx, (tx) => setPictureSender(tx, params, body.always)),
  downloadReceivedFile: (ctx, { params }) => downloadReceived(ctx, params),
});
