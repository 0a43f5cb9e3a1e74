// Mail to contacts: who gets it, once, whatever happens to the worker and the mail server.
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { runBulkAction } from '#areas/crm/bulk/bulk.run.ts';
import { insertId } from '#areas/office/companies/companies.create.ts';
import { cancelBulkAction } from '#contract/bulk.ts';
import { mergeContacts } from '#contract/contactMerges.ts';
import { updateContact } from '#contract/contacts.ts';
import { listEmailHistory, listEmailLogs } from '#contract/emailLogs.ts';
import { createEmail } from '#contract/emails.ts';
import {
  getMessage,
  getSend,
  listMessages,
  listSends,
  mailGroup,
  resendMessage,
  type Send,
  sendBroadcastEmail,
  sendEmail,
  updateSend,
} from '#contract/sends.ts';
import { deactivateUser } from '#contract/userAdmin.ts';
import { loadActor, systemActor } from '#kernel/actors.ts';
import { inTenant } from '#kernel/context.ts';
import type { Operation } from '#kernel/jobs/operations.ts';
import { runPumps } from '#kernel/jobs/pump.ts';
import { type Mail, type MailProvider, MailRefused, MailUnavailable } from '#kernel/mail/mail.ts';
import { aMailDoc } from '#tests/support/examples.emails.ts';
import { aCompany, aContact, manyContacts, type TestCompany } from '#tests/support/factories.ts';
import { aServer, Refused, type TestServer } from '#tests/support/server.ts';
import { leaseMs, takeLease } from './engine/sends.lane.ts';
import { prepareMessages } from './engine/sends.prepare.ts';
import { claimMails } from './mails/sends.mailCourier.ts';
import { deliver, sendPump } from './sends.lanes.ts';
import { messageOperation } from './sends.operations.ts';
import { startScheduled } from './sends.service.ts';

let server: TestServer;
let company: TestCompany<'agent' | 'manager'>;
beforeAll(async () => {
  server = await aServer();
  company = await aCompany(server, { manager: {}, agent: { under: 'manager' } });
});

/** A mail server in the memory: what it accepted, by key. `act` may throw, before or after it accepts. */
function aMailServer(act: (mail: Mail, accept: () => void) => void = (_, accept) => accept()) {
  const accepted = new Map<string, Mail[]>();
  const provider: MailProvider = {
    async send(mail) {
      const key = mail.messageKey ?? '';
      act(mail, () => accepted.set(key, [...(accepted.get(key) ?? []), mail]));
      return { id: `<${key}@steward.test>` };
    },
    find: async (key) => accepted.has(key),
    close: () => {},
  };
  return {
    provider,
    accepted,
    all: () => [...accepted.values()].flat(),
    to: () =>
      [...accepted.values()]
        .flat()
        .map(({ to }) => to.address)
        .toSorted(),
  };
}

/** A look of the pump at this moment, and what it asks for. */
async function sendDue(mail: MailProvider, { at = new Date(), companyId = company.companyId } = {}) {
  const platform = { ...server.platform, mail, clock: () => at };
  // Tests move the clock to and fro: no lease of another one's hour counts.
  await server.operator.db
    .updateTable('lanes')
    .set({ leased_until: new Date(0), asked_until: null })
    .execute();
  await runPumps(server.operator.db, platform, [sendPump]);
  const lane = await server.operator.db.selectFrom('lanes').selectAll().where('company_id', '=', companyId).executeTakeFirst();
  if (!lane?.asked_until || new Date(lane.asked_until) <= at) return;
  const ctx = { platform, clock: platform.clock, log: platform.log, actor: systemActor(companyId) };
  await deliver(ctx, new AbortController().signal);
}

/** Runs the bulk action of a send, as its job does. */
async function prepare({ bulk_action_id, asked_by }: Send) {
  const { platform } = server;
  const actor = await loadActor(platform, company.companyId, asked_by.id, null);
  if (!actor || !bulk_action_id) throw new Error('there is nothing to prepare');
  const ctx = { platform, clock: platform.clock, log: platform.log, actor };
  await runBulkAction(ctx, bulk_action_id, [messageOperation] as Operation[], { signal: new AbortController().signal });
}

/** The disclaimer with the company's own numbers, which marketing carries where Medicare plans are sold. */
const fillDisclaimer = () =>
  sql`
    insert into contact_rules (company_id, kind, channels, body, title, replaces, effective_from, created_by)
    select ${company.companyId}::bigint, 'disclaimer', '{email}', 'We represent 7 organizations.', 'Ours', 'us.tpmo', '2026-01-02',
      ${company.people.agent.userId}::bigint
    where not exists (select from contact_rules where company_id = ${company.companyId} and kind = 'disclaimer')`.execute(
    server.operator.db,
  );

/** Without a postal address and a licence in the contact's state no marketing leaves. */
async function allowMarketing() {
  const { companyId: company_id, people } = company;
  const { db } = server.operator;
  const licence = { company_id, user_id: people.agent.userId, state: 'FL', number: 'W1' };
  await db
    .insertInto('agent_licences')
    .values(licence)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const value = JSON.stringify('1 Main Street, Miami FL 33101');
  await db
    .insertInto('settings')
    .values({ company_id, name: 'compliance.postal_address', value })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await fillDisclaimer();
}

let count = 0;
const aRosa = (spec: object = {}) =>
  aContact(server, company.companyId, {
    owner_id: company.people.agent.userId,
    first_name: 'Rosa',
    last_name: 'Alvarez',
    email: `rosa${++count}@example.com`,
    ...spec,
  });
const write = (ids: number[], more: object = {}, onceKey?: string) =>
  company.people.agent.call(sendEmail, {
    ...(onceKey && { onceKey }),
    body: { ids, subject: 'Hello {{first_name}}', email_body: 'Dear {{first_name|friend}},\nyour card is here.', ...more },
  });
const agentGets = (id: number) => company.people.agent.call(getSend, { params: { id } });

test('one mail goes out in the name of its sender, and stands in the history and the timeline', async () => {
  const { agent } = company.people;
  const contact = await aRosa();
  const send = await write([contact]);
  expect(send).toMatchObject({ kind: 'single', status: 'sending', counts: { total: 1, queued: 1 } });
  const { provider, all } = aMailServer();
  await sendDue(provider);
  const [mail] = all();
  expect(mail).toMatchObject({ subject: 'Hello Rosa', to: { name: 'Rosa Alvarez', address: `rosa${count}@example.com` } });
  expect(mail?.text).toContain('Dear Rosa,');
  expect(mail?.html).toContain('your card is here.');
  expect(mail?.replyTo?.address).toBeTruthy();
  expect(await agentGets(send.id)).toMatchObject({ status: 'done', counts: { total: 1, queued: 0, sent: 1 } });
  const history = await agent.call(listEmailHistory, { params: { id: contact }, body: { q: 'hello ros', event: 'sent' } });
  expect(history).toMatchObject({ meta: { total_count: 1 }, data: [{ subject: 'Hello Rosa', state: 'sent' }] });
  expect((await agent.call(listEmailLogs, { query: { contact_id: contact } })).data).toHaveLength(1);
  const journal = await server.operator.db
    .selectFrom('contact_changes')
    .select(['action', 'actor_id'])
    .where('contact_id', '=', contact)
    .execute();
  expect(journal).toEqual([{ action: 'email_sent', actor_id: agent.userId }]);
});

test('the same key is the same send', async () => {
  const contact = await aRosa();
  const [first, second] = [await write([contact], {}, 'key-0001'), await write([contact], {}, 'key-0001')];
  expect(second.id).toBe(first.id);
  const { provider, all } = aMailServer();
  await sendDue(provider);
  expect(all()).toHaveLength(1);
});

test('a contact that wants no mail, has no address or shares one gets none, and the reason is said', async () => {
  const wanted = await aRosa({ email: 'shared@example.com' });
  const ids = [
    wanted,
    await aRosa({ email: 'Shared@Example.com' }),
    await aRosa({ do_not_email: true }),
    await aRosa({ email: undefined, emails: [] }),
  ];
  const send = await write(ids);
  expect(send.counts).toMatchObject({ total: 4, queued: 1, blocked: 3 });
  const { data } = await company.people.agent.call(listMessages, { params: { id: send.id }, query: { state: 'blocked' } });
  expect(data.map(({ reason }) => reason).toSorted()).toEqual(['do_not_contact', 'no_address', 'same_address']);
  const { provider, to } = aMailServer();
  await sendDue(provider);
  expect(to()).toEqual(['shared@example.com']);
});

test('the gate is asked again when a mail leaves: what was refused or changed since stays', async () => {
  const [refused, moved] = [await aRosa(), await aRosa()];
  const send = await write([refused, moved]);
  const { agent } = company.people;
  await agent.call(updateContact, { params: { id: refused }, body: { version: 1, do_not_email: true } });
  await agent.call(updateContact, { params: { id: moved }, body: { version: 1, emails: [{ address: 'new@example.com' }] } });
  const { provider, all } = aMailServer();
  await sendDue(provider);
  expect(all()).toEqual([]);
  const { data } = await agent.call(listMessages, { params: { id: send.id }, query: {} });
  expect(data.map(({ reason }) => reason).toSorted()).toEqual(['address_changed', 'do_not_contact']);
  expect(await agentGets(send.id)).toMatchObject({ status: 'done', counts: { blocked: 2, sent: 0 } });
});

test('a template goes to a selection in one’s own name, or the company’s, and who may not send it is refused', async () => {
  const { agent, manager } = company.people;
  const ids = [await aRosa(), await aRosa(), await aRosa()];
  const template = { name: 'News', subject: 'News for {{first_name}}', doc: aMailDoc('Hi {{first_name}}, from {{agent_name}}') };
  const { id: email_id } = await agent.call(createEmail, { body: template });
  const send = await agent.call(mailGroup, { body: { ids, email_id, purpose: 'service' } });
  expect(send).toMatchObject({ kind: 'group', status: 'preparing', counts: { total: 0 } });
  await prepare(send);
  expect(await agentGets(send.id)).toMatchObject({ status: 'sending', counts: { total: 3, queued: 3 } });
  const { provider, all } = aMailServer();
  await sendDue(provider);
  expect(all().map(({ subject }) => subject)).toEqual(['News for Rosa', 'News for Rosa', 'News for Rosa']);
  expect((await agentGets(send.id)).status).toBe('done');
  await expect(agent.call(sendBroadcastEmail, { body: { ids, email_id } })).rejects.toThrow(Refused);
  const broadcast = await manager.call(createEmail, { body: { ...template, share: 'team' } });
  const licences = server.operator.db;
  const licence = { company_id: company.companyId, user_id: manager.userId, state: 'OH', number: 'M77' };
  await licences.insertInto('agent_licences').values(licence).execute();
  const whole = await manager.call(sendBroadcastEmail, { body: { ids, email_id: broadcast.id, purpose: 'service' } });
  await prepare(whole);
  const second = aMailServer();
  await sendDue(second.provider);
  expect(second.all().map(({ from }) => from)).not.toContain(all()[0]?.from);
  // A person's licence stands under the person's mail, and under none of the company's.
  expect(second.all()[0]?.text).not.toContain('M77');
  const own = await manager.call(mailGroup, { body: { ids, email_id: broadcast.id, purpose: 'service' } });
  await prepare(own);
  const third = aMailServer();
  await sendDue(third.provider);
  expect(third.all()[0]?.text).toContain('M77');
  await licences.deleteFrom('agent_licences').where('number', '=', 'M77').execute();
  // A leader sees what the team sent, an agent only their own.
  expect((await manager.call(listSends, { query: {} })).data.map(({ id }) => id)).toContain(send.id);
  expect((await agent.call(listSends, { query: {} })).data.map(({ id }) => id)).not.toContain(whole.id);
  await expect(agent.call(getSend, { params: { id: whole.id } })).rejects.toThrow('not_found');
});

test('one that is planned waits for its hour; cancelled before, nobody gets it', async () => {
  const { agent } = company.people;
  const { id: email_id } = await agent.call(createEmail, { body: { name: 'Later', subject: 'Later', doc: aMailDoc('Later') } });
  const send_at = new Date(Date.now() + 3_600_000).toISOString();
  const plan = (at: string) =>
    agent.call(mailGroup, { body: { ids: [1], email_id, purpose: 'service', send_now: false, send_at: at } });
  const send = await plan(send_at);
  expect(send).toMatchObject({ status: 'scheduled', bulk_action_id: null });
  const jobs = await server.operator.db
    .selectFrom('outbox')
    .select(['name', 'run_at'])
    .where('name', '=', 'sends.start')
    .execute();
  expect(jobs.map(({ run_at }) => run_at && new Date(run_at).toISOString())).toContain(send_at);
  expect((await agent.call(updateSend, { params: { id: send.id }, body: { status: 'cancelled' } })).status).toBe('cancelled');
  await expect(agent.call(updateSend, { params: { id: send.id }, body: { status: 'sending' } })).rejects.toThrow(
    'messages.ended',
  );
  await expect(plan('2020-01-01T00:00:00Z')).rejects.toThrow('has passed');
  await expect(plan('2099-01-01T00:00:00Z')).rejects.toThrow('within a year');
});

test('planned by the clocks of the recipients it begins with the East, and each message waits for its zone', async () => {
  const { agent } = company.people;
  const { db } = server.operator;
  const { id: email_id } = await agent.call(createEmail, { body: { name: 'Nine', subject: 'Nine', doc: aMailDoc('Nine') } });
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  await sql`update users set timezone = 'pst' where company_id = ${company.companyId} and id = ${agent.userId}`.execute(db);
  const { rows } = await sql<{ east: string; west: string }>`
    select ${`${day} 09:00`}::timestamp at time zone 'America/New_York' as east, ${`${day} 09:00`}::timestamp at time zone 'America/Los_Angeles' as west`.execute(
    db,
  );
  const [{ east, west } = { east: '', west: '' }] = rows;
  const inZone = (timezone: string, state: string, zip_code: string, phone: string) =>
    aContact(server, company.companyId, {
      owner_id: agent.userId,
      email: `${state}@nine.example`,
      timezone,
      state,
      zip_code,
      phone,
    });
  const ids = [await inZone('est', 'NY', '10001', '2125550001'), await inZone('pst', 'CA', '90001', '2135550001')];
  const body = { ids, email_id, purpose: 'service' as const, send_now: false, send_at: new Date(west).toISOString() };
  const { id, send_at } = await agent.call(mailGroup, { body: { ...body, by_recipient_clock: true } });
  await sql`update users set timezone = 'est' where company_id = ${company.companyId} and id = ${agent.userId}`.execute(db);
  expect(new Date(send_at ?? '').toISOString()).toBe(new Date(east).toISOString());
  const send = await db.selectFrom('sends').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const actor = await loadActor(server.platform, company.companyId, agent.userId, null);
  await inTenant({ ...server.platform, platform: server.platform, actor } as never, (tx) =>
    prepareMessages(tx, send as never, ids),
  );
  const { rows: due } = await sql<{ due_at: string }>`
    select due_at from messages where company_id = ${company.companyId} and send_id = ${id} order by id`.execute(db);
  expect(due.map(({ due_at }) => new Date(due_at).toISOString())).toEqual([east, west].map((at) => new Date(at).toISOString()));
});

test('at its hour a planned mailing begins with the sender as they are then; half a day late it does not, nor without the permission', async () => {
  const { agent, manager } = company.people;
  const { db } = server.operator;
  const { id: email_id } = await manager.call(createEmail, { body: { name: 'Hour', subject: 'Hour', doc: aMailDoc('Hour') } });
  const [ids, hour] = [[await aRosa()], new Date(Date.now() + 3_600_000)];
  const plan = (call: typeof mailGroup | typeof sendBroadcastEmail) =>
    manager.call(call, { body: { ids, email_id, purpose: 'service', send_now: false, send_at: hour.toISOString() } });
  const startAt = async (id: number, at: Date, userId = manager.userId) => {
    const platform = { ...server.platform, clock: () => at };
    const actor = await loadActor(platform, company.companyId, userId, null);
    if (!actor) throw new Error('nobody is there');
    await startScheduled({ platform, clock: platform.clock, log: platform.log, actor }, id);
    return manager.call(getSend, { params: { id } });
  };
  const group = await plan(mailGroup);
  await db.updateTable('users').set({ first_name: 'Renamed' }).where('id', '=', manager.userId).execute();
  expect(await startAt(group.id, hour)).toMatchObject({ status: 'preparing', bulk_action_id: expect.any(Number) });
  const frame = await db.selectFrom('sends').select('frame').where('id', '=', group.id).executeTakeFirstOrThrow();
  expect((frame.frame as { from: string }).from).toContain('Renamed');
  const late = new Date(hour.getTime() + 13 * 3_600_000);
  expect(await startAt((await plan(mailGroup)).id, late)).toMatchObject({
    status: 'failed',
    failure: expect.stringContaining('12 hours'),
  });
  const broadcast = await plan(sendBroadcastEmail);
  expect(await startAt(broadcast.id, hour, agent.userId)).toMatchObject({
    status: 'failed',
    failure: 'You may no longer send this.',
  });
});

test('a paused send keeps its mails, a cancelled one never sends them', async () => {
  const { agent } = company.people;
  const send = await write([await aRosa(), await aRosa()]);
  const change = (status: 'paused' | 'sending' | 'cancelled') =>
    agent.call(updateSend, { params: { id: send.id }, body: { status } });
  expect((await change('paused')).can).toEqual({ pause: false, resume: true, cancel: true, resend: false });
  const { provider, all } = aMailServer();
  await sendDue(provider);
  expect(all()).toEqual([]);
  await change('sending');
  expect(await change('cancelled')).toMatchObject({ status: 'cancelled', counts: { total: 2, queued: 0, cancelled: 2 } });
  await sendDue(provider);
  expect(all()).toEqual([]);
  const { data } = await agent.call(listMessages, { params: { id: send.id }, query: { state: 'cancelled' } });
  expect(data).toHaveLength(2);
});

test('what the server refuses for good fails; what it cannot take now is tried again later', async () => {
  const { agent } = company.people;
  const send = await write([await aRosa({ email: 'no@example.com' }), await aRosa({ email: 'later@example.com' })]);
  let busy = true;
  const { provider, to } = aMailServer(({ to }, accept) => {
    if (to.address === 'no@example.com') throw new MailRefused('550');
    if (busy) throw new MailUnavailable('421');
    accept();
  });
  await sendDue(provider);
  expect(await agentGets(send.id)).toMatchObject({ status: 'sending', counts: { failed: 1, queued: 1 } });
  busy = false;
  await sendDue(provider);
  expect(to()).toEqual([]); // not yet
  await sendDue(provider, { at: new Date(Date.now() + 300_000) });
  expect(to()).toEqual(['later@example.com']);
  const { data } = await agent.call(listMessages, { params: { id: send.id }, query: { state: 'failed' } });
  expect(data).toMatchObject([{ reason: 'refused', address: 'no@example.com' }]);
  const again = await agent.call(resendMessage, { params: { id: data[0]?.id ?? 0 } });
  expect(again).toMatchObject({ state: 'queued', reason: null });
  expect(await agentGets(send.id)).toMatchObject({ status: 'sending', counts: { failed: 0, queued: 1, sent: 1 } });
  await expect(agent.call(resendMessage, { params: { id: data[0]?.id ?? 0 } })).rejects.toThrow('messages.not_resendable');
});

test('where the answer is lost, the server is asked; one that cannot be asked leaves it unknown, and nobody gets it twice', async () => {
  const lost = async (ask: boolean) => {
    const send = await write([
      await aRosa({ email: `kept${count}@example.com` }),
      await aRosa({ email: `gone${count}@example.com` }),
    ]);
    const mails = aMailServer(({ to }, accept) => {
      if (to.address.startsWith('kept')) accept();
      throw new Error('the connection was lost');
    });
    const { find: _, ...silent } = mails.provider;
    await sendDue(ask ? mails.provider : silent);
    expect(await agentGets(send.id)).toMatchObject({ status: 'sending', counts: { queued: 2, sent: 0 } });
    const after = aMailServer();
    for (const [key, mail] of mails.accepted) after.accepted.set(key, mail);
    const { find: __, ...silentAfter } = after.provider;
    await sendDue(ask ? after.provider : silentAfter, { at: new Date(Date.now() + leaseMs + 1_000) });
    return { send: await agentGets(send.id), to: after.to().filter((to) => /^(kept|gone)/.test(to)) };
  };
  const asked = await lost(true);
  expect(asked.send).toMatchObject({ status: 'done', counts: { sent: 2, unknown: 0 } });
  expect(asked.to).toHaveLength(2);
  const silent = await lost(false);
  expect(silent.send).toMatchObject({ status: 'done', counts: { sent: 0, unknown: 2 } });
  expect(silent.to).toHaveLength(1);
});

test('a worker that dies amid a batch of 300 leaves nobody out, and nobody gets it twice', async () => {
  const other = await aCompany(server, { admin: { role: 'admin' } });
  await manyContacts(server, other.companyId, other.people.admin.userId, 300);
  await sql`update contacts set emails = jsonb_build_array(jsonb_build_object('address', id || '@many.example', 'state', 'unverified'))
    where company_id = ${other.companyId}`.execute(server.operator.db);
  const { admin } = other.people;
  const ids = (
    await server.operator.db.selectFrom('contacts').select('id').where('company_id', '=', other.companyId).execute()
  ).map(({ id }) => id);
  for (const part of [ids.slice(0, 100), ids.slice(100, 200), ids.slice(200)])
    await admin.call(sendEmail, { body: { ids: part, subject: 'Hi', email_body: 'Hi' } });
  const mails = aMailServer();
  const { companyId } = other;
  let at = new Date();
  for (let death = 0; death < 5; death++) {
    // Claimed, a part of them sent, and nothing written down.
    const ctx = {
      platform: { ...server.platform, clock: () => at },
      clock: () => at,
      log: server.platform.log,
      actor: systemActor(companyId),
    };
    await runPumps(server.operator.db, ctx.platform, [sendPump]);
    const lease = await inTenant(ctx, (tx) => takeLease(tx, 'email'));
    const claimed = await inTenant(ctx, (tx) => claimMails(tx, lease ?? '', 40));
    for (const { id, secret, round, recipient } of claimed?.messages.slice(0, 7 * death) ?? [])
      await mails.provider.send({ messageKey: `m${companyId}.${id}.${secret}.${round}`, to: recipient } as unknown as Mail);
    at = new Date(at.getTime() + leaseMs + 1_000);
  }
  for (let turn = 0; turn < 10; turn++) await sendDue(mails.provider, { at: new Date(at.getTime() + turn * 1_000), companyId });
  expect(mails.to()).toEqual(ids.map((id) => `${id}@many.example`).toSorted());
  const sends = await admin.call(listSends, { query: { single: true } });
  expect(sends.data.map(({ status, counts }) => [status, counts.sent])).toEqual([
    ['done', 100],
    ['done', 100],
    ['done', 100],
  ]);
});

test('a broadcast leaves with the licence of each contact’s owner, not of the user who asked', async () => {
  const { manager } = company.people;
  await allowMarketing();
  const ids = [await aRosa({ state: 'FL' }), await aRosa({ state: 'GA' })];
  const { id: email_id } = await manager.call(createEmail, { body: { name: 'Offer', subject: 'Offer', doc: aMailDoc('Offer') } });
  const reasonsOf = async (send: Send) => {
    await prepare(send);
    const { data } = await manager.call(listMessages, { params: { id: send.id }, query: {} });
    return data.map(({ reason }) => reason);
  };
  expect(await reasonsOf(await manager.call(mailGroup, { body: { ids, email_id } }))).toEqual(['not_licensed', 'not_licensed']);
  expect(await reasonsOf(await manager.call(sendBroadcastEmail, { body: { ids, email_id } }))).toEqual([null, 'not_licensed']);
  const { provider, all } = aMailServer();
  await sendDue(provider);
  expect(all()).toHaveLength(1);
});

test('a broadcast reaches contacts of a pool with the licence of the user who asked', async () => {
  const { manager } = company.people;
  const { db } = server.operator;
  const { companyId: company_id } = company;
  await allowMarketing();
  await db.insertInto('agent_licences').values({ company_id, user_id: manager.userId, state: 'FL', number: 'W2' }).execute();
  const pool = await insertId(db, 'pools', { company_id, name: 'Everyone' });
  await db.insertInto('pool_holders').values({ company_id, pool_id: pool, user_id: manager.userId }).execute();
  const id = await aRosa({ state: 'FL', owner_id: null, pool_id: pool });
  const { id: email_id } = await manager.call(createEmail, { body: { name: 'Pool', subject: 'Pool', doc: aMailDoc('Pool') } });
  await prepare(await manager.call(sendBroadcastEmail, { body: { ids: [id], email_id } }));
  const { provider, to } = aMailServer();
  await sendDue(provider);
  expect(to()).toEqual([`rosa${count}@example.com`]);
});

test('contacts of one mailing can be merged, and each keeps its message', async () => {
  const { agent } = company.people;
  const twins = [await aRosa({ email: 'twin@example.com' }), await aRosa({ email: 'twin@example.com' })];
  const send = await write(twins);
  await agent.call(mergeContacts, { body: { ids: twins, survivor_id: twins[0] ?? 0 } });
  const { data } = await agent.call(listMessages, { params: { id: send.id }, query: {} });
  expect(data.map(({ contact, state }) => [contact.id, state])).toEqual([
    [twins[0], 'queued'],
    [twins[0], 'blocked'],
  ]);
  await agent.call(updateSend, { params: { id: send.id }, body: { status: 'cancelled' } });
});

test('a mail that cannot be made does not hold up the others, and is tried again', async () => {
  const [broken, fine] = [await write([await aRosa()]), await write([await aRosa()])];
  await server.operator.db.updateTable('sends').set({ frame: '{}' }).where('id', '=', broken.id).execute();
  const { provider, to } = aMailServer();
  await sendDue(provider);
  expect(to()).toEqual([`rosa${count}@example.com`]);
  expect((await agentGets(fine.id)).status).toBe('done');
  expect(await agentGets(broken.id)).toMatchObject({ status: 'sending', counts: { queued: 1 } });
  await company.people.agent.call(updateSend, { params: { id: broken.id }, body: { status: 'cancelled' } });
});

test('a mailing whose bulk action is stopped is cancelled, and a mail of it that comes back is not sent again', async () => {
  const { agent } = company.people;
  const { id: email_id } = await agent.call(createEmail, { body: { name: 'Stop', subject: 'Stop', doc: aMailDoc('Stop') } });
  const send = await agent.call(mailGroup, { body: { ids: [await aRosa()], email_id, purpose: 'service' } });
  await agent.call(cancelBulkAction, { params: { id: send.bulk_action_id ?? 0 } });
  expect((await agentGets(send.id)).status).toBe('cancelled');
  const other = await write([await aRosa()]);
  const { provider, all } = aMailServer(() => {
    throw new MailUnavailable('421');
  });
  const cancelAmid: MailProvider = {
    ...provider,
    async send(mail) {
      await agent.call(updateSend, { params: { id: other.id }, body: { status: 'cancelled' } });
      return provider.send(mail);
    },
  };
  await sendDue(cancelAmid);
  expect(await agentGets(other.id)).toMatchObject({ status: 'cancelled', counts: { total: 1, queued: 0, cancelled: 1 } });
  await sendDue(provider, { at: new Date(Date.now() + 600_000) });
  expect(all()).toEqual([]);
});

test('a user who has left sends nothing more; a leader may cancel it', async () => {
  const office = await aCompany(server, { admin: {}, agent: {} });
  const { admin, agent } = office.people;
  const contact = await aContact(server, office.companyId, { owner_id: agent.userId, email: 'left@example.com' });
  const send = await agent.call(sendEmail, { body: { ids: [contact], subject: 'Hi', email_body: 'Hi' } });
  await admin.call(deactivateUser, { params: { id: agent.userId }, query: { owner_id: admin.userId } });
  const { provider, to } = aMailServer();
  await sendDue(provider, { companyId: office.companyId });
  expect(to()).toEqual([]);
  expect(await admin.call(getSend, { params: { id: send.id } })).toMatchObject({
    status: 'paused',
    can: { resume: false, cancel: true },
  });
});

test('a marketing mail names the sender’s address, and one click ends such mail; a look at the link changes nothing', async () => {
  const { agent } = company.people;
  await allowMarketing();
  const contact = await aRosa({ state: 'FL' });
  await write([contact], { purpose: 'marketing' });
  const { provider, all } = aMailServer();
  await sendDue(provider);
  const [mail] = all();
  expect(mail?.text).toContain('1 Main Street, Miami FL 33101');
  const path = new URL(mail?.unsubscribe ?? 'http://localhost/').pathname;
  expect(mail?.html).toContain(path);
  const look = await server.app.inject({ method: 'GET', url: path });
  expect(look.statusCode).toBe(200);
  expect(look.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(look.body).toContain('No more offers and news');
  const second = await write([contact], { purpose: 'marketing' });
  expect(second.counts).toMatchObject({ queued: 1, blocked: 0 });
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const click = await server.app.inject({ method: 'POST', url: path, headers: form, payload: 'List-Unsubscribe=One-Click' });
  expect([click.statusCode, click.body]).toEqual([200, expect.stringContaining('no more offers and news')]);
  // The page says what is refused, and offers what is not; the mail says what came of it.
  const later = await server.app.inject({ method: 'GET', url: path });
  expect(later.body).toContain('sends no more offers and news to');
  expect(later.body.match(/<button/g)).toHaveLength(1);
  const { data } = await agent.call(listEmailLogs, { query: { contact_id: contact, outcome: 'unsubscribed' } });
  expect(data).toMatchObject([{ state: 'sent', outcome: 'unsubscribed' }]);
  const { id = 0, send_id = 0 } = data[0] ?? {};
  const { events } = await agent.call(getMessage, { params: { id } });
  expect(events).toMatchObject([{ kind: 'unsubscribed', by_machine: false, detail: 'No more offers and news' }]);
  expect((await agent.call(getSend, { params: { id: send_id } })).counts).toMatchObject({ sent: 1, unsubscribed: 1 });
  const those = (outcome: 'unsubscribed' | 'clicked') =>
    agent.call(listMessages, { params: { id: send_id }, query: { outcome } });
  expect((await those('unsubscribed')).data).toHaveLength(1);
  expect((await those('clicked')).data).toEqual([]);
  await sendDue(provider);
  expect(all()).toHaveLength(1); // the one that waited stays
  expect((await write([contact], { purpose: 'marketing' })).counts).toMatchObject({ blocked: 1 });
  expect((await write([contact])).counts).toMatchObject({ queued: 1 }); // service mail still goes
  const parts = { 'content-type': 'multipart/form-data; boundary=x' };
  const again = await server.app.inject({ method: 'POST', url: path, headers: parts, payload: '--x--' });
  expect(again.statusCode).toBe(200);
  for (const wrong of [path.slice(0, -1), `${path}0`, path.replace(/\d+\./, '999.'), '/v1/mail_preferences/x'])
    expect((await server.app.inject({ method: 'GET', url: wrong })).statusCode, wrong).toBe(404);
  await server.app.inject({ method: 'POST', url: path, headers: form, payload: 'scope=all' });
  expect((await write([contact])).counts).toMatchObject({ blocked: 1 });
  expect((await server.app.inject({ method: 'GET', url: path })).body).not.toContain('<button');
  expect((await agent.call(getSend, { params: { id: send_id } })).counts).toMatchObject({ unsubscribed: 1 });
});

test('who gets no mail for another reason may still refuse it by the link, and that is proof', async () => {
  await allowMarketing();
  const contact = await aRosa({ state: 'FL' });
  await write([contact], { purpose: 'marketing' });
  const { provider, all } = aMailServer();
  await sendDue(provider);
  const path = new URL(all()[0]?.unsubscribe ?? 'http://localhost/').pathname;
  const { db } = server.operator;
  await sql`
    insert into suppressions (company_id, channel, address, purpose, reason)
    select c.company_id, 'email', c.email, 'all', 'bounce' from contacts c where c.company_id = ${company.companyId} and c.id = ${contact}`.execute(
    db,
  );
  const look = () => server.app.inject({ method: 'GET', url: path });
  expect((await look()).body.match(/<button/g)).toHaveLength(2);
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  for (let each = 0; each < 2; each++)
    await server.app.inject({ method: 'POST', url: path, headers: form, payload: 'scope=all' });
  expect((await look()).body).not.toContain('<button');
  const proofs = db.selectFrom('consents').select(['kind', 'channel', 'purpose']).where('contact_id', '=', contact);
  expect(await proofs.execute()).toEqual([{ kind: 'revoked', channel: 'email', purpose: 'all' }]);
  const logs = await company.people.agent.call(listEmailLogs, { query: { contact_id: contact, outcome: 'unsubscribed' } });
  expect(logs.data).toHaveLength(1);
});
