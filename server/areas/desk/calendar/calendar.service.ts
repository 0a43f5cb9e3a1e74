// Events: what a user may do with one.
import { randomUUID } from 'node:crypto';
import { reachOfActor } from '#areas/identity/users/users.service.ts';
import type { CalendarEvent, deleteEvent as DeleteEvent, EventCreate, EventUpdate } from '#contract/calendar.ts';
import type { EventScope } from '#contract/eventTypes.ts';
import type { InputOf } from '#contract/kit/endpoint.ts';
import type { Tx } from '#kernel/context.ts';
import { fail, wrong } from '#kernel/errors.ts';
import { contentOf, timesOf } from './calendar.input.ts';
import { logChange } from './calendar.journal.ts';
import { countOverlaps } from './calendar.lists.ts';
import { remake } from './calendar.occurrences.ts';
import {
  deleteEvents,
  getShown,
  insertEvent,
  isHidden,
  isMine,
  listExceptions,
  lockEvent,
  present,
  type StoredEvent,
  updateEventRow,
} from './calendar.queries.ts';
import { daysOf, firstDay, parseRule, ruleOf, textOfRule, timesAt } from './calendar.rules.ts';
import { changeFollowing, changeOccurrence, changeSeries, removeFollowing, removeOccurrence } from './calendar.series.ts';
import { addDays, dayOf, type Local } from './calendar.times.ts';

export { listToday, type Today } from './calendar.lists.ts';
export { replanReminders } from './calendar.reminders.ts';

export async function getEvent(tx: Tx, id: number, occurrence: Local | null): Promise<CalendarEvent> {
  const reach = await reachOfActor(tx);
  const row = await getShown(tx, id, occurrence, reach);
  if (row.rrule === null) return present(tx, row, null, reach);
  const key = occurrence ?? row.original ?? row.starts;
  if (!row.changed && !(await isOccurrence(tx, id, key))) throw fail('not_found');
  return present(tx, row, key, reach);
}

export async function createEvent(tx: Tx, input: EventCreate) {
  const reach = await reachOfActor(tx);
  const times = timesOf(input);
  if (!times) throw wrong('start_date', 'Enter a day');
  const { title, ...content } = await contentOf(tx, input, null, reach);
  const rule = input.rrule ? parseRule(input.rrule, times) : null;
  const event = {
    ...blank,
    owner_id: tx.actor.userId,
    title: title ?? '',
    ...content,
    ...(rule ? { ...times, ...timesAt(times, firstDay(rule, times.starts)) } : times),
    rrule: rule && textOfRule(rule),
    uid: randomUUID(),
  };
  const id = await insertEvent(tx, { ...event, created_by: tx.actor.userId });
  await remake(tx, { ...event, id });
  await logChange(tx, { id, occurrence: null, before: null, after: event });
  return written(tx, id, rule && event.starts);
}

/** The defaults of an event. */
const blank = {
  type: 'appointment',
  color: null,
  place: '',
  notes: '',
  private: false,
  busy: true,
  contact_id: null,
  reminders: [] as number[],
  series_id: null,
  original: null,
  excluded: [] as Local[],
  version: 1,
};

export async function updateEvent(tx: Tx, id: number, input: EventUpdate) {
  const reach = await reachOfActor(tx);
  const stored = await lockForChange(tx, id);
  const { scope = 'all', occurrence } = input;
  const key = await keyOf(tx, stored, input);
  if (input.version !== stored.version) {
    const { version, ...yours } = input;
    throw fail('calendar.stale', { data: { current: await getEvent(tx, id, key), yours } });
  }
  await mustBeOpen(tx, stored, key, scope);
  const times = timesOf(input);
  const content = await contentOf(tx, input, stored, reach);
  const change = { content, times, rrule: input.rrule, dropChanged: input.drop_changed };
  if (key === null) return changeSingle(tx, stored, change);
  if (scope !== 'this') {
    const isFirst = scope === 'all' || occurrence === stored.starts;
    const changed = await (isFirst ? changeSeries(tx, stored, key, change) : changeFollowing(tx, stored, key, change));
    return written(tx, changed.id, changed.occurrence);
  }
  if (input.downline_user_id !== undefined && input.downline_user_id !== stored.owner_id)
    throw wrong('downline_user_id', 'Only the whole event can move to another calendar');
  await changeOccurrence(tx, stored, key, change);
  return written(tx, id, key);
}

async function changeSingle(tx: Tx, stored: StoredEvent, { content, times, rrule }: Parameters<typeof changeSeries>[3]) {
  const when = times ?? { starts: stored.starts, ends: stored.ends, timezone: stored.timezone };
  const rule = rrule ? parseRule(rrule, when) : null;
  const first = rule ? timesAt(when, firstDay(rule, when.starts)) : {};
  const event = { ...stored, ...content, ...when, ...first, rrule: rule && textOfRule(rule), version: stored.version + 1 };
  await updateEventRow(tx, stored.id, { ...content, ...when, ...first, rrule: event.rrule, version: event.version });
  await remake(tx, event);
  await logChange(tx, { id: stored.id, occurrence: null, before: stored, after: event });
  return written(tx, stored.id, rule && event.starts);
}

export async function deleteEvent(tx: Tx, id: number, query: InputOf<typeof DeleteEvent>['query']): Promise<void> {
  const stored = await lockForChange(tx, id);
  const key = await keyOf(tx, stored, query);
  if (query.version !== undefined && query.version !== stored.version)
    throw fail('calendar.stale', { data: { current: await getEvent(tx, id, key) } });
  await mustBeOpen(tx, stored, key, query.scope);
  if (key !== null && query.scope === 'this') return removeOccurrence(tx, stored, key);
  if (key !== null && query.scope === 'following' && key !== stored.starts) return removeFollowing(tx, stored, key);
  await deleteEvents(tx, [id]);
  await logChange(tx, { id, occurrence: null, before: stored, after: null });
}

/** 404 for what the actor does not see; 403 for what they only see. */
async function lockForChange(tx: Tx, id: number): Promise<StoredEvent> {
  const reach = await reachOfActor(tx);
  const stored = await lockEvent(tx, id, reach);
  if (isHidden(tx, stored)) throw fail('forbidden');
  if (stored.owner_id !== tx.actor.userId && !reach.company && !reach.ownerIds.includes(stored.owner_id)) throw fail('forbidden');
  return stored;
}

/** An occurrence of an open series can be private: nobody else changes or removes it, alone or with others. */
async function mustBeOpen(tx: Tx, series: StoredEvent, key: Local | null, scope: EventScope | undefined): Promise<void> {
  if (key === null || isMine(tx, series)) return;
  const isMeant = (original: Local) => (scope === 'this' ? original === key : scope === 'following' ? original >= key : true);
  const exceptions = await listExceptions(tx, series.id);
  if (exceptions.some((each) => each.private && isMeant(each.original ?? ''))) throw fail('forbidden');
}

/** The occurrence that a change of a repeating event is about; null for one that does not repeat. */
async function keyOf(
  tx: Tx,
  stored: StoredEvent,
  { scope, occurrence }: { scope?: string | undefined; occurrence?: Local | undefined },
) {
  if (stored.rrule === null) return null;
  if (!scope) throw wrong('scope', 'Choose this event, this and the following ones, or all');
  if (scope === 'all' && occurrence === undefined) return stored.starts;
  if (occurrence === undefined) throw wrong('occurrence', 'Name the occurrence');
  if (!(await isOccurrence(tx, stored.id, occurrence))) throw fail('not_found');
  return occurrence;
}

/** Whether a series takes place then, as its rule says or as an exception. */
async function isOccurrence(tx: Tx, id: number, key: Local): Promise<boolean> {
  const event = await tx.db
    .selectFrom('events')
    .select(['starts', 'rrule', 'excluded'])
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!event?.rrule || event.excluded.includes(key) || key.slice(10) !== event.starts.slice(10) || key < event.starts)
    return false;
  if (Number.isNaN(Date.parse(dayOf(key))) || addDays(dayOf(key), 0) !== dayOf(key)) return false;
  return daysOf(ruleOf(event.rrule), event.starts, key, key).length > 0;
}

async function written(tx: Tx, id: number, key: Local | null) {
  const reach = await reachOfActor(tx);
  // A user who moves an event out of their own reach still gets this call's answer.
  const event = present(tx, await getShown(tx, id, key, reach, { company: true }), key, reach);
  return { ...event, overlaps: event.busy ? await countOverlaps(tx, event) : 0 };
}
