// Calls now and before, whose number it is, and what others see of them.
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  fetchActiveCalls,
  fetchAssociatedContact,
  fetchAssociatedContacts,
  fetchCallLogs,
  fetchHistoricalCalls,
  reportCallQuality,
  updateCall,
} from '#contract/dialer.ts';
import type { CallOf } from '#contract/kit/endpoint.ts';
import { getServices } from '#contract/services.ts';
import { begun, callsOf, workingHour } from '#tests/support/calls.ts';
import { aCompany, aContact, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type Client, type TestServer } from '#tests/support/server.ts';
import type { TestPhone } from '#tests/support/voice.ts';

let server: TestServer;
let company: TestCompany<'admin' | 'manager' | 'agent' | 'agent2'>;
let calls: ReturnType<typeof callsOf>;
let now = workingHour;
const line = '2125550100';
const rosas = '3055550142';

beforeAll(async () => {
  server = await aServer();
  server.platform.clock = () => now;
  company = await aCompany(server, { admin: {}, manager: {}, agent: { under: 'manager' }, agent2: {} });
  const { agent } = company.people;
  calls = callsOf(server, company.companyId);
  await calls.number(line, agent.userId);
  await calls.number('2125550101', company.people.agent2.userId);
  await calls.switchOn('dialer_enabled', agent.userId);
  await calls.callable(agent.userId, rosas, { city: 'Miami' });
});

const logs = async (client: Client, body: CallOf<typeof fetchCallLogs>['body'] = {}) =>
  (await client.call(fetchCallLogs, { body })).data;

describe('lists', () => {
  let outbound = 0;
  let inbound = 0;
  beforeAll(async () => {
    const made = begun(await calls.dial(company.people.agent.userId, rosas));
    await calls.answer(made.sid);
    now = new Date(now.getTime() + 65_000);
    await calls.end(made.sid, 'answered');
    const received = await calls.receive('7185550177', line);
    await calls.end(received?.rings[0]?.sid ?? '', 'missed');
    [outbound, inbound] = [made.callId, received?.rings[0]?.callId ?? 0];
  });

  test('a user’s own history is the newest first, by pages', async () => {
    const { agent, agent2 } = company.people;
    const history = (page: number) => agent.call(fetchHistoricalCalls, { body: { page, limit: 1 } });
    expect(await history(1)).toMatchObject({
      call_history: [
        {
          id: inbound,
          call_direction: 'inbound',
          call_from: '7185550177',
          call_to: line,
          caller_city: '',
          caller_state: 'NY',
          outcome: 'missed',
          contact: null,
          seconds: 0,
        },
      ],
      meta: { next_page: 2 },
    });
    expect(await history(2)).toMatchObject({
      call_history: [
        {
          id: outbound,
          call_direction: 'outbound',
          call_from: line,
          call_to: rosas,
          outcome: 'answered',
          seconds: 65,
          contact: { name: 'Rosa Alvarez' },
        },
      ],
      meta: { next_page: null },
    });
    expect((await agent2.call(fetchHistoricalCalls, { body: {} })).call_history).toEqual([]);
  });

  test('the log holds the calls of users in reach, by number, direction, outcome, user and contact', async () => {
    const { admin, manager, agent, agent2 } = company.people;
    for (const client of [admin, manager, agent]) expect((await logs(client)).map(({ id }) => id)).toEqual([inbound, outbound]);
    expect(await logs(agent2)).toEqual([]);
    const ids = async (body: CallOf<typeof fetchCallLogs>['body']) => (await logs(manager, body)).map(({ id }) => id);
    expect(await ids({ q: '(718) 555' })).toEqual([inbound]);
    expect(await ids({ q: '555' })).toEqual([]);
    expect(await ids({ q: 'Rosa' })).toEqual([]);
    expect(await ids({ direction: 'outbound' })).toEqual([outbound]);
    expect(await ids({ outcome: 'missed' })).toEqual([inbound]);
    expect(await ids({ user_id: agent.userId, limit: 1, page: 2 })).toEqual([outbound]);
    expect(await ids({ user_id: agent2.userId })).toEqual([]);
    expect(await ids({ recorded: true })).toEqual([]);
    expect((await manager.call(fetchCallLogs, { body: { limit: 1 } })).meta).toMatchObject({ total_count: 2, total_pages: 2 });
  });

  test('running calls are seen by their user, and by leaders of that user', async () => {
    const { admin, manager, agent, agent2 } = company.people;
    const made = begun(await calls.dial(agent.userId, `user:${agent2.userId}`));
    const running = async (client: Client) => (await client.call(fetchActiveCalls, {})).call_list.map(({ user }) => user.id);
    expect(await running(agent)).toEqual([agent.userId]);
    expect(await running(manager)).toEqual([agent.userId]);
    expect(await running(agent2)).toEqual([agent2.userId]);
    expect(await running(admin)).toEqual([agent2.userId, agent.userId]);
    await calls.end(made.sid, 'cancelled');
    expect(await running(admin)).toEqual([]);
  });

  test('leaders and the user hear of each change on the cable, and a ringing phone of its call', async () => {
    const { admin, manager, agent, agent2 } = company.people;
    await server.operator.db.deleteFrom('outbox').where('company_id', '=', company.companyId).execute();
    const received = await calls.receive('7185550178', line);
    const { rows } = await sql<{ payload: { event: string; id: number; number?: string }; recipients: unknown }>`
      select payload, recipients from outbox where company_id = ${company.companyId} and kind = 'cable' order by id`.execute(
      server.operator.db,
    );
    const [ring] = received?.rings ?? [];
    expect(rows.map(({ payload }) => payload)).toEqual([
      { event: 'call.ringing', id: ring?.callId, call_id: ring?.sid, number: '7185550178' },
      { event: 'call.changed', id: ring?.callId },
    ]);
    const [ringing, changed] = rows.map(({ recipients }) => JSON.stringify(recipients));
    expect(ringing).toContain(String(agent.userId));
    expect(ringing).not.toContain(String(manager.userId));
    for (const { userId } of [admin, manager, agent]) expect(changed).toContain(String(userId));
    expect(changed).not.toContain(String(agent2.userId));
    await calls.end(ring?.sid ?? '', 'missed');
  });
});

describe('a number', () => {
  const find = async (client: Client, phone_number: string) =>
    (await client.call(fetchAssociatedContact, { body: { phone_number } })).contact;

  test('is that of the contact last called, of several', async () => {
    const { agent } = company.people;
    const number = '3055550155';
    const first = await calls.callable(agent.userId, number, { first_name: 'Ann' });
    const second = await calls.callable(agent.userId, number, { first_name: 'Bob' });
    for (const contactId of [second, first]) {
      now = new Date(now.getTime() + 60_000);
      await calls.end(begun(await calls.dial(agent.userId, number, { contactId })).sid, 'no_answer');
    }
    expect(await find(agent, '(305) 555-0155')).toMatchObject({ id: first, name: 'Ann Alvarez', in_reach: true });
    const { contacts } = await agent.call(fetchAssociatedContacts, { body: { phone_number: number } });
    expect(contacts.map(({ id }) => id)).toEqual([first, second]);
  });

  test('of a colleague’s contact shows a card, of a pool’s nothing', async () => {
    const { agent2 } = company.people;
    const { companyId } = company;
    expect(await find(agent2, rosas)).toMatchObject({
      name: 'Rosa Alvarez',
      phone_number: rosas,
      address: '',
      city: '',
      state: '',
      in_reach: false,
      owner: { name: 'agent Tester' },
    });
    const pool_id = (
      await server.operator.db
        .insertInto('pools')
        .values({ company_id: companyId, name: 'All' })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
    await aContact(server, companyId, { pool_id, last_name: 'Pooled', phone: '3055550199' });
    expect(await find(agent2, '3055550199')).toBeNull();
    await expect(find(agent2, '555')).rejects.toMatchObject({ status: 422 });
  });

  test('of another company’s contact is nobody’s, and their calls do not exist', async () => {
    const other = await aCompany(server, { admin: {} });
    const { admin } = other.people;
    expect(await find(admin, rosas)).toBeNull();
    expect(await logs(admin)).toEqual([]);
    const [call] = await logs(company.people.agent);
    const params = { id: call?.id ?? 0 };
    await expect(admin.call(updateCall, { params, body: { note: 'x' } })).rejects.toMatchObject({ status: 404 });
    await expect(admin.call(reportCallQuality, { params, body: {} })).rejects.toMatchObject({ status: 404 });
  });
});

test('samples of the sound are summed up, and the score is kept', async () => {
  const { agent } = company.people;
  const [call] = await logs(agent);
  const params = { id: call?.id ?? 0 };
  const sample = { at: '2026-11-23T15:00:00Z', jitter: 10, round_trip: null, mos: 4.2, packet_loss: 0 };
  const report = (body: CallOf<typeof reportCallQuality>['body']) => agent.call(reportCallQuality, { params, body });
  await report({ samples: [sample, { ...sample, jitter: 40 }] });
  await report({ samples: [{ ...sample, mos: 2.5 }], score: 2, issue: 'choppy-audio' });
  const { quality } = await server.operator.db
    .selectFrom('calls')
    .select('quality')
    .where('id', '=', params.id)
    .executeTakeFirstOrThrow();
  expect(quality).toEqual({
    jitter: { count: 3, sum: 60, worst: 40, warnings: 1 },
    mos: { count: 3, sum: 10.9, worst: 2.5, warnings: 1 },
    packet_loss: { count: 3, sum: 0, worst: 0, warnings: 0 },
    score: 2,
    issue: 'choppy-audio',
  });
});

test('administrators see whether the phone answers', async () => {
  const { admin } = company.people;
  const phone = server.platform.voice as TestPhone;
  const state = async () => (await admin.call(getServices, {})).services.find(({ name }) => name === 'phone');
  expect(await state()).toMatchObject({ title: 'Phone', state: 'connected', provider: 'Gateway of this installation' });
  phone.isAway = true;
  expect(await state()).toMatchObject({ state: 'broken', why: 'NO_ANSWER' });
  phone.isAway = false;
  server.platform.voice = null;
  expect(await state()).toMatchObject({ state: 'not_configured' });
  server.platform.voice = phone;
});
