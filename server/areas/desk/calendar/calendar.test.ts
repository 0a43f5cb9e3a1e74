// Events: what is stored and shown, who sees whose, repeating events and their exceptions, and what the histories say.
import { beforeAll, describe, expect, test } from 'vitest';
import {
  createEvent,
  deleteEvent,
  getEvent,
  listCalendarHistory,
  listContactEvents,
  listEvents,
  updateEvent,
} from '#contract/calendar.ts';
import { listContactTimeline } from '#contract/contactHistory.ts';
import type { CallOf } from '#contract/kit/endpoint.ts';
import { deactivateUser } from '#contract/userAdmin.ts';
import { loadActor } from '#kernel/actors.ts';
import { inTenant } from '#kernel/context.ts';
import { aCompany, aContact, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type Client, type TestServer } from '#tests/support/server.ts';
import { listToday } from './calendar.service.ts';

let server: TestServer;
let company: TestCompany<'admin' | 'manager' | 'agent' | 'agent2'>;
beforeAll(async () => {
  server = await aServer();
  company = await aCompany(server, { admin: {}, manager: {}, agent: { under: 'manager' }, agent2: {} });
});

type Body = CallOf<typeof createEvent>['body'];
/** Next year, so that every occurrence lies ahead: 2027-03-14 is the Sunday on which clocks move. */
const year = new Date().getUTCFullYear() + 1;
const nine = { start_time: '09:00', end_time: '10:00', timezone: 'America/New_York' };
const add = (client: Client, body: Partial<Body> = {}) =>
  client.call(createEvent, { body: { title: 'Review', start_date: `03/01/${year}`, ...body } });
const list = async (client: Client, query: CallOf<typeof listEvents>['query'] = {}) =>
  (await client.call(listEvents, { query: { start_date: `02/15/${year}`, end_date: `04/15/${year}`, ...query } })).data;
const starts = async (client: Client, title: string) =>
  (await list(client, { q: title })).map(
    ({ start_date, start_time }) => `${start_date.slice(0, 5)}${start_time ? ` ${start_time}` : ''}`,
  );
const refused = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error) => error,
  );

describe('an event', () => {
  test('has its fields, and is in the list of its days by the moment it starts', async () => {
    const { agent } = company.people;
    const contact = await aContact(server, company.companyId, {
      owner_id: agent.userId,
      first_name: 'Rosa',
      last_name: 'Alvarez',
    });
    const made = await add(agent, {
      ...nine,
      title: 'Plan review',
      start_date: `01/10/${year}`,
      contact_id: contact,
      type: 'meeting',
      color: 'teal',
      place: 'Office',
      notes: 'Bring\nforms',
      reminders: [60, 15],
    });
    expect(made).toMatchObject({
      occurrence: null, version: 1, title: 'Plan review', type: 'meeting', color: 'teal', place: 'Office', notes: 'Bring\nforms',
      start_date: `01/10/${year}`, end_date: `01/10/${year}`, start_time: '09:00', end_time: '10:00', timezone: 'America/New_York',
      starts_at: `${year}-01-10T14:00:00.000Z`, ends_at: `${year}-01-10T15:00:00.000Z`, all_day: false,
      contact: { id: contact, name: 'Rosa Alvarez' }, owner: { id: agent.userId }, reminders: [15, 60], rrule: null, overlaps: 0,
    }); // biome-ignore format: a record in columns
    const { overlaps, ...shown } = made;
    expect(await list(agent, { start_date: `01/10/${year}`, end_date: `01/10/${year}` })).toEqual([shown]);
    expect(await agent.call(getEvent, { params: { id: made.id }, query: {} })).toEqual(shown);
    for (const q of ['plan', 'office', 'forms', 'alvarez'])
      expect(await list(agent, { start_date: `01/01/${year}`, q }), q).toHaveLength(1);
    expect(await list(agent, { start_date: `01/01/${year}`, q: 'plan', types_list: ['call'] })).toEqual([]);
    expect((await add(agent, { ...nine, start_date: `01/10/${year}`, start_time: '09:30', title: 'Clash' })).overlaps).toBe(1);
  });

  test('all day is on its days in every zone, the last one included', async () => {
    const { agent } = company.people;
    const made = await add(agent, { title: 'Fair', start_date: `02/27/${year}`, end_date: `03/02/${year}` });
    expect(made).toMatchObject({
      start_date: `02/27/${year}`,
      end_date: `03/02/${year}`,
      all_day: true,
      starts_at: null,
      start_time: null,
    });
    for (const timezone of ['hst', 'est']) {
      await server.operator.db.updateTable('users').set({ timezone }).where('id', '=', agent.userId).execute();
      const on = async (day: string) => (await list(agent, { start_date: day, end_date: day, q: 'fair' })).length;
      expect([
        await on(`02/26/${year}`),
        await on(`02/27/${year}`),
        await on(`03/02/${year}`),
        await on(`03/03/${year}`),
      ]).toEqual([0, 1, 1, 0]);
    }
  });

  test('is refused with a word at the field: half a time, an end before the start, too long, no such zone or day', async () => {
    const { agent } = company.people;
    const fields = async (body: Partial<Body>) => Object.keys((await refused(add(agent, body)))?.problem.errors ?? {});
    expect(await fields({ start_time: '09:00', timezone: 'America/New_York' })).toEqual(['end_time']);
    expect(await fields({ start_time: '09:00', end_time: '10:00' })).toEqual(['timezone']);
    expect(await fields({ ...nine, end_time: '08:00' })).toEqual(['end_date']);
    expect(await fields({ end_date: `05/01/${year}` })).toEqual(['end_date']);
    for (const timezone of ['+05:00', 'Mars/Base', 'EST5EDT; drop'])
      expect(await fields({ ...nine, timezone })).toEqual(['timezone']);
    for (const start_date of ['02/30/2027', '2027-02-03', '13/01/2027'])
      expect(await fields({ start_date })).toEqual(['start_date']);
    expect(await refused(list(agent, { end_date: `04/15/${year + 1}` }))).toMatchObject({ status: 422 });
  });

  test('changed by someone else meanwhile answers 409 with both versions', async () => {
    const { agent } = company.people;
    const { id } = await add(agent, { title: 'Stale' });
    const change = (version: number, title: string) => agent.call(updateEvent, { params: { id }, body: { version, title } });
    expect(await change(1, 'First')).toMatchObject({ version: 2, title: 'First' });
    expect(await refused(change(1, 'Second'))).toMatchObject({
      code: 'calendar.stale',
      problem: { data: { current: { title: 'First', version: 2 }, yours: { title: 'Second' } } },
    });
    await expect(agent.call(deleteEvent, { params: { id }, query: { version: 1 } })).rejects.toMatchObject({
      code: 'calendar.stale',
    });
    await agent.call(deleteEvent, { params: { id }, query: { version: 2 } });
    await expect(agent.call(getEvent, { params: { id }, query: {} })).rejects.toMatchObject({ status: 404 });
  });
});

describe('whose calendar', () => {
  test('a manager sees and fills those of the people below; an agent only their own', async () => {
    const { agent, agent2, manager } = company.people;
    const { id } = await add(agent, { title: 'Seen above' });
    const of = { downline_user_id: agent.userId, q: 'Seen above' };
    expect(await list(manager, of)).toMatchObject([{ id, can: { update: true } }]);
    await expect(list(agent2, of)).rejects.toMatchObject({ status: 404 });
    await expect(agent2.call(getEvent, { params: { id }, query: {} })).rejects.toMatchObject({ status: 404 });
    await expect(agent2.call(deleteEvent, { params: { id }, query: {} })).rejects.toMatchObject({ status: 404 });
    const made = await add(manager, { title: 'From above', downline_user_id: agent.userId });
    expect(made.owner.id).toBe(agent.userId);
    expect(await list(agent, { q: 'From above' })).toHaveLength(1);
    await expect(add(agent, { downline_user_id: manager.userId })).rejects.toMatchObject({ status: 422 });
  });

  test('somebody else’s private event is only a time: not its words, not by search, not to change', async () => {
    const { agent, manager } = company.people;
    const contact = await aContact(server, company.companyId, { owner_id: agent.userId, first_name: 'Ida', last_name: 'Secret' });
    const { id } = await add(agent, {
      ...nine,
      title: 'Doctor',
      notes: 'secret',
      private: true,
      contact_id: contact,
      type: 'personal',
    });
    const range = { downline_user_id: agent.userId, start_date: `03/01/${year}`, end_date: `03/01/${year}` };
    const shown = (await list(manager, range)).find((event) => event.id === id);
    expect(shown).toMatchObject({
      title: 'Busy',
      type: 'other',
      notes: '',
      contact: null,
      hidden: true,
      start_time: '09:00',
      can: { update: false },
    });
    for (const q of ['doctor', 'secret']) expect(await list(manager, { ...range, q })).toEqual([]);
    expect(await list(manager, { ...range, types_list: ['personal'] })).toEqual([]);
    await expect(manager.call(updateEvent, { params: { id }, body: { version: 1, title: 'Mine' } })).rejects.toMatchObject({
      status: 403,
    });
    const told = [
      await manager.call(listCalendarHistory, { query: { contact_id: contact } }),
      await manager.call(listContactEvents, { query: { contact_id: contact } }),
      await manager.call(listContactTimeline, { params: { id: contact }, query: {} }),
    ];
    expect(JSON.stringify(told)).not.toContain('Doctor');
    expect(JSON.stringify(told[2])).toContain('Private event');
  });

  test('a private occurrence of an open series is not to be opened, changed or removed by others', async () => {
    const { agent, manager } = company.people;
    const { id } = await add(agent, { ...nine, title: 'Walk', rrule: 'FREQ=DAILY;COUNT=5' });
    const at = { scope: 'this', occurrence: `${year}-03-03T09:00` } as const;
    const { version } = await agent.call(updateEvent, {
      params: { id },
      body: { version: 1, ...at, title: 'Doctor', private: true },
    });
    const forbidden = { status: 403 };
    const change = (body: object) => manager.call(updateEvent, { params: { id }, body: { version, ...at, ...body } });
    await expect(change({ private: false })).rejects.toMatchObject(forbidden);
    await expect(change({ scope: 'all', title: 'Run' })).rejects.toMatchObject(forbidden);
    await expect(change({ scope: 'following', occurrence: `${year}-03-02T09:00` })).rejects.toMatchObject(forbidden);
    await expect(manager.call(deleteEvent, { params: { id }, query: at })).rejects.toMatchObject(forbidden);
    expect(await change({ occurrence: `${year}-03-02T09:00`, title: 'Run' })).toMatchObject({ title: 'Run' });
    expect(await agent.call(getEvent, { params: { id }, query: { occurrence: at.occurrence } })).toMatchObject({
      title: 'Doctor',
    });
  });

  test('of a user who leaves goes to the colleague, but for private events', async () => {
    const { companyId, people } = await aCompany(server, { admin: {}, manager: {}, agent: { under: 'manager' } });
    const kept = await add(people.agent, { title: 'Business' });
    const own = await add(people.agent, { title: 'Dentist', private: true });
    await people.admin.call(deactivateUser, { params: { id: people.agent.userId }, query: { owner_id: people.manager.userId } });
    expect(await list(people.manager)).toMatchObject([{ id: kept.id, owner: { id: people.manager.userId } }]);
    const { owner_id } = await server.operator.db
      .selectFrom('events')
      .select('owner_id')
      .where('company_id', '=', companyId)
      .where('id', '=', own.id)
      .executeTakeFirstOrThrow();
    expect(owner_id).toBe(people.agent.userId);
  });
});

describe('a repeating event', () => {
  const weekly = (client: Client, title: string, body: Partial<Body> = {}) =>
    add(client, { ...nine, title, start_date: `03/01/${year}`, rrule: 'FREQ=WEEKLY;COUNT=4', ...body });
  const change = (id: number, body: Omit<CallOf<typeof updateEvent>['body'], 'version'>, version = 1) =>
    company.people.agent.call(updateEvent, { params: { id }, body: { version, ...body } });
  const at = (day: string, time = '09:00') => `${year}-${day}T${time}`;
  const on = (day: string, start_time = '09:00', end_time = '10:00') => ({
    start_date: `${day}/${year}`,
    end_date: `${day}/${year}`,
    start_time,
    end_time,
    timezone: 'America/New_York',
  });

  test('keeps its time when clocks change', async () => {
    const { agent } = company.people;
    await weekly(agent, 'Clocks');
    const all = await list(agent, { q: 'Clocks' });
    expect(all.map(({ start_time }) => start_time)).toEqual(['09:00', '09:00', '09:00', '09:00']);
    const spring = `${year}-03-${String(14 - new Date(Date.UTC(year, 2, 14)).getUTCDay()).padStart(2, '0')}`;
    expect(all.map(({ starts_at, occurrence }) => [(occurrence ?? '') > spring, starts_at?.slice(11, 13)])).toEqual(
      all.map(({ occurrence }) => ((occurrence ?? '') > spring ? [true, '13'] : [false, '14'])),
    );
  });

  test('begins on the first day that its rule names', async () => {
    const { agent } = company.people;
    const first = await weekly(agent, 'Moves', { start_date: `03/01/${year}`, rrule: 'FREQ=MONTHLY;BYMONTHDAY=5;COUNT=2' });
    expect(first).toMatchObject({ start_date: `03/05/${year}`, occurrence: at('03-05') });
  });

  test('this: one occurrence moves, or goes; the others stay, and a second change is of the same one', async () => {
    const { agent } = company.people;
    const { id } = await weekly(agent, 'One');
    const moved = await change(id, {
      scope: 'this',
      occurrence: at('03-08'),
      title: 'One later',
      ...on('03/09', '11:00', '12:00'),
    });
    expect(moved).toMatchObject({ id, occurrence: at('03-08'), changed: true, version: 2, start_time: '11:00' });
    await change(id, { scope: 'this', occurrence: at('03-08'), place: 'Here' }, 2);
    await agent.call(deleteEvent, { params: { id }, query: { version: 3, scope: 'this', occurrence: at('03-15') } });
    expect(await starts(agent, 'One')).toEqual(['03/01 09:00', '03/09 11:00', '03/22 09:00']);
    const gone = agent.call(deleteEvent, { params: { id }, query: { scope: 'this', occurrence: at('03-15') } });
    await expect(gone).rejects.toMatchObject({ status: 404 });
    for (const occurrence of [at('03-02'), at('04-05'), at('03-08', '10:00'), `${year}-03-08`, `${year}-13-45T09:00`])
      await expect(change(id, { scope: 'this', occurrence, title: 'x' }, 4), occurrence).rejects.toMatchObject({ status: 404 });
    await expect(change(id, { title: 'x' }, 4)).rejects.toMatchObject({ status: 422 });
  });

  test('all: the others move by the same days, changed ones keep what was changed in them, removed ones stay away', async () => {
    const { agent } = company.people;
    const { id } = await weekly(agent, 'All', { rrule: 'FREQ=WEEKLY;BYDAY=MO;COUNT=5' });
    const first = (await list(agent, { q: 'All' })).map(({ occurrence }) => occurrence ?? '');
    const [one = '', two = '', three = '', four = ''] = first;
    await change(id, { scope: 'this', occurrence: two, place: 'Elsewhere' });
    await change(id, { scope: 'this', occurrence: three, ...on(`${three.slice(5, 10).replace('-', '/')}`, '15:00', '16:00') }, 2);
    await agent.call(deleteEvent, { params: { id }, query: { scope: 'this', occurrence: four } });
    const next = new Date(Date.parse(`${one}Z`) + 86_400_000).toISOString();
    const moved = await change(
      id,
      { scope: 'all', occurrence: one, title: 'All new', ...on(next.slice(5, 10).replace('-', '/'), '10:00', '11:30') },
      4,
    );
    expect(moved).toMatchObject({ occurrence: `${next.slice(0, 10)}T10:00`, rrule: 'FREQ=WEEKLY;COUNT=5;BYDAY=TU' });
    const all = await list(agent, { q: 'All new' });
    expect(all.map(({ start_time, place, changed }) => [start_time, place, changed])).toEqual([
      ['10:00', '', false],
      ['10:00', 'Elsewhere', true],
      ['15:00', '', true],
      ['10:00', '', false],
    ]);
    const lost = await refused(change(id, { scope: 'all', rrule: 'FREQ=MONTHLY;COUNT=2' }, 5));
    expect(lost).toMatchObject({ code: 'calendar.changes_lost', problem: { data: { count: 2 } } });
    await change(id, { scope: 'all', rrule: 'FREQ=MONTHLY;COUNT=2', drop_changed: true }, 5);
    expect((await list(agent, { q: 'All new' })).every(({ changed }) => !changed)).toBe(true);
  });

  test('following: the series ends before, and another one goes on with its exceptions and the rest of its count', async () => {
    const { agent } = company.people;
    const { id } = await weekly(agent, 'Follow');
    await change(id, { scope: 'this', occurrence: at('03-22'), title: 'Follow special' });
    const tail = await change(id, { scope: 'following', occurrence: at('03-15'), ...on('03/16', '14:00', '15:00') }, 2);
    expect(tail).toMatchObject({ occurrence: at('03-16', '14:00'), rrule: 'FREQ=WEEKLY;COUNT=2' });
    expect(tail.id).not.toBe(id);
    expect(await starts(agent, 'Follow')).toEqual(['03/01 09:00', '03/08 09:00', '03/16 14:00', '03/23 14:00']);
    expect((await list(agent, { q: 'Follow special' })).map((event) => event.id)).toEqual([tail.id]);
    await agent.call(deleteEvent, { params: { id }, query: { scope: 'following', occurrence: at('03-08') } });
    expect(await starts(agent, 'Follow')).toEqual(['03/01 09:00', '03/16 14:00', '03/23 14:00']);
  });

  test('neighbouring changed occurrences move on without getting into each other’s way', async () => {
    const { agent } = company.people;
    const { id } = await weekly(agent, 'Daily', { rrule: 'FREQ=DAILY;COUNT=5' });
    for (const [index, day] of ['03-02', '03-03', '03-04'].entries())
      await change(id, { scope: 'this', occurrence: at(day), place: day }, index + 1);
    await change(id, { scope: 'all', occurrence: at('03-01'), ...on('03/02') }, 4);
    expect((await list(agent, { q: 'Daily' })).map(({ start_date, place }) => `${start_date.slice(0, 5)} ${place}`.trim())).toEqual([
      '03/02', '03/03 03-02', '03/04 03-03', '03/05 03-04', '03/06',
    ]); // biome-ignore format: a list
    await change(id, { scope: 'all', occurrence: at('03-02'), ...on('03/01') }, 5);
    expect((await starts(agent, 'Daily'))[0]).toBe('03/01 09:00');
  });

  test('that repeats no more is one event, and one event may begin to repeat', async () => {
    const { agent } = company.people;
    const { id } = await weekly(agent, 'Stops');
    const single = await change(id, { scope: 'all', occurrence: at('03-08'), rrule: null });
    expect(single).toMatchObject({ occurrence: null, start_date: `03/08/${year}` });
    expect(await starts(agent, 'Stops')).toEqual(['03/08 09:00']);
    await change(id, { rrule: 'FREQ=DAILY;COUNT=2' }, 2);
    expect(await starts(agent, 'Stops')).toEqual(['03/08 09:00', '03/09 09:00']);
  });
});

test('the histories say who did what, and what took place; a contact’s events are upcoming or past', async () => {
  const { agent, manager } = company.people;
  const contact = await aContact(server, company.companyId, { owner_id: agent.userId, first_name: 'Nia', last_name: 'Past' });
  const past = await add(agent, { ...nine, title: 'Been', contact_id: contact, start_date: '01/05/2024' });
  const next = await add(agent, { ...nine, title: 'Coming', contact_id: contact });
  await manager.call(updateEvent, { params: { id: next.id }, body: { version: 1, title: 'Coming soon', notes: 'x' } });
  await agent.call(deleteEvent, { params: { id: next.id }, query: {} });
  const { data } = await agent.call(listCalendarHistory, { query: { contact_id: contact } });
  expect(data.map(({ kind, title, actor }) => [kind, title, actor?.id])).toEqual([
    ['removed', 'Coming soon', agent.userId],
    ['changed', 'Coming soon', manager.userId],
    ['created', 'Coming', agent.userId],
    ['created', 'Been', agent.userId],
    ['took_place', 'Been', undefined],
  ]);
  expect(data[1]?.changes).toEqual([
    { field: 'notes', before: null, after: null },
    { field: 'title', before: 'Coming', after: 'Coming soon' },
  ]);
  const when = async (which: 'past' | 'upcoming') =>
    (await agent.call(listContactEvents, { query: { contact_id: contact, when: which } })).data.map(({ id }) => id);
  expect([await when('past'), await when('upcoming')]).toEqual([[past.id], []]);
  expect((await agent.call(listCalendarHistory, { query: { q: 'coming soon', limit: 1 } })).meta).toMatchObject({
    total_count: 2,
  });
  const timeline = await agent.call(listContactTimeline, { params: { id: contact }, query: {} });
  expect(timeline.data.map(({ action }) => action)).toEqual(['event_removed', 'event_changed', 'event_added', 'event_added']);
});

test('today of several users is one list with its count', async () => {
  const { agent, agent2 } = company.people;
  const today = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/New_York',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format();
  for (const client of [agent, agent2, agent2]) await add(client, { title: 'Now', start_date: today });
  expect((await agent.call(listEvents, { query: { today_events: 'true' } })).data.map(({ title }) => title)).toEqual(['Now']);
  const { platform } = server;
  const actor = await loadActor(platform, company.companyId, company.people.admin.userId, null);
  if (!actor) throw new Error('no such user');
  const ctx = { platform, clock: platform.clock, log: platform.log, actor };
  const found = await inTenant(ctx, (tx) => listToday(tx, [agent.userId, agent2.userId], 2));
  expect([found.count, found.data.length]).toEqual([3, 2]);
});
