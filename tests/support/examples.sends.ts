// Examples of the calls about mail to contacts.
import { insertId } from '#areas/office/companies/companies.create.ts';
import type * as emailLogs from '#contract/emailLogs.ts';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import type * as mailLinks from '#contract/mailLinks.ts';
import type * as mailPreferences from '#contract/mailPreferences.ts';
import type * as sends from '#contract/sends.ts';
import { aMailDoc } from './examples.emails.ts';
import type { Targets } from './examples.ts';
import type { Sent, TestServer } from './server.ts';

type CallsOf<Calls> = {
  [Name in keyof Calls as Calls[Name] extends Endpoint ? Name : never]: Sent<Calls[Name]>;
};
type SendCalls = CallsOf<typeof sends> & CallsOf<typeof emailLogs> & CallsOf<typeof mailPreferences> & CallsOf<typeof mailLinks>;

/** One that runs with a failed message. `subject`: in clear. */
export async function someSends(
  { operator: { db } }: TestServer,
  company_id: number,
  contact_id: number,
  userId: number,
  subject: string,
) {
  const send = await insertId(db, 'sends', {
    company_id,
    kind: 'group',
    channel: 'email',
    purpose: 'service',
    asked_by: userId,
    subject,
    content: JSON.stringify(aMailDoc(subject)),
    frame: JSON.stringify({ from: subject, replyTo: null, values: {}, signature: null, foot: [], color: 'blue' }),
    status: 'sending',
    prepared_at: new Date(),
    total: 1,
    failed: 1,
  });
  const message = await insertId(db, 'messages', {
    company_id,
    send_id: send,
    contact_id,
    once_contact: contact_id,
    address: 'rosa@example.com',
    once_key: `send:${send}`,
    once_address: 'rosa@example.com',
    state: 'failed',
    reason: 'refused',
    due_at: new Date(),
  });
  return { send, message };
}

export function sendCalls(to: Targets): SendCalls {
  const send = { params: { id: to.send } };
  const contacts = { ids: [to.contact] };
  const logged = { contact_id: to.contact, state: 'failed' as const, sender_id: to.user, campaign_trigger_id: to.campaign };
  const preferences = { params: { token: `1.1.${crypto.randomUUID()}` } };
  return {
    sendEmail: { body: { ...contacts, subject: 'Your policy', email_body: 'Hello,\nit is ready.' } },
    mailGroup: {
      body: { ...contacts, email_id: to.email, purpose: 'service', send_now: false, send_at: '2027-01-04T14:00:00Z' },
    },
    sendBroadcastEmail: { body: { ...contacts, email_id: to.email, purpose: 'service' } },
    listSends: { query: { page: 1, limit: 5, single: true, campaign_trigger_id: to.campaign } },
    getSend: send,
    updateSend: { ...send, body: { status: 'paused' } },
    listMessages: { ...send, query: { state: 'failed', outcome: 'clicked', page: 1, limit: 5 } },
    downloadSendFailures: send,
    resendSend: { ...send, body: { states: ['failed'] } },
    getMessage: { params: { id: to.message } },
    resendMessage: { params: { id: to.message } },
    followLink: { params: { token: 'x' } },
    markOpened: { params: { token: 'x' } },
    showMailPreferences: preferences,
    refuseMail: { ...preferences, body: { scope: 'all' } },
    listEmailLogs: { query: { ...logged, limit: 5 } },
    exportEmailLogs: { query: logged },
    getEmailCounts: { params: { id: to.contact } },
    listEmailHistory: {
      params: { id: to.contact },
      body: {
        q: 'policy',
        event: 'sent',
        sender_id: to.user,
        start_date: '11/01/2026',
        end_date: '11/30/2026',
        order_type: 'ASC',
      },
    },
  };
}
