// Dial sessions through HTTP: what is frozen, whose turn it is, what becomes of each contact, and who sees
// it.
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { mergeContacts } from '#contract/contactMerges.ts';
import { updateContact } from '#contract/contacts.ts';
import { updateCall } from '#contract/dialer.ts';
import {
  callDialContactBack,
  createDialSession,
  getDialSession,
  getLocalPresence,
  listDialledContacts,
  listDialSessions,
  nextDialContact,
  updateDialSession,
  updateLocalPresence,
} from '#contract/dialSessions.ts';
import type { CallOf } from '#contract/kit/endpoint.ts';
import { createSavedView } from '#contract/savedViews.ts';
import { listTasks } from '#contract/tasks.ts';
import { begun, callsOf, workingHour } from '#tests/support/calls.ts';
import { aCompany, aContact } from '#tests/support/factories.ts';
import { aServer, type Client } from '#tests/support/server.ts';
import { forgetOldSessions } from './dialSessions.forget.ts';

const server = await aServer();
const { platform } = server;
const { db } = server.operator;
let now = workingHour;
platform.clock = () => now;
const minutes = (count: number) => {
  now = new Date(now.getTime() + count * 60_000);
};
let area = 200;
beforeEach(() => {
  now = workingHour;
});

/** An agent who may call, and contacts who agreed to it, by their last names. */
async function anOffice(...names: string[]) {
  const office = await aCompany(server, { admin: {}, manager: {}, agent: { under: 'manager' }, agent2: { under: 'manager' } });
  const calls = callsOf(server, office.companyId);
  const { agent, agent2 } = office.people;
  const own = `${++area}5550100`;
  await calls.number(own, agent.userId);
  for (const { userId } of [agent, agent2]) await calls.switchOn('dialer_enabled', userId);
  const ids: number[] = [];
  for (const [place, last_name] of names.entries()) ids.push(await calls.callable(agent.userId, phoneOf(place), { last_name }));
  return { ...office, ...office.people, calls, ids, own };
}
const phoneOf = (place: number) => `305555${String(4000 + place)}`;

const start = (client: Client, ids: number[], more: Partial<CallOf<typeof createDialSession>['body']> = {}) =>
  client.call(createDialSession, {
    body: { selection: { ids, contacts_scope: { order_field: 'last_name' } }, ...more },
  });
const next = (client: Client, id: number, contact_id: number | null) =>
  client.call(nextDialContact, { params: { id }, body: { contact_id } });
const show = (client: Client, id: number) => client.call(getDialSession, { params: { id } });
const contactsOf = async (client: Client, id: number) =>
  (await client.call(listDialledContacts, { params: { id }, query: {} })).data;

describe('a session', () => {
  test('freezes a saved view in the order of its list', async () => {
    const { agent, ids, calls } = await anOffice('Carter', 'Adams', 'Brown');
    const scope = { order_field: 'last_name' as const };
    const view = await agent.call(createSavedView, { body: { name: 'Today', scope } });
    const session = await agent.call(createDialSession, { body: { saved_view_id: view.id } });
    expect(session).toMatchObject({
      title: 'Today',
      state: 'running',
      counts: { total: 3, called: 0, reached: 0, skipped: 0, left: 3, later: 0 },
      current: { contact: { id: ids[1], name: 'Rosa Adams' }, reason: null, call: null },
      upcoming: { id: ids[2], name: 'Rosa Brown', phone_number: phoneOf(2), state: 'FL' },
    });
    await calls.callable(agent.userId, '3055554999', { last_name: 'Aaron' }); // too late for this session
    expect((await contactsOf(agent, session.id)).map(({ contact }) => contact?.id)).toEqual([ids[1], ids[2], ids[0]]);
  });

  test('takes a selection with its exceptions, and the first n of a list', async () => {
    const { agent, ids } = await anOffice('Adams', 'Brown', 'Carter');
    const all = { all: true, except_ids: [ids[0] ?? 0], contacts_scope: { order_field: 'last_name' as const } };
    const first = await agent.call(createDialSession, { body: { selection: all, title: 'But one' } });
    expect(first).toMatchObject({ title: 'But one', counts: { total: 2 }, current: { contact_id: ids[1] } });
    await agent.call(updateDialSession, { params: { id: first.id }, body: { state: 'ended' } });
    const two = { all: true, contacts_scope: { order_field: 'last_name' as const, select_n: 2 } };
    const session = await agent.call(createDialSession, { body: { selection: two } });
    expect(session).toMatchObject({ title: 'Chosen contacts', counts: { total: 2 }, current: { contact_id: ids[0] } });
  });

  test('is one a user, of 1 to 5,000 contacts that the user reaches', async () => {
    const { agent, agent2, companyId, ids } = await anOffice('Adams', 'Brown');
    await expect(start(agent2, ids)).rejects.toMatchObject({ code: 'dial_sessions.empty' });
    await sql`insert into contacts (company_id, owner_id, last_name) select ${companyId}, ${agent2.userId}, 'Many' from generate_series(1, 5001)`.execute(
      db,
    );
    const all = { body: { selection: { all: true } } };
    await expect(agent2.call(createDialSession, all)).rejects.toMatchObject({ code: 'dial_sessions.too_many' });
    const { id } = await start(agent, ids);
    await expect(start(agent, ids)).rejects.toMatchObject({ status: 409, code: 'dial_sessions.open', problem: { data: { id } } });
    expect(await start(agent, ids, { ends_open: true })).toMatchObject({ state: 'running' });
    expect((await agent.call(listDialSessions, { query: {} })).data.map(({ state }) => state)).toEqual(['running', 'ended']);
    const body = { saved_view_id: 1, selection: { ids } };
    await expect(agent.call(createDialSession, { body })).rejects.toMatchObject({ status: 422 });
    await expect(agent.call(createDialSession, { body: {} })).rejects.toMatchObject({ status: 422 });
  });

  test('keeps the call and how it went, and counts who was reached', async () => {
    const { agent, calls, ids } = await anOffice('Adams', 'Brown', 'Carter');
    const { id } = await start(agent, ids);
    minutes(1);
    const call = begun(await calls.dial(agent.userId, phoneOf(0), { contactId: ids[0] ?? 0 }));
    expect((await show(agent, id)).current).toMatchObject({ contact_id: ids[0], call: { id: call.callId, state: 'ringing' } });
    await calls.answer(call.sid);
    minutes(2);
    await calls.end(call.sid, 'answered');
    await agent.call(updateCall, { params: { id: call.callId }, body: { disposition: 'appointment', note: 'Tuesday at ten' } });

    const second = await next(agent, id, ids[0] ?? 0);
    expect(second).toMatchObject({
      counts: { total: 3, called: 1, reached: 1, skipped: 0, left: 2 },
      results: [{ disposition: 'appointment', count: 1 }],
      current: { contact_id: ids[1] },
      previous: { contact: { id: ids[0] }, call: { id: call.callId, seconds: 120, note: 'Tuesday at ten' } },
    });
    minutes(1);
    const unheard = begun(await calls.dial(agent.userId, phoneOf(1), { contactId: ids[1] ?? 0 }));
    await calls.end(unheard.sid, 'no_answer');
    await next(agent, id, ids[1] ?? 0);
    const end = await next(agent, id, ids[2] ?? 0); // not called: skipped
    expect(end).toMatchObject({
      state: 'ended',
      current: null,
      counts: { total: 3, called: 2, reached: 1, skipped: 1, left: 0 },
      results: [
        { disposition: 'appointment', count: 1 },
        { disposition: null, count: 1 },
      ],
    });
    expect(await contactsOf(agent, id)).toMatchObject([
      { state: 'called', call: { disposition: 'appointment' } },
      { state: 'called', call: { outcome: 'no_answer' } },
      { state: 'skipped', reason: 'by_user', call: null },
    ]);
    // A disposition that is given later counts.
    await agent.call(updateCall, { params: { id: unheard.callId }, body: { disposition: 'reached' } });
    expect((await show(agent, id)).counts.reached).toBe(2);
  });

  test('a second tab that is behind moves nothing', async () => {
    const { agent, ids } = await anOffice('Adams', 'Brown', 'Carter');
    const { id } = await start(agent, ids);
    await next(agent, id, ids[0] ?? 0);
    expect(await next(agent, id, ids[0] ?? 0)).toMatchObject({ current: { contact_id: ids[1] }, counts: { skipped: 1 } });
    expect(await next(agent, id, null)).toMatchObject({ current: { contact_id: ids[1] } });
    const answers = await Promise.all([next(agent, id, ids[1] ?? 0), next(agent, id, ids[1] ?? 0)]);
    for (const answer of answers) expect(answer).toMatchObject({ current: { contact_id: ids[2] }, counts: { skipped: 2 } });
  });

  test('pauses, goes on where it was, and ends for good', async () => {
    const { agent, ids } = await anOffice('Adams', 'Brown');
    const { id } = await start(agent, ids);
    const set = (state: 'running' | 'paused' | 'ended') => agent.call(updateDialSession, { params: { id }, body: { state } });
    expect(await set('paused')).toMatchObject({ state: 'paused', current: { contact_id: ids[0] } });
    await expect(next(agent, id, ids[0] ?? 0)).rejects.toMatchObject({ code: 'dial_sessions.paused' });
    expect(await set('running')).toMatchObject({ state: 'running', current: { contact_id: ids[0] } });
    expect(await set('ended')).toMatchObject({ state: 'ended', current: null, counts: { left: 2, skipped: 0 } });
    expect(await set('ended')).toMatchObject({ state: 'ended' });
    await expect(set('running')).rejects.toMatchObject({ code: 'dial_sessions.ended' });
    await expect(next(agent, id, null)).rejects.toMatchObject({ code: 'dial_sessions.ended' });
    expect(await start(agent, ids)).toMatchObject({ state: 'running' });
  });
});

describe('who is passed over', () => {
  test('those who may not be called, have no number, are gone or were called meanwhile, each with the reason', async () => {
    const { agent, admin, calls, companyId, ids } = await anOffice('A', 'B', 'C', 'D', 'E', 'F');
    const [first = 0, refuses = 0, deleted = 0, given = 0, called = 0, last = 0] = ids;
    const silent = await aContact(server, companyId, { owner_id: agent.userId, last_name: 'Bz' });
    const { id } = await start(agent, [...ids, silent]);
    await agent.call(updateContact, { params: { id: refuses }, body: { do_not_call: true } });
    await sql`update contacts set deleted_at = now() where id = ${deleted}`.execute(db);
    await sql`update contacts set owner_id = ${admin.userId} where id = ${given}`.execute(db);
    minutes(1);
    const elsewhere = begun(await calls.dial(agent.userId, phoneOf(4), { contactId: called }));
    await calls.end(elsewhere.sid, 'no_answer');

    expect(await next(agent, id, first)).toMatchObject({ current: { contact_id: last }, counts: { skipped: 6, left: 1 } });
    expect((await contactsOf(agent, id)).map(({ contact, reason }) => [contact?.id ?? null, reason])).toEqual([
      [first, 'by_user'],
      [refuses, 'do_not_contact'],
      [silent, 'no_number'],
      [null, 'deleted'],
      [null, 'out_of_reach'],
      [called, 'called_since'],
      [last, null],
    ]);
  });

  test('who may not be called at this hour is put back, and has a turn when the hour comes', async () => {
    const { agent, ids } = await anOffice('Adams', 'Brown', 'Carter');
    const [early = 0, east = 0, other = 0] = ids;
    await sql`update contacts set timezone = 'hst', state = 'HI', phones = jsonb_set(phones, '{0,number}', '"8085554000"') where id = ${early}`.execute(
      db,
    );
    await sql`insert into agent_licences (company_id, user_id, state, number) select company_id, user_id, 'HI', 'L2' from agent_licences where user_id = ${agent.userId}`.execute(
      db,
    );
    const session = await start(agent, ids); // 10 am in the East, 5 am in Hawaii
    expect(session).toMatchObject({ current: { contact_id: east }, counts: { left: 3, later: 1 } });
    await next(agent, session.id, east);
    const waits = await next(agent, session.id, other);
    expect(waits).toMatchObject({ state: 'running', current: null, upcoming: null, counts: { left: 1, later: 1 } });
    expect(waits.waits_until).toBe('2026-11-23T18:00:00.000Z');
    expect((await contactsOf(agent, session.id))[0]).toMatchObject({
      state: 'waiting',
      reason: 'hours',
      not_before: waits.waits_until,
    });
    expect(await next(agent, session.id, null)).toMatchObject({ current: null });
    now = new Date(waits.waits_until ?? '');
    expect(await next(agent, session.id, null)).toMatchObject({ current: { contact_id: early }, counts: { later: 0 } });
  });

  test('nobody, where the marks of the one on the screen change: it says so and goes on', async () => {
    const { agent, ids } = await anOffice('Adams', 'Brown');
    const { id } = await start(agent, ids);
    await agent.call(updateContact, { params: { id: ids[0] ?? 0 }, body: { do_not_call: true } });
    expect((await show(agent, id)).current).toMatchObject({
      reason: 'do_not_contact',
      numbers: [{ answer: 'no', reason: 'do_not_contact', may_override: false }],
    });
    await sql`update contacts set deleted_at = now() where id = ${ids[0] ?? 0}`.execute(db);
    expect((await show(agent, id)).current).toMatchObject({ contact: null, reason: 'deleted', numbers: [] });
    expect(await next(agent, id, ids[0] ?? 0)).toMatchObject({ current: { contact_id: ids[1] } });
  });

  test('everybody: the session ends at once and says why', async () => {
    const { agent, companyId } = await anOffice();
    const silent = await aContact(server, companyId, { owner_id: agent.userId, last_name: 'Silent' });
    const session = await start(agent, [silent]);
    expect(session).toMatchObject({ state: 'ended', counts: { skipped: 1, left: 0 } });
    expect(await contactsOf(agent, session.id)).toMatchObject([{ state: 'skipped', reason: 'no_number' }]);
  });

  test('many in a row, in one step', async () => {
    const { agent, calls, companyId } = await anOffice();
    await sql`insert into contacts (company_id, owner_id, last_name) select ${companyId}, ${agent.userId}, 'A' || n from generate_series(1, 700) n`.execute(
      db,
    );
    const last = await calls.callable(agent.userId, phoneOf(1), { last_name: 'Zimmer' });
    const all = { all: true, contacts_scope: { order_field: 'last_name' as const } };
    expect(await agent.call(createDialSession, { body: { selection: all } })).toMatchObject({
      current: { contact_id: last },
      counts: { skipped: 700, left: 1 },
    });
  });
});

describe('calling back', () => {
  test('at the end of the session', async () => {
    const { agent, calls, ids } = await anOffice('Adams', 'Brown');
    const { id } = await start(agent, ids);
    minutes(1);
    const call = begun(await calls.dial(agent.userId, phoneOf(0), { contactId: ids[0] ?? 0 }));
    await calls.end(call.sid, 'busy');
    minutes(1);
    const back = { params: { id }, body: { contact_id: ids[0] ?? 0 } };
    expect(await agent.call(callDialContactBack, back)).toMatchObject({
      current: { contact_id: ids[1] },
      upcoming: { id: ids[0] },
      counts: { left: 2, called: 0 },
    });
    minutes(1);
    // Their own call before does not stand in the way.
    expect(await next(agent, id, ids[1] ?? 0)).toMatchObject({ current: { contact_id: ids[0], call: null } });
    expect(await next(agent, id, ids[0] ?? 0)).toMatchObject({ state: 'ended' });
    expect((await contactsOf(agent, id))[0]).toMatchObject({ state: 'skipped', call: { id: call.callId, outcome: 'busy' } });
  });

  test('at a time, as a task', async () => {
    const { agent, ids } = await anOffice('Adams', 'Brown');
    const { id } = await start(agent, ids);
    const body = { contact_id: ids[0] ?? 0, due_at: '2026-11-24T15:00:00.000Z', note: 'After work' };
    expect(await agent.call(callDialContactBack, { params: { id }, body })).toMatchObject({ current: { contact_id: ids[1] } });
    expect((await agent.call(listTasks, { query: { tab: 'open' } })).data).toMatchObject([
      { contact: { id: ids[0] }, kind: 'call', due_at: body.due_at, note: 'After work', owner: { id: agent.userId } },
    ]);
    expect((await contactsOf(agent, id))[0]).toMatchObject({ state: 'skipped', reason: 'call_back' });
  });
});

describe('others', () => {
  test('leaders see the counts of their people, nobody else anything', async () => {
    const { agent, agent2, manager, ids } = await anOffice('Adams', 'Brown');
    const { id } = await start(agent, ids);
    const seen = async (client: Client, tab: 'me' | 'team') => (await client.call(listDialSessions, { query: { tab } })).data;
    expect(await seen(manager, 'team')).toMatchObject([{ id, user: { id: agent.userId }, counts: { total: 2 } }]);
    expect(await seen(manager, 'me')).toEqual([]);
    expect(await seen(agent2, 'team')).toEqual([]);
    expect(await contactsOf(manager, id)).toHaveLength(2);
    await expect(contactsOf(agent2, id)).rejects.toMatchObject({ status: 404 });
    for (const client of [manager, agent2]) {
      await expect(show(client, id)).rejects.toMatchObject({ status: 404 });
      await expect(next(client, id, ids[0] ?? 0)).rejects.toMatchObject({ status: 404 });
      await expect(client.call(updateDialSession, { params: { id }, body: { state: 'ended' } })).rejects.toMatchObject({
        status: 404,
      });
    }
  });

  test('a merge takes the place of the contact that goes; it is called once', async () => {
    const { agent, calls, ids } = await anOffice('Adams', 'Brown', 'Carter');
    const { id } = await start(agent, ids);
    await agent.call(mergeContacts, { body: { ids: ids.slice(0, 2), survivor_id: ids[0] ?? 0 } });
    expect((await contactsOf(agent, id)).map(({ contact }) => contact?.id)).toEqual([ids[0], ids[0], ids[2]]);
    minutes(1);
    begun(await calls.dial(agent.userId, phoneOf(0), { contactId: ids[0] ?? 0 }));
    expect(await next(agent, id, ids[0] ?? 0)).toMatchObject({
      current: { contact_id: ids[2] },
      counts: { called: 1, skipped: 1 },
    });
  });

  test('what a nightly job ends and forgets', async () => {
    const { agent, calls, ids } = await anOffice('Adams', 'Brown');
    const { id } = await start(agent, ids);
    minutes(1);
    const call = begun(await calls.dial(agent.userId, phoneOf(0), { contactId: ids[0] ?? 0 }));
    await calls.end(call.sid, 'busy');
    const forget = () => forgetOldSessions(calls.system);
    await forget();
    expect(await show(agent, id)).toMatchObject({ state: 'running' });
    minutes(31 * 24 * 60);
    await forget();
    expect(await show(agent, id)).toMatchObject({ state: 'ended', counts: { called: 1, left: 1 } });
    minutes(731 * 24 * 60);
    await forget();
    await expect(show(agent, id)).rejects.toMatchObject({ status: 404 });
    expect(await calls.row(call.sid)).toMatchObject({ outcome: 'busy' });
  });
});

describe('the number that the contact sees', () => {
  const shownTo = async (client: Client, id: number) => (await show(client, id)).current?.numbers[0]?.shown;

  /**
   * The agent has a number elsewhere for calls and one of Orlando, the company one of Miami, a colleague
   * another.
   */
  async function anOfficeWith() {
    const office = await anOffice('Adams');
    const { calls, agent, agent2, admin, companyId } = office;
    const exchange = ++area;
    const numbers = { orlando: `407${exchange}0001`, miami: `305${exchange}0002`, colleague: `305${exchange}0003` };
    await calls.number(numbers.miami, null, admin.userId);
    await calls.number(numbers.colleague, agent2.userId);
    await sql`insert into phone_numbers (company_id, number, user_id, payer_id, provider_id, region, bought_at, rent_due_at)
      values (${companyId}, ${numbers.orlando}, ${agent.userId}, ${agent.userId}, 'PN1', 'FL', now(), now() + interval '1 month')`.execute(
      db,
    );
    return { ...office, numbers };
  }

  test('is of the area code, then of the state, and one that rings at the user', async () => {
    const { agent, calls, ids, own, numbers, companyId } = await anOfficeWith();
    const { id } = await start(agent, ids, { local_presence: true });
    expect(await shownTo(agent, id)).toBe(numbers.miami);
    minutes(1);
    const call = begun(await calls.dial(agent.userId, phoneOf(0), { contactId: ids[0] ?? 0 }));
    expect(call.from).toBe(numbers.miami);
    await calls.end(call.sid, 'no_answer');
    // Given up: nobody would answer it.
    await sql`update phone_numbers set state = 'quarantined' where company_id = ${companyId} and number = ${numbers.miami}`.execute(
      db,
    );
    expect(await shownTo(agent, id)).toBe(numbers.orlando);
    await sql`update phone_numbers set calls = false where company_id = ${companyId} and number = ${numbers.orlando}`.execute(db);
    expect(await shownTo(agent, id)).toBe(own);
  });

  test('of the company is shown only to the user’s own contacts: a call back rings at their owner', async () => {
    const { manager, agent, calls, ids, numbers, companyId } = await anOfficeWith();
    await calls.switchOn('dialer_enabled', manager.userId);
    const line = `${++area}5550100`;
    await calls.number(line, manager.userId);
    await sql`insert into agent_licences (company_id, user_id, state, number) values (${companyId}, ${manager.userId}, 'FL', 'L9')`.execute(
      db,
    );
    const { id } = await start(manager, ids, { local_presence: true });
    expect(await shownTo(manager, id)).toBe(line);
    const own = await start(agent, ids, { local_presence: true });
    expect(await shownTo(agent, own.id)).toBe(numbers.miami);
  });

  test('is chosen for the session, else by the user, else by the company', async () => {
    const { agent, ids, own, numbers, companyId } = await anOfficeWith();
    expect(await agent.call(getLocalPresence, {})).toMatchObject({ local_presence: null, company: false });
    const first = await start(agent, ids);
    expect(first.local_presence).toBe(false);
    expect(await shownTo(agent, first.id)).toBe(own);
    await agent.call(updateDialSession, { params: { id: first.id }, body: { local_presence: true } });
    expect(await shownTo(agent, first.id)).toBe(numbers.miami);
    await agent.call(updateDialSession, { params: { id: first.id }, body: { state: 'ended' } });

    await sql`insert into settings (company_id, name, value) values (${companyId}, 'calls.local_presence', 'true')`.execute(db);
    const second = await start(agent, ids);
    expect(second.local_presence).toBe(true);
    await agent.call(updateDialSession, { params: { id: second.id }, body: { state: 'ended' } });
    expect(await agent.call(updateLocalPresence, { body: { local_presence: false } })).toMatchObject({
      local_presence: false,
      company: true,
      numbers: expect.arrayContaining([expect.objectContaining({ phone_number: numbers.miami, company: true })]),
    });
    expect((await start(agent, ids)).local_presence).toBe(false);
  });
});
