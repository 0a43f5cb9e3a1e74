// Answers that leave later: at their hour the rules of that hour count, and what cannot leave stays with the
// reason.
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { insertId } from '#areas/office/companies/companies.create.ts';
import { fetchMessages, getConversation } from '#contract/conversations.ts';
import {
  createScheduledMessage,
  deleteScheduledMessage,
  listScheduledMessages,
  updateScheduledMessage,
} from '#contract/scheduledMessages.ts';
import { loadActor } from '#kernel/actors.ts';
import { aCompany, aContact, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type TestServer } from '#tests/support/server.ts';
import { allTasks } from '../../../areas.ts';

const line = '3055550131';
const hourMs = 3_600_000;
let server: TestServer;
let company: TestCompany<'admin' | 'manager' | 'agent' | 'agent2'>;
beforeAll(async () => {
  server = await aServer();
  company = await aCompany(server, { admin: {}, manager: {}, agent: { under: 'manager' }, agent2: {} });
  const { companyId, people } = company;
  await sql`
    insert into phone_numbers (company_id, number, user_id, payer_id, provider_id, registration, bought_at, rent_due_at)
    values (${companyId}, ${line}, null, ${people.admin.userId}, 'PN1', 'approved', now(), now() + interval '1 month')`.execute(
    server.operator.db,
  );
});

let made = 0;
/** A contact who wrote a text just now. */
async function aThread() {
  const { companyId: company_id, people } = company;
  const phone = `786555${3000 + ++made}`;
  const contact_id = await aContact(server, company_id, { owner_id: people.agent.userId, first_name: 'Rosa', phone });
  const { db } = server.operator;
  const at = new Date();
  const common = { company_id, at };
  const id = await insertId(db, 'conversations', {
    company_id,
    channel: 'text',
    line,
    their_address: phone,
    contact_id,
    owner_id: people.agent.userId,
    last_at: at,
  });
  await insertId(db, 'received_messages', {
    ...common,
    conversation_id: id,
    message_key: `SM${phone}`,
    from_address: phone,
    body: 'Hi',
  });
  return { id, phone, contact_id };
}

/** Runs the jobs that are due by then, as their writer; answers how many were. */
async function workAt(at: Date): Promise<number> {
  const { db } = server.operator;
  const rows = await db
    .selectFrom('outbox')
    .select(['payload', 'run_at'])
    .where('name', '=', 'scheduledMessages.send')
    .where('kind', '=', 'job')
    .execute();
  const due = rows.filter(({ run_at }) => run_at !== null && new Date(run_at).getTime() <= at.getTime());
  const actor = await loadActor(server.platform, company.companyId, company.people.agent.userId, null);
  const clock = () => at;
  const platform = { ...server.platform, clock };
  for (const { payload } of due)
    await allTasks['scheduledMessages.send']?.({ platform, clock, log: platform.log, actor } as never, payload, {
      signal: new AbortController().signal,
      last: false,
    } as never);
  return due.length;
}

const inHours = (hours: number) => new Date(Date.now() + hours * hourMs);
const textsIn = async (id: number) =>
  (await company.people.agent.call(fetchMessages, { body: { conversation_id: id } })).data.filter(
    ({ direction }) => direction === 'out',
  );

test('an answer waits for its hour, moves with it, and leaves once', async () => {
  const { agent, agent2, manager } = company.people;
  const { id } = await aThread();
  const body = { text: 'See you at ten', send_at: inHours(2).toISOString() };
  const planned = await agent.call(createScheduledMessage, { params: { id }, body });
  expect(planned).toMatchObject({ text: 'See you at ten', failure: null, can: { update: true } });
  const list = async () => (await manager.call(listScheduledMessages, { params: { id } })).data;
  expect(await list()).toMatchObject([{ id: planned.id, asked_by: { id: agent.userId }, can: { update: false } }]);
  await expect(agent2.call(listScheduledMessages, { params: { id } })).rejects.toMatchObject({ status: 404 });
  await expect(agent2.call(deleteScheduledMessage, { params: { id: planned.id } })).rejects.toMatchObject({ status: 404 });
  const mine = { params: { id: planned.id }, body: { text: 'Mine' } };
  await expect(manager.call(updateScheduledMessage, mine)).rejects.toMatchObject({ status: 403 });

  await agent.call(updateScheduledMessage, { params: { id: planned.id }, body: { send_at: inHours(5).toISOString() } });
  expect(await workAt(inHours(3))).toBe(1); // the job of the first hour
  expect(await textsIn(id)).toEqual([]);
  await workAt(inHours(6));
  await workAt(inHours(6));
  expect(await textsIn(id)).toMatchObject([{ text: 'See you at ten' }]);
  expect(await list()).toEqual([]);
});

test('the gate decides at its hour, and what cannot leave stays with the reason until its writer plans anew', async () => {
  const { agent } = company.people;
  const { id, phone, contact_id } = await aThread();
  const stopped = await aThread();
  for (const each of [id, stopped.id])
    await agent.call(createScheduledMessage, { params: { id: each }, body: { text: 'Soon', send_at: inHours(1).toISOString() } });
  const { db } = server.operator;
  await sql`insert into suppressions (company_id, channel, address, purpose, reason) values (${company.companyId}, 'text', ${stopped.phone}, 'all', 'revoked')`.execute(db); // biome-ignore format: one line
  await sql`update contacts set phones = '[]' where company_id = ${company.companyId} and id = ${contact_id}`.execute(db);
  await workAt(inHours(2));
  expect(await textsIn(stopped.id)).toMatchObject([{ state: 'blocked', reason: 'suppressed' }]);
  expect(await textsIn(id)).toEqual([]);
  const [failed] = (await agent.call(listScheduledMessages, { params: { id } })).data;
  expect(failed).toMatchObject({ failure: 'This is no number of the contact' });

  await sql`update contacts set phones = ${JSON.stringify([{ type: 2, number: phone }])}::jsonb where company_id = ${company.companyId} and id = ${contact_id}`.execute(db); // biome-ignore format: one line
  const again = { params: { id: failed?.id ?? 0 }, body: { send_at: inHours(3).toISOString() } };
  expect(await agent.call(updateScheduledMessage, again)).toMatchObject({ failure: null });
  await workAt(inHours(4));
  expect(await textsIn(id)).toMatchObject([{ text: 'Soon' }]);

  const past = { params: { id }, body: { text: 'Past', send_at: inHours(-1).toISOString() } };
  await expect(agent.call(createScheduledMessage, past)).rejects.toMatchObject({ status: 422 });
});

test('a household shares a number: the others with it are offered', async () => {
  const { agent, agent2 } = company.people;
  const { id, phone } = await aThread();
  const wife = await aContact(server, company.companyId, { owner_id: agent.userId, first_name: 'Ana', phone });
  await aContact(server, company.companyId, { owner_id: agent2.userId, first_name: 'Out', phone });
  expect((await agent.call(getConversation, { params: { id } })).others).toMatchObject([{ id: wife }]);
});
