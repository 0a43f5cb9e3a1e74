// Reports of SES on our mails through SNS: signed, once, for the company of the mail alone; and mails that
// arrive through it.
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { getConversation, listConversations } from '#contract/conversations.ts';
import { getSend, sendEmail } from '#contract/sends.ts';
import { systemActor } from '#kernel/actors.ts';
import { runPumps } from '#kernel/jobs/pump.ts';
import { aCompany, aContact, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type TestServer } from '#tests/support/server.ts';
import { aSesInstallation, aTopic, eventOf, receivedOf, type SesEvent, webhookToken } from '#tests/support/ses.ts';
import { mailHook } from '../conversations/conversations.receive.ts';
import { mailFates } from '../sends/mails/sends.fates.ts';
import { deliver, sendPump } from '../sends/sends.lanes.ts';
import { handleCall } from './webhooks.service.ts';

let server: TestServer;
let company: TestCompany<'agent'>;
let other: TestCompany<'agent'>;
let ses: ReturnType<typeof aSesInstallation>;
beforeAll(async () => {
  server = await aServer();
  company = await aCompany(server, { agent: {} });
  other = await aCompany(server, { agent: {} });
});
beforeEach(() => {
  ses = aSesInstallation();
  server.platform.mail = ses.mail;
});

const ctxOf = (companyId: number) => {
  const { platform } = server;
  return { platform, clock: platform.clock, log: platform.log, actor: systemActor(companyId) };
};

let count = 0;
/** A mail of the agent to a new contact, as SES has it. */
async function aMail({ people: { agent }, companyId }: TestCompany<'agent'>) {
  const email = `nina${++count}@example.com`;
  const contact = await aContact(server, companyId, { owner_id: agent.userId, first_name: 'Nina', email });
  const body = { ids: [contact], subject: 'Your plan', email_body: 'Hello Nina', purpose: 'service' as const };
  const { id } = await agent.call(sendEmail, { body });
  await runPumps(server.operator.db, server.platform, [sendPump]);
  await deliver(ctxOf(companyId), new AbortController().signal);
  const sent = ses.account.accepted.find(({ to }) => to[0] === email);
  if (!sent) throw new Error('SES has no mail');
  return { send: id, email, contact, sent, counts: async () => (await agent.call(getSend, { params: { id } })).counts };
}

async function call(body: object, token = webhookToken): Promise<number> {
  const url = `/v1/webhooks/ses/${token}`;
  const headers = { 'content-type': 'text/plain; charset=UTF-8' };
  const { statusCode } = await server.app.inject({ method: 'POST', url, headers, payload: JSON.stringify(body) });
  const waiting = await server.operator.db
    .selectFrom('hook_calls')
    .select(['id', 'company_id'])
    .where('state', '=', 'waiting')
    .execute();
  for (const { id, company_id } of waiting) await handleCall(ctxOf(company_id), id, [mailFates, mailHook]);
  return statusCode;
}
const tell = (mail: Awaited<ReturnType<typeof aMail>>, event: SesEvent) => call(ses.topic.notify(eventOf(mail.sent, event)));
const suppressed = (address: string) =>
  server.operator.db.selectFrom('suppressions').select(['company_id', 'reason']).where('address', '=', address).execute();
const messageOf = ({ send }: { send: number }) =>
  server.operator.db.selectFrom('messages').selectAll().where('send_id', '=', send).executeTakeFirstOrThrow();

test('deliveries, bounces and complaints reach their mail; what is for good ends mail to the address', async () => {
  const delivered = await aMail(company);
  expect(await tell(delivered, 'Send')).toBe(204);
  expect(await tell(delivered, 'Delivery')).toBe(204);
  expect(await delivered.counts()).toMatchObject({ sent: 1, delivered: 1, bounced: 0 });

  const gone = await aMail(company);
  await tell(gone, 'Permanent');
  expect(await gone.counts()).toMatchObject({ bounced: 1 });
  expect(await suppressed(gone.email)).toEqual([{ company_id: company.companyId, reason: 'bounce' }]);

  const full = await aMail(company);
  await tell(full, 'Transient');
  expect(await full.counts()).toMatchObject({ bounced: 1 });
  expect(await suppressed(full.email)).toEqual([]);

  const annoyed = await aMail(company);
  await tell(annoyed, 'Complaint');
  expect(await annoyed.counts()).toMatchObject({ complained: 1 });
  expect(await suppressed(annoyed.email)).toEqual([{ company_id: company.companyId, reason: 'complaint' }]);
});

test('an event counts once, however often and in whatever order it comes', async () => {
  const mail = await aMail(company);
  const bounce = eventOf(mail.sent, 'Transient');
  const first = ses.topic.notify(bounce);
  for (const again of [first, first, ses.topic.notify(bounce)]) expect(await call(again)).toBe(204);
  await tell(mail, 'Delivery');
  await tell(mail, 'Send');
  expect(await mail.counts()).toMatchObject({ sent: 1, delivered: 1, bounced: 1 });
  const { rows } = await server.operator.pool.query(
    "select count(*)::int as n from message_events where kind = 'bounced' and message_id = $1",
    [(await messageOf(mail)).id],
  );
  expect(rows).toEqual([{ n: 1 }]);
});

test('a forged call changes nothing, and the address without its token is none', async () => {
  const mail = await aMail(company);
  const event = eventOf(mail.sent, 'Permanent');
  const good = ses.topic.notify(event);
  expect(await call({ ...good, Message: good.Message.replace('Permanent', 'Transient') })).toBe(401);
  expect(await call(aTopic('arn:aws:sns:us-east-1:999999999999:mail').notify(event))).toBe(401);
  expect(await call(ses.topic.notify(event, { SigningCertURL: 'https://evil.example/x.pem' }))).toBe(401);
  expect(await call(good, 'x'.repeat(43))).toBe(404);
  expect(await mail.counts()).toMatchObject({ bounced: 0 });
  server.platform.mail = { ...ses.mail, reports: undefined } as never;
  expect(await call(good)).toBe(404);
});

test('the key in the tag says whose mail it is: another company’s id changes nothing there', async () => {
  const ours = await aMail(company);
  const theirs = await aMail(other);
  // The id of their mail in an event of ours; and their company in our key, whose secret they don't have.
  await call(ses.topic.notify(eventOf({ ...ours.sent, id: theirs.sent.id }, 'Permanent')));
  expect(await ours.counts()).toMatchObject({ bounced: 1 });
  const tag = ours.sent.tags.steward ?? '';
  for (const steward of [
    tag.replace(`m${company.companyId}_`, `m${other.companyId}_`),
    tag.replace(`m${company.companyId}_`, 'm999999999_'),
    tag.replace(/_[0-9a-f]{8}-/, '_00000000-'),
    'nonsense',
  ])
    expect(await call(ses.topic.notify(eventOf({ ...theirs.sent, tags: { steward } }, 'Complaint')))).toBe(204);
  expect(await theirs.counts()).toMatchObject({ bounced: 0, complained: 0 });
  expect(await ours.counts()).toMatchObject({ complained: 0 });
  expect(await suppressed(theirs.email)).toEqual([]);
});

test('a mail whose answer was lost is known to have left once SES says so', async () => {
  const mail = await aMail(company);
  const { db } = server.operator;
  await db
    .updateTable('messages')
    .set({ state: 'unknown', provider_id: null, sent_at: null })
    .where('send_id', '=', mail.send)
    .execute();
  await db.updateTable('sends').set({ sent: 0, unknown: 1 }).where('id', '=', mail.send).execute();
  await tell(mail, 'Send');
  expect(await messageOf(mail)).toMatchObject({ state: 'sent', provider_id: `<${mail.sent.id}@email.amazonses.com>` });
  expect(await mail.counts()).toMatchObject({ sent: 1, unknown: 0 });

  // A worker died while it waited for the answer: the next one finds the id that the event left.
  const long = new Date(Date.now() - 3_600_000);
  await db
    .updateTable('messages')
    .set({ state: 'sending', provider_id: null, claimed_at: long })
    .where('send_id', '=', mail.send)
    .execute();
  await db.updateTable('sends').set({ sent: 0, queued: 1, status: 'sending' }).where('id', '=', mail.send).execute();
  await tell(mail, 'Send');
  expect(await messageOf(mail)).toMatchObject({ state: 'sending' });
  await deliver(ctxOf(company.companyId), new AbortController().signal);
  expect(await messageOf(mail)).toMatchObject({ state: 'sent' });
  expect(ses.account.accepted).toHaveLength(1);
});

test('a mail that arrives by a receipt rule goes to the company whose address it was sent to, and to no other', async () => {
  const { agent } = company.people;
  const mail = await aMail(company);
  const replyTo = /^Reply-To: .*<(r-[^>]+)>/im.exec(mail.sent.raw.toString())?.[1] ?? '';
  const raw = `From: Nina <${mail.email}>\r\nTo: Ana <${replyTo}>\r\nSubject: Re: Your plan\r\nMessage-ID: <x1@example.com>\r\n\r\nPlease call me`;
  const received = receivedOf(raw, [replyTo]);
  expect(await call(ses.topic.notify(received))).toBe(204);
  expect(await call(ses.topic.notify(received))).toBe(204);
  const { data } = await agent.call(listConversations, { query: { q: mail.email } });
  expect(data).toMatchObject([{ their_address: mail.email, excerpt: 'Please call me', unread: true }]);
  expect(await mail.counts()).toMatchObject({ replied: 1 });

  const forged = replyTo.replace(/^r-[0-9a-z]+-/, `r-${other.companyId.toString(36)}-`);
  for (const to of [forged, 'r-zzzzzzzz-1-0123456789abcdef0123@reply.steward.test', 'someone@reply.steward.test'])
    expect(await call(ses.topic.notify(receivedOf(raw.replace('x1', 'x2'), [to])))).toBe(204);
  expect((await other.people.agent.call(listConversations, { query: {} })).data).toEqual([]);
});

test('an answer that names SES’s Message-ID alone belongs to the mail, in its own company', async () => {
  const { agent } = company.people;
  const mail = await aMail(company);
  const raw = (from: string) =>
    Buffer.from(
      `From: ${from}\r\nTo: office@example.com\r\nIn-Reply-To: <${mail.sent.id}@email.amazonses.com>\r\nMessage-ID: <y1@example.com>\r\nSubject: Re: Your plan\r\n\r\nYes`,
    );
  await mailHook.handle(ctxOf(company.companyId), raw('nina.at.work@example.net'));
  const { data } = await agent.call(listConversations, { query: { q: 'nina.at.work@example.net' } });
  expect(data).toMatchObject([{ contact: { id: mail.contact } }]);
  const { items } = await agent.call(getConversation, { params: { id: data[0]?.id ?? 0 } });
  expect(items).toMatchObject([{ direction: 'out' }, { direction: 'in', text: 'Yes' }]);
  await mailHook.handle(ctxOf(other.companyId), raw('stranger@example.net'));
  const theirs = await server.operator.db
    .selectFrom('conversations')
    .select('contact_id')
    .where('company_id', '=', other.companyId)
    .execute();
  expect(theirs).toEqual([{ contact_id: null }]);
});
