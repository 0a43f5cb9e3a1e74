// The board of the call centre, and how leaders change the way they take part in a call.
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertId } from '#areas/office/companies/companies.create.ts';
import { changeWatchMode, fetchBoard } from '#contract/callCentre.ts';
import { CallUnreachable } from '#kernel/voice/voice.ts';
import { begun, callsOf, workingHour } from '#tests/support/calls.ts';
import { aSid } from '#tests/support/examples.calls.ts';
import { aCompany, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type Client, type TestServer } from '#tests/support/server.ts';
import type { TestPhone } from '#tests/support/voice.ts';

type Who = 'admin' | 'manager' | 'agent' | 'agent2' | 'basic';

let server: TestServer;
let company: TestCompany<Who>;
let calls: ReturnType<typeof callsOf>;
let phone: TestPhone;
let now = workingHour;
/** A number is one company's. */
let line = '';
let lines = 2_125_550_100;
const rosas = '3055550142';
const seconds = (count: number) => {
  now = new Date(now.getTime() + count * 1_000);
};

beforeAll(async () => {
  server = await aServer();
  server.platform.clock = () => now;
  phone = server.platform.voice as TestPhone;
});

beforeEach(async () => {
  now = workingHour;
  line = String(++lines);
  company = await aCompany(server, { admin: {}, manager: {}, agent: { under: 'manager' }, agent2: {}, basic: {} });
  calls = callsOf(server, company.companyId);
  await sql`insert into feature_overrides (company_id, user_id, feature, enabled) values (${company.companyId}, 0, 'call_centre', true)`.execute(
    server.operator.db,
  );
  phone.isAway = false;
  phone.open = new Set();
});

const board = (client: Client) => client.call(fetchBoard, {});
const rowOf = async (client: Client, who: Who) =>
  (await board(client)).agents.find(({ user }) => user.id === company.people[who].userId);

async function inCall() {
  const { userId } = company.people.agent;
  await calls.number(line, userId);
  await calls.switchOn('dialer_enabled', userId);
  await calls.callable(userId, rosas);
  const made = begun(await calls.dial(userId, rosas));
  await calls.answer(made.sid);
  return made;
}

/** As the gateway stores it. */
const takesPart = (leader: Who, call_id: number, mode = 'listen') => {
  const sid = aSid();
  const row = { company_id: company.companyId, user_id: company.people[leader].userId, call_id, sid, mode, started_at: now };
  return insertId(server.operator.db, 'call_watchers', row).then(() => sid);
};

describe('the board', () => {
  test('shows the phones of people in reach who may call, the others’ not', async () => {
    const { admin, manager, agent, agent2 } = company.people;
    phone.open = new Set([agent.userId]);
    const all = (await board(admin)).agents;
    expect(all.map(({ user }) => user.name)).toEqual(['admin Tester', 'agent Tester', 'agent2 Tester', 'manager Tester']);
    expect(all.map(({ state }) => state)).toEqual(['offline', 'available', 'offline', 'offline']);
    const own = (await board(manager)).agents.map(({ user }) => user.id);
    expect(own).toEqual([agent.userId, manager.userId]);
    await calls.switchOn('dialer', agent2.userId, false);
    expect((await board(admin)).agents.map(({ user }) => user.id)).not.toContain(agent2.userId);
  });

  test('is for leaders whose company has it', async () => {
    await expect(board(company.people.agent)).rejects.toMatchObject({ status: 403 });
    await sql`delete from feature_overrides where company_id = ${company.companyId} and feature = 'call_centre'`.execute(
      server.operator.db,
    );
    await expect(board(company.people.manager)).rejects.toMatchObject({ code: 'feature_off' });
  });

  test('follows a call from ringing to its end, and counts it', async () => {
    const { manager, agent } = company.people;
    phone.open = new Set([agent.userId]);
    await calls.number(line, agent.userId);
    await calls.callable(agent.userId, rosas);
    const received = await calls.receive(rosas, line);
    const sid = received?.rings[0]?.sid ?? '';
    expect(await rowOf(manager, 'agent')).toMatchObject({
      ...{ state: 'ringing', since: workingHour.toISOString(), answered: 0 },
      call: { call_id: sid, contact: { name: 'Rosa Alvarez' } },
    });
    seconds(10);
    await calls.answer(sid);
    expect(await rowOf(manager, 'agent')).toMatchObject({
      state: 'on_call',
      since: now.toISOString(),
      call: { state: 'active' },
    });
    seconds(65);
    const end = now.toISOString();
    await calls.end(sid, 'answered');
    seconds(30);
    expect(await rowOf(manager, 'agent')).toMatchObject({
      ...{ state: 'available', since: end, call: null, answered: 1, missed: 0, made: 0, talked: 65 },
    });
    expect((await board(manager)).today).toMatchObject({ answered: 1, missed: 0, gave_up: 0, waited: null });
  });

  test('counts a call that rang at several phones once for the day, and as missed at each', async () => {
    const { admin, agent } = company.people;
    await calls.number(line, null, agent.userId);
    const received = await calls.receive('7185550177', line);
    const rung = received?.rings ?? [];
    expect(rung.length).toBeGreaterThan(1);
    for (const { sid } of rung) await calls.end(sid, 'missed');
    const { agents, today } = await board(admin);
    expect(today).toMatchObject({ answered: 0, missed: 1 });
    expect(agents.reduce((sum, { missed }) => sum + missed, 0)).toBe(rung.length);
  });

  test('begins anew at midnight in the company’s zone', async () => {
    const { manager } = company.people;
    await sql`update companies set timezone = 'pst' where company_id = ${company.companyId}`.execute(server.operator.db);
    now = new Date('2026-11-24T07:30:00Z'); // half past eleven in the evening there
    const received = await (async () => {
      await calls.number(line, company.people.agent.userId);
      return calls.receive('7185550177', line);
    })();
    await calls.end(received?.rings[0]?.sid ?? '', 'missed');
    expect((await board(manager)).today.missed).toBe(1);
    now = new Date('2026-11-24T07:59:00Z');
    expect((await board(manager)).today.missed).toBe(1);
    now = new Date('2026-11-24T08:01:00Z');
    expect((await board(manager)).today.missed).toBe(0);
  });

  test('shows callers who wait, who gave up, and how long the others waited', async () => {
    const { admin, manager, agent, agent2 } = company.people;
    const common = { company_id: company.companyId, to_number: line, gateway: 'test', started_at: now };
    const waits = (from_number: string, people: number[], more: object = {}) =>
      insertId(server.operator.db, 'waiting_calls', { ...common, sid: aSid(), conference: aSid(), from_number, people, ...more });
    await waits('7185550177', [agent.userId]);
    await waits('7185550178', [agent2.userId]);
    const ended_at = new Date(now.getTime() + 40_000);
    await waits('7185550179', [agent.userId], { ended_at, outcome: 'answered' });
    await waits('7185550180', [agent.userId], { ended_at, outcome: 'gave_up' });
    const ours = await board(manager);
    expect(ours.queue).toMatchObject([{ call_from: '7185550177', call_to: line, waiting_since: now.toISOString() }]);
    expect(ours.today).toMatchObject({ gave_up: 1, waited: 40 });
    expect((await board(admin)).queue).toHaveLength(2);
  });
});

describe('taking part', () => {
  test('is seen on the board, and its mode is ordered at the leader’s own phone', async () => {
    const { manager, admin } = company.people;
    const { sid, callId } = await inCall();
    const own = await takesPart('manager', callId);
    expect(await rowOf(admin, 'agent')).toMatchObject({ watchers: [{ user: { id: manager.userId }, mode: 'listen' }] });
    expect(await rowOf(admin, 'manager')).toMatchObject({ state: 'on_call', call: null });
    phone.orders = [];
    expect(await manager.call(changeWatchMode, { body: { call_id: sid, mode: 'whisper' } })).toEqual({ mode: 'whisper' });
    expect(phone.orders).toEqual([{ companyId: company.companyId, sid: own, order: { order: 'watch', mode: 'whisper' } }]);
  });

  test('of another leader cannot be changed, and one’s own not after leaving', async () => {
    const { manager, admin } = company.people;
    const { sid, callId } = await inCall();
    const own = await takesPart('manager', callId);
    const body = { call_id: sid, mode: 'join' } as const;
    await expect(admin.call(changeWatchMode, { body })).rejects.toMatchObject({ status: 404 });
    phone.obey = async () => {
      throw new CallUnreachable();
    };
    await expect(manager.call(changeWatchMode, { body })).rejects.toMatchObject({ code: 'calls.unreachable' });
    phone.obey = async () => {};
    await sql`update call_watchers set ended_at = now() where company_id = ${company.companyId} and sid = ${own}`.execute(
      server.operator.db,
    );
    await expect(manager.call(changeWatchMode, { body })).rejects.toMatchObject({ code: 'calls.ended' });
  });
});
