// Loading and writing events. On the wire a series and its exceptions are one event under the id of the series.
import { type Insertable, sql, type Updateable } from 'kysely';
import { inReach } from '#areas/crm/contacts/contacts.service.ts';
import type { ActorReach } from '#areas/identity/users/users.service.ts';
import type { CalendarEvent } from '#contract/calendar.ts';
import type { Person } from '#contract/users.ts';
import type { Tx } from '#kernel/context.ts';
import type { Events } from '#kernel/db/database.generated.ts';
import { allOf, type Condition, isAny } from '#kernel/db/sql.ts';
import { fail } from '#kernel/errors.ts';
import { timesAt } from './calendar.rules.ts';
import { type Local, spanOf, usDay } from './calendar.times.ts';

export interface StoredEvent {
  id: number;
  owner_id: number;
  contact_id: number | null;
  series_id: number | null;
  /** Of an exception: the occurrence that it replaces. */
  original: Local | null;
  title: string;
  type: string;
  color: string | null;
  place: string;
  notes: string;
  private: boolean;
  busy: boolean;
  starts: Local;
  ends: Local;
  timezone: string | null;
  rrule: string | null;
  excluded: Local[];
  reminders: number[];
  version: number;
  uid: string;
}

const columns = sql`e.id, e.owner_id, e.contact_id, e.series_id, e.original, e.title, e.type, e.color, e.place, e.notes, e.private, e.busy,
  e.starts, e.ends, e.timezone, e.rrule, e.excluded, e.reminders, e.version, e.uid`;

/** An event without its exceptions, locked. 404 if it is neither in a reachable calendar nor of a reachable contact. */
export async function lockEvent(tx: Tx, id: number, reach: ActorReach): Promise<StoredEvent> {
  const { rows } = await sql<StoredEvent>`
    select ${columns} from events e where e.company_id = ${tx.companyId} and e.id = ${id} and e.series_id is null
      and ${isVisible(tx, reach)} for update`.execute(tx.db);
  if (!rows[0]) throw fail('not_found');
  return rows[0];
}

export async function listExceptions(tx: Tx, seriesId: number): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    select ${columns} from events e where e.company_id = ${tx.companyId} and e.series_id = ${seriesId} order by e.original`.execute(
    tx.db,
  );
  return rows;
}

export const isOwnedWithin = (reach: ActorReach): Condition => (reach.company ? sql`true` : isAny('e.owner_id', reach.ownerIds));

const isVisible = (tx: Tx, reach: ActorReach): Condition => sql`(${isOwnedWithin(reach)} or exists (
  select from contacts c where c.company_id = ${tx.companyId} and c.id = e.contact_id and c.deleted_at is null and ${inReach(reach)}))`;

export async function insertEvent(tx: Tx, values: Omit<Insertable<Events>, 'company_id'>): Promise<number> {
  const { id } = await tx.db
    .insertInto('events')
    .values({ company_id: tx.companyId, ...values })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export const updateEventRow = (tx: Tx, id: number, values: Updateable<Events>) =>
  tx.db
    .updateTable('events')
    .set({ ...values, updated_at: sql`now()` })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .execute();

export const deleteEvents = (tx: Tx, ids: readonly number[]) =>
  ids.length === 0
    ? undefined
    : tx.db
        .deleteFrom('events')
        .where('company_id', '=', tx.companyId)
        .where('id', 'in', ids as number[])
        .execute();

// ── as it is shown ──────────────────────────────────────────────────────────

export interface ShownEvent extends Omit<StoredEvent, 'series_id' | 'excluded' | 'uid'> {
  changed: boolean;
  owner: Person;
  contact: Person | null;
}

/** From `events e`, or from a join that has it. */
export const shownColumns = (reach: ActorReach) => sql`
  coalesce(s.id, e.id) as id, coalesce(s.version, e.version) as version, e.owner_id, e.contact_id, e.original, e.title, e.type, e.color, e.place,
  e.notes, e.private, e.busy, e.starts, e.ends, e.timezone, coalesce(s.rrule, e.rrule) as rrule, e.reminders, e.series_id is not null as changed,
  json_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name)) as owner,
  case when c.id is not null and c.deleted_at is null and ${inReach(reach)} then
    json_build_object('id', c.id, 'name', trim(c.first_name || ' ' || c.last_name)) end as contact`;

export const shownJoins = (tx: Tx) => sql`
  left join events s on s.company_id = ${tx.companyId} and s.id = e.series_id
  join users u on u.company_id = ${tx.companyId} and u.id = e.owner_id
  left join contacts c on c.company_id = ${tx.companyId} and c.id = e.contact_id`;

/** One occurrence; of a repeating event without a name for it, the first. `visible`: which events are found. */
export async function getShown(
  tx: Tx,
  id: number,
  occurrence: Local | null,
  reach: ActorReach,
  visible = reach,
): Promise<ShownEvent> {
  const named =
    occurrence === null ? sql<boolean>`e.series_id is null` : sql<boolean>`(e.series_id is null or e.original = ${occurrence})`;
  const { rows } = await sql<ShownEvent>`
    select ${shownColumns(reach)} from events e ${shownJoins(tx)}
    where e.company_id = ${tx.companyId} and (e.id = ${id} or e.series_id = ${id}) and ${allOf([named, isVisible(tx, visible)])}
    order by e.series_id is null`.execute(tx.db);
  const row = rows[0];
  if (!row || row.id !== id) throw fail('not_found');
  return row;
}

/** `occurrence`: of an event that repeats, else null. */
export function present(tx: Tx, row: ShownEvent, occurrence: Local | null, reach: ActorReach): CalendarEvent {
  const { starts, ends } = row.changed || occurrence === null ? row : timesAt(row, occurrence);
  const { timezone } = row;
  const allDay = timezone === null;
  const span = spanOf(starts, ends, timezone);
  const hidden = isHidden(tx, row);
  const mayUpdate = tx.actor.has('calendar.update') && !hidden && (reach.company || reach.ownerIds.includes(row.owner_id));
  return {
    id: row.id,
    occurrence: row.rrule === null ? null : occurrence,
    version: row.version,
    title: hidden ? 'Busy' : row.title,
    type: hidden ? 'other' : (row.type as CalendarEvent['type']),
    color: hidden ? null : (row.color as CalendarEvent['color']),
    place: hidden ? '' : row.place,
    notes: hidden ? '' : row.notes,
    start_date: usDay(starts),
    end_date: usDay(allDay ? lastDay(ends) : ends),
    all_day: allDay,
    start_time: allDay ? null : starts.slice(11),
    end_time: allDay ? null : ends.slice(11),
    timezone,
    starts_at: allDay ? null : new Date(span.from).toISOString(),
    ends_at: allDay ? null : new Date(span.to).toISOString(),
    contact: hidden ? null : row.contact,
    owner: row.owner,
    private: row.private,
    busy: row.busy,
    rrule: hidden ? null : row.rrule,
    changed: row.changed,
    reminders: hidden ? [] : row.reminders,
    hidden,
    can: { update: mayUpdate },
  };
}

/** Not for a user who acts as the owner. */
export const isMine = ({ actor }: Tx, row: { owner_id: number }) =>
  row.owner_id === actor.userId && actor.impersonatorId === null;

/** Somebody else's private event is only a time. */
export const isHidden = (tx: Tx, row: { private: boolean; owner_id: number }) => row.private && !isMine(tx, row);

/** The same for events and entries of the history under an alias. */
export const isOpen = ({ actor }: Tx, alias: string): Condition =>
  actor.impersonatorId === null
    ? sql`(not ${sql.ref(`${alias}.private`)} or ${sql.ref(`${alias}.owner_id`)} = ${actor.userId})`
    : sql`not ${sql.ref(`${alias}.private`)}`;

const lastDay = (end: Local): Local => new Date(Date.parse(end) - 86_400_000).toISOString().slice(0, 10);
