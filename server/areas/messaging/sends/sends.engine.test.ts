// The engine's rules: stops, paces, claims that outlive their lease, failed preparation, and who may let a send
// go on.
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { failBulkAction } from '#areas/crm/bulk/bulk.run.ts';
import { createEmail } from '#contract/emails.ts';
import { getMessage, getSend, listMessages, listSends, mailGroup, resendSend, sendEmail, updateSend } from '#contract/sends.ts';
import { loadActor, systemActor } from '#kernel/actors.ts';
import type { WorkCtx } from '#kernel/context.ts';
import type { Operation } from '#kernel/jobs/operations.ts';
import { runPumps } from '#kernel/jobs/pump.ts';
import { type Mail, type MailProvider, MailRefused, MailSlowDown } from '#kernel/mail/mail.ts';
import { aMailDoc } from '#tests/support/examples.emails.ts';
import { aCompany, aContact, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type TestServer } from '#tests/support/server.ts';
import { retried } from './engine/sends.deliver.ts';
import { leaseMs } from './engine/sends.lane.ts';
import { receiverOf } from './mails/sends.mailPace.ts';
import { deliver, sendPump } from './sends.lanes.ts';
import { messageOperation } from './sends.operations.ts';
import { startScheduled } from './sends.service.ts';

let server: TestServer;
let company: TestCompany<'agent' | 'manager' | 'colleague'>;
beforeAll(async () => {
  server = await aServer();
  company = await aCompany(server, {
    manager: {},
    agent: { under: 'manager' },
    colleague: { role: 'agent', under: 'manager' },
  });
});

let count = 0;
const contacts = (number: number, domain = 'example.com') =>
  Promise.all(
    Array.from({ length: number }, () =>
      aContact(server, company.companyId, { owner_id: company.people.agent.userId, email: `c${++count}@${domain}` }),
    ),
  );
const write = (ids: number[], more: object = {}) =>
  company.people.agent.call(sendEmail, { body: { ids, subject: 'Hello', email_body: 'Your card is here.', ...more } });
const agentGets = (id: number) => company.people.agent.call(getSend, { params: { id } });
const workAt = (clock: () => Date, mail: MailProvider | null = null): WorkCtx => {
  const platform = { ...server.platform, clock, mail };
  return { platform, clock, log: platform.log, actor: systemActor(company.companyId) };
};

/** A mail server that takes all, unless `act` throws. */
function aMailServer(act: (mail: Mail) => void = () => {}) {
  const taken: Mail[] = [];
  const provider: MailProvider = {
    async send(mail) {
      act(mail);
      taken.push(mail);
      return { id: `<${mail.messageKey}@steward.test>` };
    },
    find: async (key) => taken.some(({ messageKey }) => messageKey === key),
    close: () => {},
  };
  return { provider, taken };
}

async function sendDue(mail: MailProvider, clock = () => new Date()) {
  const ctx = workAt(clock, mail);
  // Tests move the clock to and fro: no lease of another one's hour counts.
  await server.operator.db
    .updateTable('lanes')
    .set({ leased_until: new Date(0), asked_until: null })
    .execute();
  await runPumps(server.operator.db, ctx.platform, [sendPump]);
  await deliver(ctx, new AbortController().signal);
}

const told = async (event: string) => {
  const { rows } = await sql<{ payload: Record<string, unknown> }>`
    select payload from outbox where kind = 'cable' and payload ->> 'event' = ${event} order by id`.execute(server.operator.db);
  return rows.map(({ payload }) => payload);
};

test('what the check stops is refused when it is asked for, by field', async () => {
  const ids = await contacts(1);
  const { agent } = company.people;
  await expect(write(ids, { email_body: { type: 'doc', content: [{ type: 'paragraph' }] } })).rejects.toMatchObject({
    problem: { errors: { email_body: ['The mail is empty.'] } },
  });
  await expect(write(ids, { purpose: 'marketing' })).rejects.toMatchObject({
    problem: { errors: { purpose: [expect.stringContaining('postal address'), expect.stringContaining('disclaimer')] } },
  });
  const { id: email_id } = await agent.call(createEmail, { body: { name: 'Blank', subject: '', doc: aMailDoc('Hi') } });
  await expect(agent.call(mailGroup, { body: { ids, email_id, purpose: 'service' } })).rejects.toMatchObject({
    problem: { errors: { email_id: ['The mail has no subject.'] } },
  });
  expect((await agent.call(listSends, { query: {} })).data).toEqual([]);
});

test('a planned mailing that the check stops at its hour fails, and its asker is told why', async () => {
  const { agent } = company.people;
  const { companyId: company_id } = company;
  const { db } = server.operator;
  const { id: email_id } = await agent.call(createEmail, { body: { name: 'Offer', subject: 'Offer', doc: aMailDoc('Offer') } });
  const value = JSON.stringify('1 Main Street, Miami FL 33101');
  await db.insertInto('settings').values({ company_id, name: 'compliance.postal_address', value }).execute();
  await sql`insert into contact_rules (company_id, kind, channels, body, title, replaces, effective_from, created_by)
    values (${company_id}, 'disclaimer', '{email}', 'We represent 7 organizations.', 'Ours', 'us.tpmo', '2026-01-02', ${agent.userId})`.execute(
    db,
  );
  const hour = new Date(Date.now() + 3_600_000);
  const body = { ids: await contacts(1), email_id, send_now: false, send_at: hour.toISOString() };
  const send = await agent.call(mailGroup, { body });
  await db.deleteFrom('settings').where('company_id', '=', company_id).where('name', '=', 'compliance.postal_address').execute();
  const actor = await loadActor(server.platform, company_id, agent.userId, null);
  if (!actor) throw new Error('the agent is there');
  await startScheduled({ ...workAt(() => hour), actor }, send.id);
  const failed = await agentGets(send.id);
  expect(failed).toMatchObject({ status: 'failed', failure: expect.stringContaining('postal address') });
  expect(await told('send.failed')).toContainEqual({
    event: 'send.failed',
    id: send.id,
    subject: 'Offer',
    failure: failed.failure,
  });
});

test('a preparation that fails ends the mailing, and nobody waits for it', async () => {
  const { agent } = company.people;
  const { id: email_id } = await agent.call(createEmail, { body: { name: 'Fails', subject: 'Fails', doc: aMailDoc('Hi') } });
  const send = await agent.call(mailGroup, { body: { ids: await contacts(2), email_id, purpose: 'service' } });
  expect(send.status).toBe('preparing');
  await failBulkAction(
    workAt(() => new Date()),
    send.bulk_action_id ?? 0,
    [messageOperation] as Operation[],
  );
  expect(await agentGets(send.id)).toMatchObject({
    status: 'failed',
    failure: expect.stringContaining('prepared'),
    can: { cancel: false },
  });
  const { provider, taken } = aMailServer();
  await sendDue(provider);
  expect(taken).toEqual([]);
});

test('a worker that outlives its lease hands nothing more over', async () => {
  const send = await write(await contacts(12));
  let now = Date.now();
  const clock = () => new Date(now);
  const { provider, taken } = aMailServer(() => {
    now += leaseMs; // the mail server hung, and another worker may have the lane by now
  });
  const once = { ...provider, find: async () => true };
  await deliverOnce(once, clock);
  expect(taken.length).toBeLessThanOrEqual(5); // those that were being handed over at the same moment
  expect(await agentGets(send.id)).toMatchObject({ counts: { sent: taken.length, queued: 12 - taken.length } });
  const after = aMailServer();
  await sendDue(after.provider, clock);
  expect(new Set([...taken, ...after.taken].map(({ to }) => to.address)).size).toBe(12);
  expect(taken.length + after.taken.length).toBe(12);
});

/** One batch: the lease's end stops the others. */
async function deliverOnce(mail: MailProvider, clock: () => Date) {
  const ctx = workAt(clock, mail);
  await server.operator.db
    .updateTable('lanes')
    .set({ leased_until: new Date(0), asked_until: null })
    .execute();
  await runPumps(server.operator.db, ctx.platform, [sendPump]);
  const signal = new AbortController();
  const stopping: MailProvider = {
    ...mail,
    send(given) {
      signal.abort();
      return mail.send(given);
    },
  };
  await deliver({ ...ctx, platform: { ...ctx.platform, mail: stopping } }, signal.signal);
}

test('writing down is tried again', async () => {
  let tries = 0;
  const work = async () => {
    if (++tries < 3) throw new Error('40P01');
    return 'done';
  };
  expect(await retried(work, 1)).toBe('done');
  await expect(retried(() => Promise.reject(new Error('away')), 1)).rejects.toThrow('away');
});

test('the daily limit of an address holds within one batch', async () => {
  const { companyId } = company;
  const [contact = 0] = await contacts(1);
  for (let number = 0; number < 7; number++) await write([contact], { subject: `Mail ${number}` });
  const { provider, taken } = aMailServer();
  await sendDue(provider);
  expect(taken).toHaveLength(5); // us.email_cap
  await sql`update messages set state = 'cancelled' where company_id = ${companyId} and state = 'queued'`.execute(
    server.operator.db,
  );
  await sql`update sends set queued = 0, status = 'done' where company_id = ${companyId}`.execute(server.operator.db);
});

test('its asker and leaders let a paused send go on; others do not see it', async () => {
  const { agent, manager, colleague } = company.people;
  const send = await write(await contacts(1));
  const to = (status: 'paused' | 'sending' | 'cancelled') => ({ params: { id: send.id }, body: { status } });
  await agent.call(updateSend, to('paused'));
  await expect(colleague.call(updateSend, to('sending'))).rejects.toThrow('not_found');
  expect((await manager.call(updateSend, to('sending'))).status).toBe('sending');
  // A leader who may not send such mail stops it, and does not start it.
  await sql`update sends set kind = 'broadcast' where company_id = ${company.companyId} and id = ${send.id}`.execute(
    server.operator.db,
  );
  const office = await agent.call(updateSend, to('paused'));
  expect(office.can).toMatchObject({ resume: false, cancel: true });
  await expect(agent.call(updateSend, to('sending'))).rejects.toMatchObject({ status: 403 });
  await agent.call(updateSend, to('cancelled'));
});

test('what failed is sent again at once for a whole send', async () => {
  const send = await write(await contacts(3));
  const refusing = aMailServer(() => {
    throw new MailRefused('550');
  });
  await sendDue(refusing.provider);
  expect(await agentGets(send.id)).toMatchObject({ status: 'done', counts: { failed: 3 }, can: { resend: true } });
  const { agent } = company.people;
  const again = await agent.call(resendSend, { params: { id: send.id }, body: {} });
  expect(again).toMatchObject({ status: 'sending', counts: { failed: 0, queued: 3 } });
  const { provider, taken } = aMailServer();
  await sendDue(provider);
  expect(taken).toHaveLength(3);
  await expect(agent.call(resendSend, { params: { id: send.id }, body: {} })).rejects.toThrow('not_resendable');
});

test('a domain gets so much a minute, the others do not wait for it, and half when it says it is too much', async () => {
  const { companyId: company_id } = company;
  const { db } = server.operator;
  await db
    .insertInto('settings')
    .values({ company_id, name: 'sends.gmail_per_minute', value: JSON.stringify(4) })
    .execute();
  const start = new Date(Math.ceil(Date.now() / 60_000) * 60_000);
  const [few, other] = [await write(await contacts(10, 'gmail.com')), await write(await contacts(3, 'slow.example'))];
  let tooMuch = false;
  const { provider, taken } = aMailServer(({ to }) => {
    if (tooMuch && to.address.endsWith('@gmail.com')) throw new MailSlowDown('421');
  });
  const minute = (number: number) => () => new Date(start.getTime() + number * 60_000);
  await sendDue(provider, minute(0));
  expect(taken.map(({ to }) => receiverOf(to.address)).toSorted()).toEqual([
    ...Array(4).fill('gmail'),
    ...Array(3).fill('slow.example'),
  ]);
  expect(await agentGets(other.id)).toMatchObject({ status: 'done' });
  const { data } = await company.people.agent.call(listMessages, { params: { id: few.id }, query: { state: 'queued' } });
  expect(data.map(({ reason }) => reason)).toEqual(Array(6).fill('paced'));
  tooMuch = true;
  await sendDue(provider, minute(2)); // 4 are due, and refused
  tooMuch = false;
  await sendDue(provider, minute(5));
  expect(taken).toHaveLength(7 + 2);
  for (let later = 6; later < 20; later++) await sendDue(provider, minute(later));
  expect(taken).toHaveLength(13);
  expect(await agentGets(few.id)).toMatchObject({ status: 'done', counts: { sent: 10 } });
});

test('a sent mail is read as it was sent, with its decision, by those who reach the contact', async () => {
  const { agent, manager, colleague } = company.people;
  const [contact = 0] = await contacts(1);
  await sql`update contacts set first_name = 'Rosa' where company_id = ${company.companyId} and id = ${contact}`.execute(
    server.operator.db,
  );
  const send = await write([contact], { subject: 'Hello {{first_name}}', email_body: 'Dear {{first_name}},' });
  const { provider, taken } = aMailServer();
  await sendDue(provider);
  await sql`update contacts set first_name = 'Renamed' where company_id = ${company.companyId} and id = ${contact}`.execute(
    server.operator.db,
  );
  const { data } = await agent.call(listMessages, { params: { id: send.id }, query: {} });
  const read = (who: typeof agent) => who.call(getMessage, { params: { id: data[0]?.id ?? 0 } });
  expect(await read(manager)).toMatchObject({
    subject: 'Hello Rosa',
    html: expect.stringContaining('Dear Rosa,'),
    text: taken[0]?.text,
    as_sent: true,
    decision: { answer: 'yes', purpose: 'service' },
    rules: expect.arrayContaining(['Proof of consent and contact is kept for 10 years']),
  });
  await expect(read(colleague)).rejects.toThrow('not_found');
});

test('companies that waited longest come first', async () => {
  const far = await aCompany(server, { admin: {} });
  const contact = await aContact(server, far.companyId, { owner_id: far.people.admin.userId, email: 'far@example.com' });
  await far.people.admin.call(sendEmail, { body: { ids: [contact], subject: 'Hi', email_body: 'Hi' } });
  await write(await contacts(1));
  const now = new Date(Date.now() + 3_600_000);
  expect(await sendPump.listDue(server.operator.db, now, 10)).toEqual([far.companyId, company.companyId]);
});
