import { mustHaveMail } from '#areas/company/mail/mail.service.ts';
import * as logs from '#contract/emailLogs.ts';
import * as groupTexts from '#contract/groupTexts.ts';
import * as links from '#contract/mailLinks.ts';
import * as preferences from '#contract/mailPreferences.ts';
import * as contract from '#contract/sends.ts';
import { type Ctx, inTenant, type Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { inTenantOnce } from '#kernel/http/once.ts';
import { routes } from '#kernel/http/routes.ts';
import { downloadFailures } from './lists/sends.failures.ts';
import { getSend, listEmailHistory, listMessages, listSends } from './lists/sends.lists.ts';
import { exportEmailLogs, getEmailCounts, listEmailLogs } from './lists/sends.logs.ts';
import { readMessage } from './lists/sends.read.ts';
import { refuseMail, showPreferences } from './mails/sends.preferences.ts';
import { followLink, markOpened } from './mails/sends.tracking.ts';
import { resendMessage, resendSend } from './sends.resend.ts';
import { sendTemplate, sendToFew, updateSend } from './sends.service.ts';
import { estimateTextGroup, sendTextGroup } from './sends.textGroup.ts';

export const preferenceRoutes = routes(preferences, {
  showMailPreferences: (ctx, { params }) => showPreferences(ctx, params.token),
  refuseMail: (ctx, { params, body }) => refuseMail(ctx, params.token, body.scope),
});

export const linkRoutes = routes(links, {
  followLink: (ctx, { params }) => followLink(ctx, params.token),
  markOpened: (ctx, { params }) => markOpened(ctx, params.token),
});

const mailRoutes = routes(contract, {
  sendEmail: (ctx, { body }) => withMail(ctx, (tx) => sendToFew(tx, body)),
  mailGroup: (ctx, { body }) => withMail(ctx, (tx) => sendTemplate(tx, 'group', body)),
  sendBroadcastEmail: (ctx, { body }) => withMail(ctx, (tx) => sendTemplate(tx, 'broadcast', body)),
  listSends: (ctx, { query }) => inTenant(ctx, (tx) => listSends(tx, query)),
  getSend: (ctx, { params }) => inTenant(ctx, (tx) => getSend(tx, params.id)),
  updateSend: (ctx, { params, body }) => inTenant(ctx, (tx) => updateSend(tx, params.id, body)),
  listMessages: (ctx, { params, query }) => inTenant(ctx, (tx) => listMessages(tx, params.id, query)),
  downloadSendFailures: (ctx, { params }) => downloadFailures(ctx, params.id),
  getMessage: (ctx, { params }) => readMessage(ctx, params.id),
  resendMessage: (ctx, { params }) => inTenantOnce(ctx, (tx) => resendMessage(tx, params.id)),
  resendSend: (ctx, { params, body }) => inTenantOnce(ctx, (tx) => resendSend(tx, params.id, body.states)),
});

const logRoutes = routes(logs, {
  listEmailLogs: (ctx, { query }) => inTenant(ctx, (tx) => listEmailLogs(tx, query)),
  exportEmailLogs: (ctx, { query }) => exportEmailLogs(ctx, query),
  getEmailCounts: (ctx, { params }) => inTenant(ctx, (tx) => getEmailCounts(tx, params.id)),
  listEmailHistory: (ctx, { params, body }) => inTenant(ctx, (tx) => listEmailHistory(tx, params.id, body)),
});

const textRoutes = routes(groupTexts, {
  sendTextGroup: (ctx, { body }) => withCarrier(ctx, (tx) => sendTextGroup(tx, 'group', body)),
  sendBroadcastText: (ctx, { body }) => withCarrier(ctx, (tx) => sendTextGroup(tx, 'broadcast', body)),
  estimateTextGroup: (ctx, { body }) => inTenant(ctx, (tx) => estimateTextGroup(tx, body)),
});

export const sendRoutes = [...mailRoutes, ...logRoutes, ...textRoutes];

function withCarrier<T extends object>(ctx: Ctx, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (!ctx.platform.telephony) throw fail('phones.not_configured');
  return inTenantOnce(ctx, work);
}

function withMail<T extends object>(ctx: Ctx, work: (tx: Tx) => Promise<T>): Promise<T> {
  mustHaveMail(ctx.platform);
  return inTenantOnce(ctx, work);
}
