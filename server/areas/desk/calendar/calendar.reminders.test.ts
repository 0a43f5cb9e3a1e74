// Reminders: once to each user, occurrence and number of minutes, whatever happens meanwhile.
import { beforeAll, expect, test } from 'vitest';
import { createEvent, deleteEvent, getEvent, updateEvent } from '#contract/calendar.ts';
import type { CallOf } from '#contract/kit/endpoint.ts';
import { updateTimezone } from '#contract/profile.ts';
import { updateUser } from '#contract/userAdmin.ts';
import { runPumps } from '#kernel/jobs/pump.ts';
import { aCompany, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type TestServer } from '#tests/support/server.ts';
import { reminderPump } from './calendar.reminders.ts';

let server: TestServer;
let company: TestCompany<'agent' | 'admin'>;
beforeAll(async () => {
  server = await aServer();
  company = await aCompany(server, { agent: {}, admin: {} });
});

const noon = { start_time: '12:00', end_time: '12:30', timezone: 'America/New_York' };
/** Next year on a day in January, when New York is five hours behind. */
const year = new Date().getUTCFullYear() + 1;
const at = (day: string, time: string) => new Date(`${year}-${day}T${time}:00-05:00`);
const add = (body: Partial<CallOf<typeof createEvent>['body']>) =>
  company.people.agent.call(createEvent, { body: { title: 'Call Rosa', start_date: `01/12/${year}`, ...noon, ...body } });

/** Two workers look at the same moment. Answers what they told, and which mails they asked for. */
async function lookAt(moment: Date): Promise<string[]> {
  const { operator, platform } = server;
  const then = { ...platform, clock: () => moment };
  const before = await rows();
  await Promise.all([runPumps(operator.db, then, [reminderPump]), runPumps(operator.db, then, [reminderPump])]);
  return (await rows()).slice(before.length);
}

const rows = async () =>
  (await server.operator.db.selectFrom('outbox').selectAll().where('company_id', '=', company.companyId).orderBy('id').execute())
    .filter(({ name, payload }) => name === 'calendar.remind' || (payload as { event?: string }).event === 'calendar.reminder')
    .map(({ kind, payload, recipients }) => {
      const { title, minutes, starts_at } = payload as Record<string, unknown>;
      return kind === 'cable' ? `${title} ${minutes} to ${recipients as unknown}` : `mail ${starts_at}`;
    });

test('comes when it is due, once for two workers: on the screens of the owner and by mail', async () => {
  const { agent } = company.people;
  const { id } = await add({ reminders: [15, 60] });
  expect(await lookAt(at('01-12', '10:59'))).toEqual([]);
  const mail = `mail ${at('01-12', '12:00').toISOString()}`;
  expect(await lookAt(at('01-12', '11:00'))).toEqual([`Call Rosa 60 to ${agent.userId}`, mail]);
  expect(await lookAt(at('01-12', '11:01'))).toEqual([]);
  await agent.call(updateEvent, { params: { id }, body: { version: 1, place: 'Office' } });
  expect(await lookAt(at('01-12', '11:46'))).toEqual([`Call Rosa 15 to ${agent.userId}`, mail]);
});

test('follows its event: to another time, to one occurrence, away', async () => {
  const { agent } = company.people;
  const { id } = await add({ title: 'Daily', start_date: `01/18/${year}`, rrule: 'FREQ=DAILY;COUNT=3', reminders: [10] });
  const time = { start_date: `01/19/${year}`, start_time: '15:00', end_time: '16:00', timezone: 'America/New_York' };
  await agent.call(updateEvent, {
    params: { id },
    body: { version: 1, scope: 'this', occurrence: `${year}-01-19T12:00`, ...time },
  });
  expect((await lookAt(at('01-18', '11:55')))[0]).toContain('Daily 10');
  expect(await lookAt(at('01-19', '11:55'))).toEqual([]);
  expect((await lookAt(at('01-19', '14:50'))).length).toBe(2);
  await agent.call(deleteEvent, { params: { id }, query: { scope: 'all' } });
  expect(await lookAt(at('01-20', '11:55'))).toEqual([]);
});

test('of an all-day event counts from midnight in the zone of its owner; none comes much too late', async () => {
  await add({
    title: 'Birthday',
    start_date: `01/25/${year}`,
    start_time: null,
    end_time: null,
    timezone: null,
    reminders: [-540, 900],
  });
  expect(await lookAt(at('01-24', '08:59'))).toEqual([]);
  expect((await lookAt(at('01-24', '09:00')))[0]).toContain('Birthday 900');
  expect((await lookAt(at('01-25', '09:05')))[0]).toContain('Birthday -540');
  await add({ title: 'Missed', start_date: `01/26/${year}`, reminders: [5] });
  expect(await lookAt(at('01-26', '12:20'))).toEqual([]);
});

test('of an all-day event is planned anew when the owner moves to another zone, by themselves or an administrator', async () => {
  const { agent, admin } = company.people;
  const allDay = { start_time: null, end_time: null, timezone: null, reminders: [-540] };
  await add({ title: 'Fair', start_date: `03/02/${year}`, rrule: 'FREQ=DAILY;COUNT=4', ...allDay });
  await add({ title: 'Lunch', start_date: `03/02/${year}`, reminders: [15] });
  const heard = async (moment: Date) =>
    (await lookAt(moment)).filter((line) => line.startsWith('Fair') || line.startsWith('Lunch'));
  expect(await heard(at('03-02', '09:00'))).toEqual([`Fair -540 to ${agent.userId}`]);
  // In Los Angeles nine o'clock is three hours later; the reminder that was sent stays sent, and times of day stay.
  await agent.call(updateTimezone, { body: { timezone: 'pst' } });
  expect(await heard(at('03-02', '11:45'))).toEqual([`Lunch 15 to ${agent.userId}`]);
  expect(await heard(at('03-02', '12:01'))).toEqual([]);
  expect(await heard(at('03-03', '11:59'))).toEqual([]);
  expect(await heard(at('03-03', '12:00'))).toEqual([`Fair -540 to ${agent.userId}`]);
  await admin.call(updateUser, { params: { id: agent.userId }, body: { timezone: 'est' } });
  expect(await heard(at('03-04', '08:59'))).toEqual([]);
  expect(await heard(at('03-04', '09:00'))).toEqual([`Fair -540 to ${agent.userId}`]);
  await agent.call(updateTimezone, { body: { timezone: 'est' } });
  expect(await heard(at('03-05', '09:00'))).toEqual([`Fair -540 to ${agent.userId}`]);
});

test('that was sent is not sent again by a change of its occurrence, or of this and the following ones', async () => {
  const { agent } = company.people;
  const { id } = await add({ title: 'Standup', start_date: `02/01/${year}`, rrule: 'FREQ=DAILY;COUNT=6', reminders: [15] });
  const occurrence = `${year}-02-02T12:00`;
  await lookAt(at('02-01', '11:45'));
  // The reminder of the second day is sent, and its change comes a minute later.
  const sentAt = at('02-02', '11:46');
  expect(await lookAt(sentAt)).toHaveLength(2);
  await agent.call(updateEvent, { params: { id }, body: { version: 1, scope: 'this', occurrence, place: 'Room 4' } });
  expect(await lookAt(sentAt)).toEqual([]);
  const { version } = await agent.call(getEvent, { params: { id }, query: { occurrence } });
  const following = { version, scope: 'following', occurrence, title: 'Standup 2', drop_changed: true } as const;
  const rest = await agent.call(updateEvent, { params: { id }, body: following });
  expect(rest.id).not.toBe(id);
  expect(await lookAt(sentAt)).toEqual([]);
  expect((await lookAt(at('02-03', '11:46')))[0]).toContain('Standup 2 15');
});
