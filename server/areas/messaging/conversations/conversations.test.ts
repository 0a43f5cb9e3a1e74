// Responses to a mail: answers, automatic answers, bounces, complaints; each as the demo's mailbox sends it
// through the real webhook.
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { listContactTimeline } from '#contract/contactHistory.ts';
import {
  answerConversation,
  countUnread,
  downloadReceivedFile,
  getConversation,
  listConversations,
  updateConversation,
} from '#contract/conversations.ts';
import { loadDashboardCard } from '#contract/dashboard.ts';
import { actOnSandboxMail, getSandboxMail, listSandboxMails, type SandboxAct } from '#contract/sandbox.ts';
import { getSend, listMessages, sendEmail } from '#contract/sends.ts';
import { getServices, resumeMarketing } from '#contract/services.ts';
import { systemActor } from '#kernel/actors.ts';
import { runPumps } from '#kernel/jobs/pump.ts';
import { aCompany, aContact, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type Client, call, type TestServer } from '#tests/support/server.ts';
import { replyTokenOf } from '../sends/mails/sends.replies.ts';
import { deliver, sendPump } from '../sends/sends.lanes.ts';
import { handleCall } from '../webhooks/webhooks.service.ts';
import { receiveMail } from './conversations.receive.ts';

let server: TestServer;
let company: TestCompany<'admin' | 'agent' | 'agent2' | 'manager'>;
beforeAll(async () => {
  server = await aServer();
  company = await aCompany(server, { admin: {}, manager: {}, agent: { under: 'manager' }, agent2: {} });
});

const ctx = () => {
  const { platform } = server;
  return { platform, clock: platform.clock, log: platform.log, actor: systemActor(company.companyId) };
};

async function sendDue() {
  await runPumps(server.operator.db, server.platform, [sendPump]);
  await deliver(ctx(), new AbortController().signal);
}

/** The jobs of calls that wait. */
async function handleCalls() {
  const waiting = await server.operator.db
    .selectFrom('hook_calls')
    .select('id')
    .where('state', '=', 'waiting')
    .orderBy('id')
    .execute();
  for (const { id } of waiting) await handleCall(ctx(), id, [{ name: 'mail', handle: receiveMail }]);
}

let count = 0;
/** A mail of the agent in the mailbox of a new contact. */
async function aMail({ email = `nina${++count}@example.com`, purpose = 'service' as 'service' | 'marketing' } = {}) {
  const contact = await aContact(server, company.companyId, {
    owner_id: company.people.agent.userId,
    first_name: 'Nina',
    last_name: `Ruiz ${count}`,
    email,
  });
  const body = { ids: [contact], subject: 'Your plan', email_body: 'Hello Nina', purpose };
  const send = await company.people.agent.call(sendEmail, { body });
  await sendDue();
  return { contact, email, send: send.id, mail: await mailTo(email) };
}

async function mailTo(address: string) {
  const { data } = await call(server.app, {}, listSandboxMails, { query: { q: address } });
  const [{ id = 0 } = {}] = data;
  return call(server.app, {}, getSandboxMail, { params: { id } });
}

async function act(id: number, act: SandboxAct, text = '') {
  await call(server.app, {}, actOnSandboxMail, { params: { id }, body: { act, text } });
  await handleCalls();
}

const counts = async (id: number) => (await company.people.agent.call(getSend, { params: { id } })).counts;
const suppressions = (address: string) =>
  server.operator.db.selectFrom('suppressions').select(['reason', 'purpose']).where('address', '=', address).execute();

test('an answer opens a conversation with the sender, unread, beside the mail that it answers', async () => {
  const { agent, agent2, manager } = company.people;
  const { contact, mail, send, email } = await aMail();
  expect(mail.headers).toContainEqual({ name: 'Reply-To', value: expect.stringMatching(/<r-[0-9a-z-]+@reply\.steward\.test>$/) });
  expect(mail.acts).toEqual(['reply', 'out_of_office', 'bounce', 'full_mailbox', 'spam']);
  await act(mail.id, 'reply', 'Please call me\non Monday');

  const { data } = await agent.call(listConversations, { query: { unread: true, q: email } });
  expect(data).toMatchObject([
    {
      contact: { id: contact },
      their_address: email,
      subject: 'Re: Your plan',
      excerpt: 'Please call me on Monday',
      unread: true,
    },
  ]);
  const id = data[0]?.id ?? 0;
  expect(await agent.call(countUnread, {})).toEqual({ count: 1 });
  expect((await manager.call(listConversations, { query: { q: email } })).data).toHaveLength(1);
  expect(await manager.call(countUnread, {})).toEqual({ count: 0 });
  const cardOf = (client: Client, scope: 'me' | 'team') => client.call(loadDashboardCard, { query: { type: 'replies', scope } });
  const search = { filter: 'mine', unread: true };
  expect(await cardOf(agent, 'me')).toMatchObject({ count: 1, rows: [{ text: 'Re: Your plan', search: { ...search, id } }] });
  expect((await cardOf(manager, 'me')).count).toBe(0);
  expect(await cardOf(manager, 'team')).toMatchObject({ count: 1, list: { search: { filter: 'all', unread: true } } });
  await expect(agent2.call(getConversation, { params: { id } })).rejects.toMatchObject({ status: 404 });

  const { items } = await agent.call(getConversation, { params: { id } });
  expect(items).toMatchObject([
    { direction: 'out', text: 'Hello Nina', state: 'sent', outcome: 'replied' },
    { direction: 'in', text: 'Please call me\non Monday', automatic: false },
  ]);
  expect(await counts(send)).toMatchObject({ sent: 1, replied: 1 });
  const timeline = await agent.call(listContactTimeline, { params: { id: contact }, query: {} });
  expect(JSON.stringify(timeline)).toContain('email_replied');
  await agent.call(updateConversation, { params: { id }, body: { unread: false } });
  expect(await agent.call(countUnread, {})).toEqual({ count: 0 });
});

test('an answer of ours goes through the gate as a reply, in the same conversation, under the same subject', async () => {
  const { agent } = company.people;
  const { mail, email } = await aMail();
  await act(mail.id, 'reply', 'A question');
  const [{ id = 0 } = {}] = (await agent.call(listConversations, { query: { q: email } })).data;
  const body = { text: 'An answer' };
  const send = await agent.call(answerConversation, { params: { id }, body, onceKey: 'answer-0001' });
  expect(send).toMatchObject({ purpose: 'reply', subject: 'Re: Your plan', counts: { queued: 1 } });
  expect((await agent.call(answerConversation, { params: { id }, body, onceKey: 'answer-0001' })).id).toBe(send.id);
  await sendDue();
  const answer = await mailTo(email);
  const received = await server.operator.db
    .selectFrom('received_messages')
    .selectAll()
    .where('conversation_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(answer.headers).toContainEqual({ name: 'In-Reply-To', value: received.message_key });
  expect(answer.text).toContain('An answer');
  await act(answer.id, 'reply', 'Thanks');
  const { items, unread } = await agent.call(getConversation, { params: { id } });
  expect(items.map(({ text, direction }) => `${direction} ${text}`)).toEqual([
    'out Hello Nina',
    'in A question',
    'out An answer',
    'in Thanks',
  ]);
  expect(unread).toBe(true);
});

test('an automatic answer is shown, and is never unread', async () => {
  const { mail, email, send } = await aMail();
  await act(mail.id, 'out_of_office');
  const { data } = await company.people.agent.call(listConversations, { query: { q: email } });
  expect(data).toMatchObject([{ unread: false, excerpt: 'I am out of the office until Monday.' }]);
  expect(await counts(send)).toMatchObject({ replied: 0 });
});

test('a mail that came back for good ends its address; one that came back thrice lets it rest', async () => {
  const { mail, send, email, contact } = await aMail();
  await act(mail.id, 'bounce');
  await act(mail.id, 'bounce');
  expect(await counts(send)).toMatchObject({ sent: 1, bounced: 1 });
  expect(await suppressions(email)).toEqual([{ reason: 'bounce', purpose: 'all' }]);
  const { data } = await company.people.agent.call(listMessages, { params: { id: send }, query: {} });
  expect(data).toMatchObject([{ state: 'sent', outcome: 'bounced' }]);
  const again = await company.people.agent.call(sendEmail, { body: { ids: [contact], subject: 'Again', email_body: 'Hi' } });
  expect(again.counts).toMatchObject({ blocked: 1 });

  const full = await aMail();
  for (let times = 0; times < 3; times++) await act(full.mail.id, 'full_mailbox');
  expect(await suppressions(full.email)).toEqual([]);
  const resting = await company.people.agent.call(sendEmail, {
    body: { ids: [full.contact], subject: 'Again', email_body: 'Hi' },
  });
  expect(resting.counts).toMatchObject({ blocked: 1 });
  const reasons = await company.people.agent.call(listMessages, { params: { id: resting.id }, query: {} });
  expect(reasons.data).toMatchObject([{ reason: 'resting_address' }]);
});

test('a complaint ends its address; too many pause marketing until an administrator resumes it', async () => {
  const { admin } = company.people;
  for (let times = 0; times < 3; times++) {
    const { mail, email, send } = await aMail();
    await act(mail.id, 'spam');
    expect(await suppressions(email)).toEqual([{ reason: 'complaint', purpose: 'all' }]);
    expect(await counts(send)).toMatchObject({ complained: 1 });
    if (times === 0) expect((await admin.call(getServices, {})).mail.health).toMatchObject({ state: 'warned', complaints: 1 });
  }
  expect((await admin.call(getServices, {})).mail.health).toMatchObject({ state: 'paused', complaints: 3 });
  const address = JSON.stringify('1 Main Street');
  await server.operator.db
    .insertInto('settings')
    .values({ company_id: company.companyId, name: 'compliance.postal_address', value: address })
    .execute();
  const { userId } = company.people.agent;
  await sql`
    insert into contact_rules (company_id, kind, channels, body, title, replaces, effective_from, created_by)
    values (${company.companyId}, 'disclaimer', '{email}', 'We represent 7 organizations.', 'Ours', 'us.tpmo', '2026-01-02', ${userId})`.execute(
    server.operator.db,
  );
  await server.operator.db
    .insertInto('agent_licences')
    .values({ company_id: company.companyId, user_id: userId, state: 'FL', number: '1' })
    .execute();
  const contact = await aContact(server, company.companyId, { owner_id: userId, email: 'quiet@example.com', state: 'FL' });
  const market = () =>
    company.people.agent.call(sendEmail, { body: { ids: [contact], subject: 'Offer', email_body: 'Hi', purpose: 'marketing' } });
  const paused = await market();
  expect((await company.people.agent.call(listMessages, { params: { id: paused.id }, query: {} })).data).toMatchObject([
    { reason: 'marketing_paused' },
  ]);
  await admin.call(resumeMarketing, {});
  expect((await market()).counts).toMatchObject({ queued: 1 });
});

const raw = (headers: Record<string, string>, body: string) =>
  Buffer.from(
    `${Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n${body}`,
  );

test('a mail is matched by its address, then by what it answers, then by its sender, else it is unmatched', async () => {
  const { agent, admin } = company.people;
  const { mail, email, contact } = await aMail();
  const messageId = mail.headers.find(({ name }) => name === 'Message-ID')?.value ?? '';
  await receiveMail(
    ctx(),
    raw(
      { From: 'other@example.net', To: 'office@harbor.test', 'In-Reply-To': messageId, 'Message-ID': '<a1@x>', Subject: 'Re: x' },
      'From my other address',
    ),
  );
  await receiveMail(
    ctx(),
    raw(
      { From: `Nina <${email.toUpperCase()}>`, To: 'office@harbor.test', 'Message-ID': '<a2@x>', Subject: 'New' },
      'A new matter',
    ),
  );
  await receiveMail(ctx(), raw({ From: 'stranger@example.org', To: 'office@harbor.test', Subject: 'Hello' }, 'Who are you?'));
  const [{ id = 0 } = {}] = (await agent.call(listConversations, { query: { contact_id: contact } })).data;
  const { items } = await agent.call(getConversation, { params: { id } });
  expect(items.map(({ text }) => text)).toEqual(['Hello Nina', 'From my other address', 'A new matter']);
  const unmatched = (await admin.call(listConversations, { query: { filter: 'unmatched' } })).data;
  expect(unmatched).toMatchObject([{ their_address: 'stranger@example.org', contact: null, can: { answer: false } }]);
  expect((await agent.call(listConversations, { query: { filter: 'unmatched' } })).data).toEqual([]);
  const params = { id: unmatched[0]?.id ?? 0 };
  await expect(admin.call(answerConversation, { params, body: { text: 'Hi' } })).rejects.toMatchObject({
    code: 'conversations.unmatched',
  });
  expect(await admin.call(updateConversation, { params, body: { contact_id: contact } })).toMatchObject({
    contact: { id: contact },
  });
});

test('a mail that comes twice is one; its files are stored; a token of another company or a guessed one means nothing', async () => {
  const { agent } = company.people;
  const { mail, email } = await aMail();
  const token = mail.headers.find(({ name }) => name === 'Reply-To')?.value.match(/<(.*)>/)?.[1] ?? '';
  const boundary = 'multipart/mixed; boundary=b';
  const body =
    '--b\r\n\r\nSee the file\r\n--b\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename="../card.txt"\r\n\r\n1EG4\r\n--b--';
  const letter = raw(
    {
      From: email,
      To: token.toUpperCase(),
      'Message-ID': '<once@x>',
      Subject: 'Card',
      'Content-Type': boundary,
      'MIME-Version': '1.0',
    },
    body,
  );
  await receiveMail(ctx(), letter);
  await receiveMail(ctx(), letter);
  const [{ id = 0 } = {}] = (await agent.call(listConversations, { query: { q: email } })).data;
  const { items } = await agent.call(getConversation, { params: { id } });
  expect(items).toHaveLength(2);
  const [file] = items[1]?.files ?? [];
  expect(file?.name).not.toContain('/');
  expect(await agent.call(downloadReceivedFile, { params: { id, file_id: file?.id ?? 0 } })).toContain('1EG4');

  const before = await server.operator.db.selectFrom('message_events').selectAll().execute();
  const report = (to: string) =>
    raw(
      {
        From: 'mailer-daemon@example.com',
        To: to,
        'Message-ID': `<${crypto.randomUUID()}@x>`,
        'Content-Type': 'multipart/report; boundary=b',
        'MIME-Version': '1.0',
      },
      '--b\r\n\r\nSorry\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; x\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n--b--',
    );
  const guessed = replyTokenOf(company.companyId, { id: 1, secret: crypto.randomUUID() });
  const foreign = token.replace(/^r-[0-9a-z]+/, `b-${(company.companyId + 1).toString(36)}`);
  for (const to of [`b-${guessed}@reply.steward.test`, foreign, 'b-@x', 'nobody@example.com'])
    await receiveMail(ctx(), report(to));
  expect(await server.operator.db.selectFrom('message_events').selectAll().execute()).toEqual(before);
});

test('hostile mails are kept or left, and never break the job', async () => {
  const deep = `Content-Type: multipart/mixed; boundary=a\r\n\r\n${'--a\r\nContent-Type: multipart/mixed; boundary=a\r\n\r\n'.repeat(20)}`;
  for (const odd of [
    '',
    '\0\0\0',
    'From: \r\n\r\n',
    'From: a@b.example\r\nSubject: =?utf-8?b?////?=\r\n\r\n\0x',
    `From: a@b.example\r\n${deep}`,
  ])
    await receiveMail(ctx(), Buffer.from(odd));
});
