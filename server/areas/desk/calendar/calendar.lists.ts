// Lists of occurrences, each one query.
import { sql } from 'kysely';
import { inReach, mustReachContact } from '#areas/crm/contacts/contacts.service.ts';
import { type ActorReach, mustKnowPeople, reachOfActor, zoneOfUser } from '#areas/identity/users/users.service.ts';
import type {
  CalendarEvent,
  CalendarHistoryEntry,
  listContactEvents as ListContactEvents,
  listEvents as ListEvents,
  listCalendarHistory as ListHistory,
} from '#contract/calendar.ts';
import { eventLimits } from '#contract/eventTypes.ts';
import type { InputOf } from '#contract/kit/endpoint.ts';
import type { Person } from '#contract/users.ts';
import type { Tx } from '#kernel/context.ts';
import { pageMeta, pageSql } from '#kernel/db/paging.ts';
import { allOf, type Condition, escapeLike } from '#kernel/db/sql.ts';
import { fail, wrong } from '#kernel/errors.ts';
import { today } from './calendar.occurrences.ts';
import { isHidden, isOpen, present, type ShownEvent, shownColumns, shownJoins } from './calendar.queries.ts';
import { addDays, daysBetween, isoDay, type Local, momentOf, momentOfDay, usDay, wallTime } from './calendar.times.ts';

const maxListed = 5_000;
const dayMs = 86_400_000;

interface ListedRow extends ShownEvent {
  key: string;
}

export async function listEvents(tx: Tx, query: InputOf<typeof ListEvents>['query']) {
  const reach = await reachOfActor(tx);
  const owner = query.downline_user_id ?? tx.actor.userId;
  if (owner !== tx.actor.userId && !(await isReachable(tx, owner, reach))) throw fail('not_found');
  const timezone = await zoneOfUser(tx, tx.actor.userId);
  const range = rangeOf(query, wallTime(tx.clock(), timezone).slice(0, 10));
  const conditions = [sql<boolean>`o.owner_id = ${owner}`, isWithin(range, timezone), ...contentConditions(tx, query)];
  const { rows } = await sql<ListedRow>`
    select o.original as key, ${shownColumns(reach)}
    from event_occurrences o join events e on e.company_id = ${tx.companyId} and e.id = o.event_id ${shownJoins(tx)}
    where o.company_id = ${tx.companyId} and ${allOf(conditions)}
    order by o.starts_at, o.event_id, o.original limit ${maxListed + 1}`.execute(tx.db);
  return {
    data: rows.slice(0, maxListed).map((row) => presentListed(tx, row, reach)),
    meta: {
      truncated: rows.length > maxListed,
      repeats_until: usDay(addDays(today(tx), eventLimits.aheadDays - 31)),
      timezone,
    },
  };
}

/** A user who has left counts: their private events stay theirs. */
async function isReachable(tx: Tx, userId: number, reach: ActorReach): Promise<boolean> {
  if (!reach.company) return reach.ownerIds.includes(userId);
  const query = tx.db.selectFrom('users').select('id').where('company_id', '=', tx.companyId).where('id', '=', userId);
  return (await query.executeTakeFirst()) !== undefined;
}

const presentListed = (tx: Tx, row: ListedRow, reach: ActorReach): CalendarEvent => present(tx, row, row.key || null, reach);

interface Range {
  from: Local;
  /** Excluded. */
  to: Local;
}

function rangeOf({ start_date, end_date, today_events }: InputOf<typeof ListEvents>['query'], now: Local): Range {
  if (today_events) return { from: now, to: addDays(now, 1) };
  const from = start_date ? isoDay(start_date) : end_date ? addDays(isoDay(end_date), -30) : `${now.slice(0, 8)}01`;
  const to = addDays(end_date ? isoDay(end_date) : addDays(from, 30), 1);
  if (to <= from) throw wrong('end_date', 'The last day is before the first');
  if (daysBetween(from, to) > eventLimits.listDays) throw wrong('end_date', `At most ${eventLimits.listDays} days at once`);
  return { from, to };
}

/** The first two bound the look in the index: an event lasts so many days at most. */
function isWithin({ from, to }: Range, zone: string): Condition {
  const at = (ms: number) => new Date(ms).toISOString();
  const [day, dayEnd] = [momentOfDay(from), momentOfDay(to)];
  const [start, end] = [momentOf(`${from}T00:00`, zone), momentOf(`${to}T00:00`, zone)];
  return sql`o.starts_at > ${at(day - (eventLimits.days + 2) * dayMs)} and o.starts_at < ${at(dayEnd + 2 * dayMs)} and case when o.all_day
    then o.starts_at < ${at(dayEnd)} and o.ends_at > ${at(day)}
    else o.starts_at < ${at(end)} and (o.ends_at > ${at(start)} or o.starts_at = ${at(start)}) end`;
}

/** Nobody finds somebody else's private event by what is in it. */
function contentConditions(tx: Tx, { q, types_list }: { q: string; types_list: string[] }): Condition[] {
  const open = isOpen(tx, 'e');
  const conditions: Condition[] = [];
  if (types_list.length > 0) conditions.push(open, sql<boolean>`e.type = any(${types_list}::text[])`);
  const words = q.trim();
  if (words) {
    const like = `%${escapeLike(words)}%`;
    conditions.push(
      open,
      sql<boolean>`(e.search like fold(${like}) or fold(c.first_name || ' ' || c.last_name) like fold(${like}))`,
    );
  }
  return conditions;
}

/** Of all users; private ones of others show only when they are. */
export async function listContactEvents(tx: Tx, query: InputOf<typeof ListContactEvents>['query']) {
  await mustReachContact(tx, query.contact_id);
  const reach = await reachOfActor(tx);
  const now = tx.clock().toISOString();
  const isUpcoming = query.when === 'upcoming';
  const conditions = allOf([
    sql<boolean>`e.contact_id = ${query.contact_id}`,
    isUpcoming ? sql<boolean>`o.ends_at >= ${now}` : sql<boolean>`o.ends_at < ${now}`,
  ]);
  const from = sql`event_occurrences o join events e on e.company_id = ${tx.companyId} and e.id = o.event_id`;
  const { rows: counted } = await sql<{ count: number }>`
    select count(*) from ${from} where o.company_id = ${tx.companyId} and ${conditions}`.execute(tx.db);
  const { rows } = await sql<ListedRow>`
    select o.original as key, ${shownColumns(reach)} from ${from} ${shownJoins(tx)}
    where o.company_id = ${tx.companyId} and ${conditions}
    order by o.starts_at ${isUpcoming ? sql`asc` : sql`desc`}, o.event_id, o.original ${pageSql(query)}`.execute(tx.db);
  return { data: rows.map((row) => presentListed(tx, row, reach)), meta: pageMeta(query, counted[0]?.count ?? 0) };
}

interface HistoryRow extends Omit<CalendarHistoryEntry, 'changes' | 'start_date' | 'start_time'> {
  owner_id: number;
  private: boolean;
  starts: Local;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

/** Of a contact, or of one's own calendar. */
export async function listCalendarHistory(tx: Tx, query: InputOf<typeof ListHistory>['query']) {
  if (query.contact_id !== undefined) await mustReachContact(tx, query.contact_id);
  const reach = await reachOfActor(tx);
  const now = tx.clock().toISOString();
  const words = query.q.trim();
  const named = (alias: string): Condition =>
    words ? sql`${isOpen(tx, alias)} and fold(${sql.ref(`${alias}.title`)}) like fold(${`%${escapeLike(words)}%`})` : sql`true`;
  const whose = (alias: string): Condition =>
    query.contact_id === undefined
      ? sql`${sql.ref(`${alias}.owner_id`)} = ${tx.actor.userId}`
      : sql`${sql.ref(`${alias}.contact_id`)} = ${query.contact_id}`;
  const entries = sql`
    select 'took_place' as kind, o.ends_at as at, coalesce(e.series_id, e.id) as event_id, nullif(o.original, '') as occurrence, e.title, e.type,
      case when e.rrule is null then e.starts else o.original end as starts, e.timezone, e.owner_id, e.contact_id, null::bigint as actor_id,
      e.private, '{}'::jsonb as before, '{}'::jsonb as after, 0::bigint as id
    from event_occurrences o join events e on e.company_id = ${tx.companyId} and e.id = o.event_id
    where o.company_id = ${tx.companyId} and o.ends_at < ${now} and ${whose('e')} and ${named('e')}
    union all
    select h.action, h.at, h.event_id, h.occurrence, h.title, h.type, h.starts, h.timezone, h.owner_id, h.contact_id, h.actor_id, h.private,
      h.before, h.after, h.id
    from event_changes h where h.company_id = ${tx.companyId} and ${whose('h')} and ${named('h')}`;
  const { rows: counted } = await sql<{ count: number }>`select count(*) from (${entries}) x`.execute(tx.db);
  const { rows } = await sql<HistoryRow>`
    select x.kind, x.at, x.event_id, x.occurrence, x.title, x.type, x.starts, x.timezone, x.owner_id, x.private, x.before, x.after,
      json_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name)) as owner,
      case when a.id is not null then json_build_object('id', a.id, 'name', trim(a.first_name || ' ' || a.last_name)) end as actor,
      case when c.id is not null and c.deleted_at is null and ${inReach(reach)} then
        json_build_object('id', c.id, 'name', trim(c.first_name || ' ' || c.last_name)) end as contact
    from (${entries}) x
    join users u on u.company_id = ${tx.companyId} and u.id = x.owner_id
    left join users a on a.company_id = ${tx.companyId} and a.id = x.actor_id
    left join contacts c on c.company_id = ${tx.companyId} and c.id = x.contact_id
    order by x.at desc, x.id desc, x.event_id, x.occurrence ${pageSql(query)}`.execute(tx.db);
  return { data: rows.map((row) => presentEntry(tx, row)), meta: pageMeta(query, counted[0]?.count ?? 0) };
}

function presentEntry(tx: Tx, row: HistoryRow): CalendarHistoryEntry {
  const { owner_id, private: isPrivate, starts, before, after, ...entry } = row;
  const hidden = isHidden(tx, { private: isPrivate, owner_id });
  return {
    ...entry,
    ...(hidden && { title: 'Busy', type: 'other' as const, contact: null }),
    start_date: usDay(starts),
    start_time: row.timezone === null ? null : starts.slice(11),
    changes: hidden ? [] : Object.keys(after).map((field) => ({ field, before: before[field], after: after[field] })),
  };
}

/** Other busy timed events of the owner at this time. */
export async function countOverlaps(tx: Tx, { id, owner, starts_at, ends_at }: CalendarEvent): Promise<number> {
  if (starts_at === null || ends_at === null) return 0;
  const earliest = new Date(Date.parse(starts_at) - (eventLimits.days + 2) * dayMs).toISOString();
  const { rows } = await sql<{ count: number }>`
    select count(*) from event_occurrences o join events e on e.company_id = ${tx.companyId} and e.id = o.event_id
    where o.company_id = ${tx.companyId} and o.owner_id = ${owner.id} and o.busy and not o.all_day
      and o.starts_at > ${earliest} and o.starts_at < ${ends_at} and o.ends_at > ${starts_at}
      and e.id <> ${id} and e.series_id is distinct from ${id}::bigint`.execute(tx.db);
  return rows[0]?.count ?? 0;
}

export interface Today {
  count: number;
  data: (CalendarEvent & { owner: Person })[];
}

/** For a dashboard: today's occurrences of these users of the company, by the clocks of the actor; the first of them, and how many there are. */
export async function listToday(tx: Tx, userIds: readonly number[], limit: number): Promise<Today> {
  await mustKnowPeople(tx, userIds, 'user_ids');
  return listTodayOf(tx, sql`o.owner_id = any(${userIds}::bigint[])`, limit);
}

/** The same of everyone in the actor's reach who has not left. */
export async function listTodayOfTeam(tx: Tx, limit: number): Promise<Today> {
  const reach = await reachOfActor(tx);
  const within: Condition = reach.company ? sql`true` : sql`o.owner_id = any(${reach.ownerIds}::bigint[])`;
  return listTodayOf(tx, allOf([sql`a.active`, within]), limit);
}

async function listTodayOf(tx: Tx, owners: Condition, limit: number): Promise<Today> {
  const reach = await reachOfActor(tx);
  const timezone = await zoneOfUser(tx, tx.actor.userId);
  const now = wallTime(tx.clock(), timezone).slice(0, 10);
  const { rows } = await sql<ListedRow & { count: number }>`
    with today as materialized (
      select o.event_id, o.original, o.starts_at, count(*) over () as count
      from event_occurrences o join users a on a.company_id = ${tx.companyId} and a.id = o.owner_id
      where o.company_id = ${tx.companyId} and ${owners} and ${isWithin({ from: now, to: addDays(now, 1) }, timezone)}
      order by o.starts_at, o.event_id, o.original limit ${limit})
    select o.original as key, o.count, ${shownColumns(reach)}
    from today o join events e on e.company_id = ${tx.companyId} and e.id = o.event_id ${shownJoins(tx)}
    order by o.starts_at, o.event_id, o.original`.execute(tx.db);
  return { count: rows[0]?.count ?? 0, data: rows.map((row) => presentListed(tx, row, reach)) };
}
