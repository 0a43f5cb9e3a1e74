// Invented events of the demo's owners, around today: appointments with contacts, and a meeting of the team every week.
import { sql } from 'kysely';
import { eventLimits } from '#contract/eventTypes.ts';
import type { Copy } from '#kernel/db/copy.ts';
import type { Db } from '#kernel/db/database.ts';
import { dayNumber, dayText } from './days.ts';
import { seeded, weighted } from './random.ts';

const kinds = weighted([
  [['appointment', 'Plan review'], 4],
  [['call', 'Call about the quote'], 3],
  [['follow_up', 'Follow up'], 2],
  [['meeting', 'Meet at the office'], 2],
  [['renewal', 'Renewal talk'], 1],
] as const);
const places = ['Office', 'At home', 'Phone', '', ''];
const zone = 'America/New_York';

const columns = ['company_id', 'contact_id', 'owner_id', 'created_by', 'title', 'type', 'place', 'starts', 'ends', 'timezone', 'rrule', 'uid', 'expanded_until']; // biome-ignore format: columns

/** One in thirty contacts has an appointment within three weeks. */
export async function copyEvents(db: Db, copy: Copy, { id: companyId, today }: { id: number; today: string }): Promise<void> {
  const { rows: contacts } = await sql<{ id: number; owner_id: number }>`
    select c.id, c.owner_id from contacts c
    where c.company_id = ${companyId} and c.owner_id is not null order by c.id`.execute(db);
  const random = seeded(companyId + 11);
  const first = dayNumber(today);
  const monday = first - ((first + 3) % 7) - 8 * 7;
  const until = dayText(first + eventLimits.aheadDays);
  const rows = function* () {
    for (const { id, owner_id } of contacts) {
      if (!random.chance(1 / 30)) continue;
      const [type, title] = random.pick(kinds);
      const [day, hour] = [dayText(first + random.int(-21, 21)), random.int(9, 16)];
      const minutes = random.pick(['00', '15', '30']);
      const times = [`${day}T${two(hour)}:${minutes}`, `${day}T${two(hour + 1)}:${minutes}`];
      yield [
        companyId,
        id,
        owner_id,
        owner_id,
        title,
        type,
        random.pick(places),
        ...times,
        zone,
        null,
        `demo-${companyId}-${id}`,
        null,
      ];
    }
    for (const owner of new Set(contacts.map(({ owner_id }) => owner_id))) {
      const times = [`${dayText(monday)}T09:00`, `${dayText(monday)}T09:30`];
      yield [companyId, null, owner, owner, 'Team meeting', 'meeting', 'Office', ...times, zone, 'FREQ=WEEKLY', `demo-team-${companyId}-${owner}`, until]; // biome-ignore format: a row
    }
  };
  await copy('events', columns, rows());
  // By day no clock changes: what SQL makes of these times is what the calendar would.
  await sql`
    insert into event_occurrences (company_id, event_id, original, owner_id, private, busy, all_day, starts_at, ends_at)
    select ${companyId}::bigint, e.id, case when e.rrule is null then '' else to_char(e.starts::timestamp + week, 'YYYY-MM-DD"T"HH24:MI') end,
      e.owner_id, e.private, e.busy, false, (e.starts::timestamp + week) at time zone e.timezone, (e.ends::timestamp + week) at time zone e.timezone
    from events e cross join lateral (
      select n * interval '7 days' as week from generate_series(0, case when e.rrule is null then 0 else ${Math.floor((first + eventLimits.aheadDays - monday) / 7)}::int end) n) w
    where e.company_id = ${companyId}`.execute(db);
}

const two = (value: number) => String(value).padStart(2, '0');
