import * as contract from '#contract/dialer.ts';
import { inTenant } from '#kernel/context.ts';
import { routes } from '#kernel/http/routes.ts';
import { reportQuality, updateCall } from './calls.afterwards.ts';
import { checkCall } from './calls.check.ts';
import { findContactOf, listContactsOf, presentCard } from './calls.contacts.ts';
import { listActive, listHistory, listLogs } from './calls.lists.ts';
import { issueToken, order } from './calls.orders.ts';
import { openRecording } from './calls.recordings.ts';

export const callRoutes = routes(contract, {
  fetchDeviceToken: (ctx) => issueToken(ctx),
  fetchActiveCalls: (ctx) => inTenant(ctx, listActive),
  fetchHistoricalCalls: (ctx, { body }) => inTenant(ctx, (tx) => listHistory(tx, body)),
  fetchCallLogs: (ctx, { body }) => inTenant(ctx, (tx) => listLogs(tx, body)),
  fetchAssociatedContact: (ctx, { body }) =>
    inTenant(ctx, async (tx) => {
      const contact = await findContactOf(tx, body.phone_number);
      return { contact: contact && presentCard(contact) };
    }),
  fetchAssociatedContacts: (ctx, { body }) =>
    inTenant(ctx, async (tx) => ({ contacts: await listContactsOf(tx, body.phone_number) })),
  checkCall: (ctx, { body }) => checkCall(ctx, body),
  startDisclaimerPrompt: (ctx, { body }) => order(ctx, body.call_id, { order: 'announce' }),
  resumeCallRecording: (ctx, { body }) => order(ctx, body.call_id, { order: 'record' }),
  stopCallRecording: (ctx, { body }) => order(ctx, body.call_id, { order: 'pause' }),
  holdCall: (ctx, { body }) => order(ctx, body.call_id, { order: 'hold', on: body.on }),
  transferCall: (ctx, { body }) => order(ctx, body.call_id, { order: 'transfer', userId: body.user_id }),
  consultColleague: (ctx, { body }) => order(ctx, body.call_id, { order: 'consult', userId: body.user_id }),
  completeTransfer: (ctx, { body }) => order(ctx, body.call_id, { order: 'complete' }),
  takeBackCall: (ctx, { body }) => order(ctx, body.call_id, { order: 'take_back' }),
  updateCall: (ctx, { params, body }) => inTenant(ctx, (tx) => updateCall(tx, params.id, body)),
  reportCallQuality: (ctx, { params, body }) => inTenant(ctx, (tx) => reportQuality(tx, params.id, body)),
  downloadCallRecording: (ctx, { params }) => openRecording(ctx, params.id),
});
