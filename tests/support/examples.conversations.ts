// Examples of the calls about answers of contacts, webhooks, services and sending domains.
import { insertId } from '#areas/office/companies/companies.create.ts';
import type { areas } from '#contract/index.ts';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import type { Targets } from './examples.ts';
import type { Sent, TestServer } from './server.ts';

type Contract = (typeof areas)['conversations'] &
  (typeof areas)['webhooks'] &
  (typeof areas)['services'] &
  (typeof areas)['sendingDomains'] &
  (typeof areas)['texting'] &
  (typeof areas)['scheduledMessages'] &
  (typeof areas)['sandboxPhones'];
type Calls = { [Name in keyof Contract as Contract[Name] extends Endpoint ? Name : never]: Sent<Contract[Name]> };

/** Nobody listens there. */
const noPicture = 'http://127.0.0.1:9/logo.png';

/** One with a mail that brought a file. `subject`: in clear. */
export async function someConversation(
  { operator: { db } }: TestServer,
  company_id: number,
  contact_id: number,
  owner_id: number,
  subject: string,
) {
  const conversation = await insertId(db, 'conversations', {
    company_id,
    channel: 'email',
    line: String(owner_id),
    their_address: `${subject}@example.com`,
    contact_id,
    owner_id,
    subject,
    last_at: new Date(),
    unread: true,
  });
  const received = await insertId(db, 'received_messages', {
    company_id,
    conversation_id: conversation,
    message_key: `<${subject}@example.com>`,
    from_address: `${subject}@example.com`,
    subject,
    html: `<img src="${noPicture}">`,
    at: new Date(),
  });
  const receivedFile = await insertId(db, 'files', {
    company_id,
    key: `${company_id}/${crypto.randomUUID()}`,
    kind: 'received file',
    owner_id: received,
    name: subject,
    type: 'text/plain',
    size: 1,
    state: 'kept',
  });
  const sendingDomain = await insertId(db, 'sending_domains', {
    company_id,
    domain: `${subject}.example`,
    selector: 'steward1',
    public_key: 'MIIB',
    private_key_sealed: Buffer.of(1),
  });
  const scheduledMessage = await insertId(db, 'scheduled_messages', {
    company_id,
    conversation_id: conversation,
    body: subject,
    send_at: inAnHour,
    asked_by: owner_id,
  });
  return { conversation, receivedMessage: received, receivedFile, sendingDomain, scheduledMessage };
}

/** One moment for all: the loops compare the examples of two companies. */
const inAnHour = new Date(Date.now() + 3_600_000).toISOString();

export function conversationCalls(to: Targets): Calls {
  const conversation = { params: { id: to.conversation } };
  return {
    listConversations: { query: { q: 'rosa', filter: 'mine', unread: true, contact_id: to.contact, limit: 10 } },
    countUnread: {},
    getConversation: conversation,
    updateConversation: { ...conversation, body: { unread: false, contact_id: to.contact, owner_id: to.user } },
    answerConversation: { ...conversation, body: { text: 'Thank you.\nI call you.' } },
    getMergeValues: conversation,
    listScheduledMessages: conversation,
    createScheduledMessage: { ...conversation, body: { text: 'See you tomorrow', send_at: inAnHour } },
    updateScheduledMessage: { params: { id: to.scheduledMessage }, body: { text: 'See you on Monday' } },
    deleteScheduledMessage: { params: { id: to.scheduledMessage } },
    showPresence: { ...conversation, body: { doing: 'looking' } },
    downloadReceivedFile: { params: { id: to.conversation, file_id: to.receivedFile } },
    downloadReceivedPicture: { params: { id: to.conversation, message_id: to.receivedMessage }, query: { src: noPicture } },
    setPictureSender: { params: { id: to.conversation, message_id: to.receivedMessage }, body: { always: true } },
    fetchConversations: {
      body: { q: 'rosa', tab: 'mine', channel: 'email', unread: true, flagged: false, order: 'latest', limit: 10 },
    },
    readConversation: { body: { id: to.conversation } },
    showConversation: { body: { contact_id: to.contact } },
    fetchMessages: { body: { conversation_id: to.conversation, limit: 10 } },
    sendTextGroup: { body: { ids: [to.contact], message_content: 'Hello {{first_name|there}}', purpose: 'service' } },
    sendBroadcastText: { body: { ids: [to.contact], campaign_trigger_id: to.textCampaign } },
    estimateTextGroup: { body: { ids: [to.contact], message_content: 'Hello {{first_name|there}}', people: 1 } },
    listReadyTextCampaigns: { query: { q: 'birth', place: 'bulk' } },
    sendTestText: { body: { campaign_trigger_id: to.textCampaign, contact_id: to.contact, all: true, phone: '305-555-0199' } },
    sendMessage: { body: { contact_id: to.contact, message_content: 'See you on Monday' } },
    getTextCover: {},
    updatePermission: { body: { contact_id: to.contact, permission: false, text: 'He called', at: '2026-01-02T03:04:05Z' } },
    downloadTextMedia: { params: { token: `1-${crypto.randomUUID()}` } },
    listSandboxPhones: { query: { q: '305' } },
    getSandboxPhone: { params: { number: '3055550142' } },
    openSandboxPhone: { params: { number: '3055550142' } },
    updateSandboxPhone: { params: { number: '3055550142' }, body: { is_off: false } },
    writeFromSandboxPhone: { params: { number: '3055550142' }, body: { to: '3055550120', body: 'Hello' } },
    downloadSandboxPicture: { params: { id: 1_000_000_000 } },
    receiveWebhook: { params: { kind: 'mail', token: 'x'.repeat(43) } },
    getServices: {},
    showInboundSecret: {},
    renewInbound: {},
    resumeMarketing: {},
    listSendingDomains: {},
    createSendingDomain: { body: { domain: 'benefits.example' } },
    checkSendingDomain: { params: { id: to.sendingDomain } },
    setSandboxRecords: { params: { id: to.sendingDomain }, body: { kinds: ['dkim'] } },
    deleteSendingDomain: { params: { id: to.sendingDomain } },
  };
}
