// Which calls users may make, and whose phone rings.
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { listContactTimeline } from '#contract/contactHistory.ts';
import { checkCall, fetchDeviceToken } from '#contract/dialer.ts';
import { begun, callsOf, workingHour } from '#tests/support/calls.ts';
import { aCompany } from '#tests/support/factories.ts';
import { aServer, type Client } from '#tests/support/server.ts';
import type { TestPhone } from '#tests/support/voice.ts';
import { ringColleague } from './calls.service.ts';

const server = await aServer();
const { platform } = server;
const { db } = server.operator;
let now = workingHour;
platform.clock = () => now;
let area = 200;
beforeEach(() => {
  now = workingHour;
});

async function anOffice() {
  const office = await aCompany(server, { admin: {}, manager: {}, agent: { under: 'manager' }, agent2: { under: 'manager' } });
  const calls = callsOf(server, office.companyId);
  const { agent, agent2 } = office.people;
  const prefix = `${++area}55501`;
  const ours = { agent: `${prefix}00`, agent2: `${prefix}01`, pool: `${prefix}02` };
  await calls.number(ours.agent, agent.userId);
  await calls.number(ours.agent2, agent2.userId);
  await calls.number(ours.pool, null, office.people.admin.userId);
  return { ...office, ...office.people, calls, ours };
}
const check = (client: Client, phone_number: string, contact_id?: number) =>
  client.call(checkCall, { body: { phone_number, ...(contact_id && { contact_id }) } });
const theirs = '3055550142';

describe('the token of a device', () => {
  test('is for users with a number that calls show and a plan, or none needed', async () => {
    const { calls, agent, admin } = await anOffice();
    await expect(agent.call(fetchDeviceToken, {})).rejects.toMatchObject({ code: 'calls.not_allowed' });
    await calls.plan(agent.userId, { payer: 'manager', allocation: 10, used: 10 });
    expect(await agent.call(fetchDeviceToken, {})).toMatchObject({ ttl: 3600, service: 'gateway' });
    await calls.switchOn('dialer_enabled', admin.userId);
    await expect(admin.call(fetchDeviceToken, {})).rejects.toMatchObject({ code: 'calls.not_allowed' });
  });

  test('is none where no phone service is set up', async () => {
    const { agent } = await anOffice();
    const voice = platform.voice as TestPhone;
    platform.voice = null;
    await expect(agent.call(fetchDeviceToken, {})).rejects.toMatchObject({ status: 409, code: 'calls.not_configured' });
    expect(await check(agent, theirs)).toMatchObject({ result: 'No valid device ready' });
    platform.voice = voice;
  });
});

describe('minutes', () => {
  const manager = 'Please request additional minutes from your manager.';
  test.each([
    ['free of a plan', null, 'OK', ''],
    ['paid by a manager', { payer: 'manager', allocation: 30, used: 29 }, 'OK', ''],
    ['paid by a manager and used up', { payer: 'manager', allocation: 30, used: 30 }, 'Over minutes allocated', manager],
    ['paid by the company and used up', { payer: 'company', allocation: 30, used: 30 }, 'Over minutes allocated', manager],
    ['of their own plan', { payer: 'self', allocation: 30, used: 0 }, 'OK', ''],
    [
      'of their own plan and used up',
      { payer: 'self', allocation: 30, used: 30 },
      'Over minutes allocated',
      'The minutes of your plan are used up, and your wallet does not cover more.',
    ],
  ] as const)('%s', async (_, plan, result, message) => {
    const { calls, agent } = await anOffice();
    const id = await calls.callable(agent.userId, theirs);
    if (plan) await calls.plan(agent.userId, plan);
    else await calls.switchOn('dialer_enabled', agent.userId);
    expect(await check(agent, theirs, id)).toMatchObject({ result, message });
    const placed = await calls.dial(agent.userId, theirs);
    if (result === 'OK') begun(placed);
    else expect(placed).toEqual({ refused: { code: 31002, message } });
  });

  test('of a licence that is not paid are none', async () => {
    const { calls, agent } = await anOffice();
    const { subscription_id } = await calls.plan(agent.userId, { payer: 'manager', allocation: 30 });
    await sql`update subscriptions set state = 'unpaid' where id = ${subscription_id}`.execute(db);
    expect(await check(agent, theirs)).toMatchObject({ result: 'Over minutes allocated', message: manager });
  });

  test('are not asked of what is no number', async () => {
    const { calls, agent } = await anOffice();
    expect(await check(agent, '305-555-01')).toMatchObject({ result: 'Invlaid phone number' });
    await expect(check(agent, '12345678')).rejects.toMatchObject({ status: 422 });
    for (const to of ['911', '12345678901234567', '0005550142', ''])
      expect(await calls.dial(agent.userId, to)).toEqual({ refused: { code: 31400, message: 'Invlaid phone number' } });
  });
});

describe('the gate', () => {
  async function caller() {
    const office = await anOffice();
    await office.calls.switchOn('dialer_enabled', office.agent.userId);
    return office;
  }

  test('lets a contact be called who agreed, and stores its decision', async () => {
    const { calls, agent, ours } = await caller();
    const id = await calls.callable(agent.userId, theirs);
    const call = begun(await calls.dial(agent.userId, '+1 (305) 555-0142'));
    expect(call).toMatchObject({ from: ours.agent, to: theirs, number: theirs, rings: [], recordAtOnce: false });
    expect(await calls.row(call.sid)).toMatchObject({
      contact_id: id,
      paid_by: 'free',
      decision: { answer: 'yes', purpose: 'marketing' },
    });
  });

  test('keeps lists of people who want no calls, and nobody passes over it', async () => {
    const { calls, agent } = await caller();
    const stranger = '3055550160';
    expect(await check(agent, stranger)).toMatchObject({
      result: 'OK',
      decision: { answer: 'no', reason: 'not_licensed' },
      may_override: false,
    });
    const id = await calls.callable(agent.userId, theirs, { agreed: false });
    expect(await check(agent, theirs, id)).toMatchObject({
      decision: { answer: 'no', reason: 'list_too_old' },
      may_override: false,
    });
    expect(await calls.dial(agent.userId, theirs, { overrideReason: 'They asked me on the street' })).toMatchObject({
      refused: { message: 'The national do-not-call list is missing or too old' },
    });
  });

  test.each(['do_not_call', 'suppressed'] as const)('%s is never set aside, also of a client', async (kind) => {
    const { calls, companyId, agent } = await caller();
    const id = await calls.callable(agent.userId, theirs, kind === 'do_not_call' ? { do_not_call: true } : {});
    if (kind === 'suppressed')
      await sql`insert into suppressions (company_id, channel, address, purpose, reason) values (${companyId}, 'call', ${theirs}, 'all', 'asked')`.execute(
        db,
      );
    const { decision, may_override } = await check(agent, theirs, id);
    expect(decision).toMatchObject({ answer: 'no', reason: kind === 'do_not_call' ? 'do_not_contact' : 'suppressed' });
    expect(may_override).toBe(false);
    expect(await calls.dial(agent.userId, theirs, { contactId: id, overrideReason: 'It is urgent' })).toMatchObject({
      refused: { code: 31002 },
    });
  });

  test('closes at night, unless the person agreed to calls and the caller says why', async () => {
    const { calls, agent } = await caller();
    now = new Date('2026-11-24T02:30:00Z'); // 9:30 pm in Florida; it ends at 8 am in its western part
    const id = await calls.callable(agent.userId, theirs);
    expect(await check(agent, theirs, id)).toMatchObject({
      decision: { answer: 'later', reason: 'hours', until: '2026-11-24T14:00:00.000Z' },
      may_override: true,
    });
    expect(await calls.dial(agent.userId, theirs)).toEqual({
      refused: { code: 31002, message: 'It is outside the permitted hours' },
    });
    const call = begun(await calls.dial(agent.userId, theirs, { overrideReason: ' She asked me to call after work ' }));
    expect(await calls.row(call.sid)).toMatchObject({
      override_reason: 'She asked me to call after work',
      decision: { reason: 'hours' },
    });
    await calls.end(call.sid, 'no_answer');
    const { data } = await agent.call(listContactTimeline, { params: { id }, query: {} });
    expect(data[0]).toMatchObject({
      action: 'called',
      changes: expect.arrayContaining([
        expect.objectContaining({ field: 'call.override', after: 'She asked me to call after work' }),
      ]),
    });
  });

  test('lets a caller be called back at any hour', async () => {
    const { calls, agent, ours } = await caller();
    now = new Date('2026-11-24T02:30:00Z');
    const received = await calls.receive(theirs, ours.agent);
    await calls.end(received?.rings[0]?.sid ?? '', 'missed');
    expect(await check(agent, theirs)).toMatchObject({ decision: { answer: 'yes', purpose: 'reply' } });
  });

  test('takes a call of ours that was passed on for none of the other side', async () => {
    const { calls, agent, agent2 } = await caller();
    await calls.callable(agent.userId, theirs);
    const call = begun(await calls.dial(agent.userId, theirs));
    await calls.answer(call.sid);
    const ring = await ringColleague(calls.system, call.sid, agent2.userId);
    await calls.answer(ring?.sid ?? '');
    await calls.end(ring?.sid ?? '', 'answered');
    now = new Date('2026-11-24T02:30:00Z');
    expect(await check(agent, theirs)).toMatchObject({ decision: { answer: 'later', purpose: 'marketing', reason: 'hours' } });
  });

  test('counts calls: a fourth in a day needs a reason', async () => {
    const { calls, agent } = await caller();
    await calls.callable(agent.userId, theirs);
    for (let count = 0; count < 3; count++) {
      const { sid } = begun(await calls.dial(agent.userId, theirs));
      await calls.end(sid, 'no_answer');
    }
    expect(await check(agent, theirs)).toMatchObject({ decision: { reason: 'cap' }, may_override: true });
  });

  test('sees the marks of a colleague’s contact', async () => {
    const { calls, agent, agent2 } = await caller();
    await calls.callable(agent.userId, '3055550177'); // a licence in Florida
    await calls.callable(agent2.userId, theirs, { do_not_call: true });
    expect(await check(agent, theirs)).toMatchObject({ decision: { answer: 'no', reason: 'do_not_contact' } });
  });
});

describe('between colleagues', () => {
  test('no plan is needed: both phones have a row, and who answered is told', async () => {
    const { calls, agent, agent2 } = await anOffice();
    const call = begun(await calls.dial(agent.userId, `user:${agent2.userId}`));
    expect(call).toMatchObject({ number: null, from: `user:${agent.userId}`, to: `user:${agent2.userId}` });
    expect(call.rings).toEqual([
      expect.objectContaining({ userId: agent2.userId, from: `user:${agent.userId}`, name: 'agent Tester' }),
    ]);
    const [ring] = call.rings;
    expect(await calls.answer(ring?.sid ?? '')).toEqual({ others: [] });
    expect(await calls.rows()).toMatchObject([
      { direction: 'outbound', state: 'active', paid_by: null },
      { direction: 'inbound', state: 'active' },
    ]);
    await calls.end(call.sid, 'answered');
    await calls.end(ring?.sid ?? '', 'answered');
    expect(await calls.rows()).toMatchObject([{ outcome: 'answered', minutes: 0 }, { outcome: 'answered' }]);
  });

  test('a number of ours is an inside call', async () => {
    const { calls, agent, agent2, ours } = await anOffice();
    const call = begun(await calls.dial(agent.userId, ours.agent2));
    expect(call).toMatchObject({ number: null, to: ours.agent2, rings: [{ userId: agent2.userId }] });
    expect(await check(agent, ours.agent2)).toMatchObject({ result: 'OK', decision: null });
  });

  test('is refused where the other talks, is oneself, or is nobody here', async () => {
    const { calls, agent, agent2, manager, companyId } = await anOffice();
    const first = begun(await calls.dial(agent.userId, `client:user:${agent2.userId}`));
    await calls.answer(first.rings[0]?.sid ?? '');
    expect(await calls.dial(agent.userId, `user:${manager.userId}`)).toEqual({
      refused: { code: 31486, message: 'A Call is already active' },
    });
    expect(await calls.dial(manager.userId, `user:${agent2.userId}`)).toEqual({ refused: { code: 31486, message: 'Busy' } });
    expect(await calls.dial(manager.userId, `user:${manager.userId}`)).toMatchObject({ refused: { code: 31400 } });
    expect(await calls.dial(manager.userId, 'user:999999999')).toMatchObject({ refused: { code: 31404 } });
    const other = await aCompany(server, { agent: {} });
    expect(await calls.dial(manager.userId, `user:${other.people.agent.userId}`)).toMatchObject({ refused: { code: 31404 } });
    await sql`update users set active = false where company_id = ${companyId} and id = ${agent2.userId}`.execute(db);
    expect(await calls.dial(manager.userId, `user:${agent2.userId}`)).toMatchObject({ refused: { code: 31404 } });
  });
});

describe('from outside', () => {
  test('a number rings its user, with the name of a contact', async () => {
    const { calls, companyId, agent, ours } = await anOffice();
    const id = await calls.callable(agent.userId, theirs);
    const received = await calls.receive('+13055550142', `+1${ours.agent}`);
    expect(received).toMatchObject({ companyId, rings: [{ userId: agent.userId, from: theirs, name: 'Rosa Alvarez' }] });
    expect(await calls.rows()).toMatchObject([{ user_id: agent.userId, direction: 'inbound', state: 'ringing', contact_id: id }]);
    expect(await calls.receive(theirs, '2125550199')).toBeNull();
  });

  test('the company’s number rings the owner of the contact, else all who are signed in; one answers for all', async () => {
    const { calls, admin, manager, agent, agent2, ours } = await anOffice();
    await calls.callable(agent2.userId, theirs);
    expect((await calls.receive(theirs, ours.pool))?.rings.map(({ userId }) => userId)).toEqual([agent2.userId]);
    const everyone = [admin, manager, agent, agent2].map(({ userId }) => userId);
    const received = await calls.receive('3055550150', ours.pool);
    expect(received?.rings.map(({ userId }) => userId)).toEqual(everyone);
    const [first, ...others] = received?.rings ?? [];
    expect((await calls.answer(first?.sid ?? '')).others).toEqual(others.map(({ sid }) => sid));
    expect((await calls.answer(first?.sid ?? '')).others).toEqual([]);
    for (const { sid } of others) expect(await calls.row(sid)).toMatchObject({ state: 'ended', outcome: 'elsewhere' });
  });

  test('for a user who talks it waits, and a colleague without the dialer does not ring', async () => {
    const { calls, agent, agent2, ours } = await anOffice();
    const inside = begun(await calls.dial(agent.userId, `user:${agent2.userId}`));
    await calls.answer(inside.rings[0]?.sid ?? '');
    expect(await calls.receive(theirs, ours.agent)).toMatchObject({
      rings: [],
      waiting: { people: [agent.userId], seconds: 300 },
    });
    await calls.switchOn('dialer', agent2.userId, false);
    const received = await calls.receive('3055550151', ours.agent2);
    expect(received?.rings.map(({ userId }) => userId)).not.toContain(agent2.userId);
  });
});
