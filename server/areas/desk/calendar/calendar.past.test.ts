// The past: occurrences of years ago follow their series, and the past of a private event stays its owner's.
import { beforeAll, describe, expect, test } from 'vitest';
import { createEvent, deleteEvent, getEvent, listCalendarHistory, listEvents, updateEvent } from '#contract/calendar.ts';
import type { CallOf } from '#contract/kit/endpoint.ts';
import { aCompany, aContact, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let company: TestCompany<'manager' | 'agent'>;
beforeAll(async () => {
  server = await aServer();
  company = await aCompany(server, { manager: {}, agent: { under: 'manager' } });
});

/** Two years ago, far behind the ninety days that a night writes anew. */
const year = new Date().getUTCFullYear() - 2;
const nine = { start_time: '09:00', end_time: '10:00', timezone: 'America/New_York' };
type Body = CallOf<typeof createEvent>['body'];
const add = (body: Partial<Body>) =>
  company.people.agent.call(createEvent, { body: { title: 'Review', start_date: `03/01/${year}`, ...nine, ...body } });
const starts = async (q: string) => {
  const query = { start_date: `02/15/${year}`, end_date: `04/15/${year}`, q };
  const { data } = await company.people.agent.call(listEvents, { query });
  for (const { id, occurrence } of data)
    await company.people.agent.call(getEvent, { params: { id }, query: { ...(occurrence && { occurrence }) } });
  return data.map(({ start_date, start_time }) => `${start_date.slice(0, 5)} ${start_time}`);
};

describe('a series of years ago', () => {
  const weekly = { rrule: 'FREQ=WEEKLY' };
  const at = (day: string) => `${year}-${day}T09:00`;

  test('is in the lists from its first day', async () => {
    await add({ ...weekly, title: 'From the start' });
    expect((await starts('From the start')).slice(0, 2)).toEqual(['03/01 09:00', '03/08 09:00']);
  });

  test('that moves, moves from its first day', async () => {
    const { id } = await add({ ...weekly, title: 'Moved' });
    const times = { ...nine, start_date: `03/01/${year}`, start_time: '14:00', end_time: '15:00' };
    await company.people.agent.call(updateEvent, { params: { id }, body: { version: 1, scope: 'all', ...times } });
    expect((await starts('Moved')).slice(0, 2)).toEqual(['03/01 14:00', '03/08 14:00']);
  });

  test('changed from an old day on is the new series from that day on, and only before it the earlier one', async () => {
    const { id } = await add({ ...weekly, title: 'Parted' });
    const body = { version: 1, scope: 'following', occurrence: at('03-15'), title: 'Onward' } as const;
    await company.people.agent.call(updateEvent, { params: { id }, body });
    expect(await starts('Parted')).toEqual(['03/01 09:00', '03/08 09:00']);
    expect((await starts('Onward')).slice(0, 2)).toEqual(['03/15 09:00', '03/22 09:00']);
  });

  test('removed from an old day on is gone from that day on', async () => {
    const { id } = await add({ ...weekly, title: 'Ended' });
    await company.people.agent.call(deleteEvent, {
      params: { id },
      query: { scope: 'following', occurrence: at('03-15') },
    });
    expect(await starts('Ended')).toEqual(['03/01 09:00', '03/08 09:00']);
  });

  test('that was one event keeps its first day', async () => {
    const { id } = await add({ title: 'Repeats now' });
    await company.people.agent.call(updateEvent, { params: { id }, body: { version: 1, ...weekly } });
    expect((await starts('Repeats now')).slice(0, 2)).toEqual(['03/01 09:00', '03/08 09:00']);
  });
});

test('what an event said while it was private stays its owner’s in the history, also once it opens', async () => {
  const { agent, manager } = company.people;
  const contact_id = await aContact(server, company.companyId, { owner_id: agent.userId });
  const { id } = await add({ title: 'Surgery', place: 'Clinic', private: true, contact_id });
  const open = { version: 1, title: 'Away', place: 'Elsewhere', private: false };
  await agent.call(updateEvent, { params: { id }, body: open });
  await agent.call(updateEvent, { params: { id }, body: { version: 2, title: 'Not here', private: true } });
  const query = { contact_id };
  const seen = await manager.call(listCalendarHistory, { query });
  expect(JSON.stringify(seen)).not.toMatch(/Surgery|Clinic|Not here/);
  expect(JSON.stringify((await agent.call(listCalendarHistory, { query })).data)).toContain('Surgery');
  for (const q of ['Surgery', 'Away', 'Not here'])
    expect((await manager.call(listCalendarHistory, { query: { ...query, q } })).data, q).toEqual([]);
});
