// Changes of a repeating event: one occurrence, it and the following ones, or all. Exceptions go along.
import { randomUUID } from 'node:crypto';
import { eventLimits } from '#contract/eventTypes.ts';
import type { Tx } from '#kernel/context.ts';
import { fail, wrong } from '#kernel/errors.ts';
import type { Content, Times } from './calendar.input.ts';
import { logChange } from './calendar.journal.ts';
import { remake } from './calendar.occurrences.ts';
import { deleteEvents, insertEvent, listExceptions, type StoredEvent, updateEventRow } from './calendar.queries.ts';
import { daysOf, firstDay, parseRule, type Rule, ruleOf, shiftRule, splitRule, textOfRule, timesAt } from './calendar.rules.ts';
import { addDays, addMinutes, dayOf, daysBetween, isDay, type Local, minutesBetween } from './calendar.times.ts';

export interface Change {
  content: Content;
  times: Times | null;
  /** Absent: as it is; null: it repeats no more. */
  rrule: string | null | undefined;
  dropChanged: boolean;
}

const timesIn = ({ starts, ends, timezone }: Times): Times => ({ starts, ends, timezone });
const columnsOf = ({ id, ...rest }: StoredEvent) => rest;
const isSame = (one: Times, other: Times) =>
  one.starts === other.starts && one.ends === other.ends && one.timezone === other.timezone;

/** One occurrence becomes an exception, or an exception changes. */
export async function changeOccurrence(
  tx: Tx,
  series: StoredEvent,
  key: Local,
  { content, times, rrule }: Change,
): Promise<void> {
  if (rrule !== undefined && rrule !== series.rrule)
    throw wrong('rrule', 'Only this and the following ones, or all, can repeat in another way');
  const exceptions = await listExceptions(tx, series.id);
  const known = exceptions.find(({ original }) => original === key);
  const before = known ?? { ...series, ...timesAt(series, key) };
  const after = { ...before, ...content, ...(times ?? timesIn(before)) };
  if (known) await updateEventRow(tx, known.id, { ...content, ...times });
  else {
    mustHaveRoom(series, exceptions);
    await insertEvent(tx, {
      ...columnsOf(after),
      series_id: series.id,
      original: key,
      rrule: null,
      excluded: [],
      version: 1,
      created_by: tx.actor.userId,
    });
  }
  await bump(tx, series);
  await logChange(tx, { id: series.id, occurrence: key, before, after });
}

export async function removeOccurrence(tx: Tx, series: StoredEvent, key: Local): Promise<void> {
  const exceptions = await listExceptions(tx, series.id);
  const known = exceptions.find(({ original }) => original === key);
  if (known) await deleteEvents(tx, [known.id]);
  else mustHaveRoom(series, exceptions);
  await bump(tx, series, { excluded: [...series.excluded, key] });
  await logChange(tx, { id: series.id, occurrence: key, before: known ?? { ...series, ...timesAt(series, key) }, after: null });
}

export async function removeFollowing(tx: Tx, series: StoredEvent, key: Local): Promise<void> {
  const rule = ruleOf(series.rrule ?? '');
  const later = (await listExceptions(tx, series.id)).filter(({ original }) => (original ?? '') >= key);
  await deleteEvents(
    tx,
    later.map(({ id }) => id),
  );
  const rrule = textOfRule(splitRule(rule, series.starts, key).head);
  await bump(tx, series, { rrule, excluded: series.excluded.filter((each) => each < key) });
  await logChange(tx, { id: series.id, occurrence: key, before: series, after: { ...series, rrule } });
}

/** The series ends before the occurrence, and another one begins there. */
export async function changeFollowing(tx: Tx, series: StoredEvent, key: Local, change: Change) {
  const { head, tail } = splitRule(ruleOf(series.rrule ?? ''), series.starts, key);
  const rest = {
    ...series,
    ...timesAt(series, key),
    rrule: textOfRule(tail),
    excluded: series.excluded.filter((each) => each >= key),
    uid: randomUUID(),
    version: 1,
  };
  const id = await insertEvent(tx, { ...columnsOf(rest), created_by: tx.actor.userId });
  for (const each of await listExceptions(tx, series.id))
    if ((each.original ?? '') >= key) await updateEventRow(tx, each.id, { series_id: id, uid: rest.uid });
  await moveSent(tx, series.id, key, id);
  const rrule = textOfRule(head);
  await bump(tx, series, { rrule, excluded: series.excluded.filter((each) => each < key) });
  await logChange(tx, { id: series.id, occurrence: key, before: series, after: { ...series, rrule } });
  return changeSeries(tx, { ...rest, id }, key, change);
}

/** All occurrences. New times are those of the occurrence `key`: the others move by the same days. Answers where that occurrence is now. */
export async function changeSeries(tx: Tx, series: StoredEvent, key: Local, { content, times, rrule, dropChanged }: Change) {
  const exceptions = await listExceptions(tx, series.id);
  const known = exceptions.find(({ original }) => original === key);
  const seen = timesIn(known ?? { ...series, ...timesAt(series, key) });
  const moved = times && !isSame(times, seen) ? times : null;
  const days = moved ? daysBetween(seen.starts, moved.starts) : 0;
  const when = moved ? movedTimes(series, moved, days) : timesIn(series);
  const rule = rrule === null ? null : newRule(series, rrule, when, days);
  const first = rule ? timesAt(when, firstDay(rule, when.starts)) : movedTo(when, key, days);
  const after = { ...series, ...content, ...when, ...first, rrule: rule && textOfRule(rule), version: series.version + 1 };

  const newKey = (old: Local): Local => addDays(dayOf(old), days) + after.starts.slice(10);
  const stays = (old: Local) => rule !== null && daysOf(rule, after.starts, newKey(old), newKey(old)).length > 0;
  const lost = exceptions.filter(({ original }) => !stays(original ?? ''));
  if (lost.length > 0 && !dropChanged) throw fail('calendar.changes_lost', { data: { count: lost.length } });
  await deleteEvents(
    tx,
    lost.map(({ id }) => id),
  );
  after.excluded = series.excluded.filter(stays).map(newKey);
  const kept = exceptions.filter((each) => !lost.includes(each));
  // The latest first if they move on: two exceptions never have the same name meanwhile.
  for (const each of days > 0 ? kept.reverse() : kept)
    await moveException(tx, each, { series, after, key: newKey(each.original ?? '') }, content);
  const { id, uid, series_id, original, ...columns } = after;
  await updateEventRow(tx, id, columns);
  await remake(tx, after);
  await logChange(tx, { id, occurrence: null, before: series, after });
  return { id, occurrence: rule && (stays(key) && !after.excluded.includes(newKey(key)) ? newKey(key) : after.starts) };
}

/** An exception takes what all get, but for what was changed in it. */
async function moveException(
  tx: Tx,
  exception: StoredEvent,
  { series, after, key }: { series: StoredEvent; after: StoredEvent; key: Local },
  content: Content,
) {
  const isAtItsTime = isSame(exception, { ...series, ...timesAt(series, exception.original ?? '') });
  const taken = Object.fromEntries(
    Object.entries(content).filter(
      ([name]) =>
        name === 'owner_id' || JSON.stringify(exception[name as keyof Content]) === JSON.stringify(series[name as keyof Content]),
    ),
  );
  const times = isAtItsTime ? { ...timesAt(after, key), timezone: after.timezone } : {};
  await updateEventRow(tx, exception.id, { ...taken, ...times, original: key });
}

/** The times of the series if one of its occurrences moves to these. */
function movedTimes(series: StoredEvent, moved: Times, days: number): Times {
  const starts = addDays(dayOf(series.starts), days) + moved.starts.slice(10);
  const ends = isDay(moved.starts)
    ? addDays(starts, daysBetween(moved.starts, moved.ends))
    : addMinutes(starts, minutesBetween(moved.starts, moved.ends));
  return { starts, ends, timezone: moved.timezone };
}

/** Of a series that repeats no more, the occurrence that was changed stays. */
const movedTo = (when: Times, key: Local, days: number) => timesAt(when, addDays(dayOf(key), days));

function newRule(series: StoredEvent, given: string | undefined, when: Times, days: number): Rule {
  const old = ruleOf(series.rrule ?? '');
  const parsed = given === undefined ? old : parseRule(given, when);
  if (textOfRule(parsed) !== textOfRule(old)) return parsed;
  const shifted = shiftRule(old, series.starts, days);
  if (!shifted) {
    const text = 'The rule names these days: change the rule, or only this event';
    throw fail('calendar.rule_refused', { detail: text, errors: { rrule: [text] } });
  }
  return shifted;
}

function mustHaveRoom({ excluded }: StoredEvent, exceptions: StoredEvent[]) {
  if (excluded.length + exceptions.length >= eventLimits.exceptions)
    throw wrong('scope', 'Too many occurrences were changed one by one: change this and the following ones');
}

async function bump(tx: Tx, series: StoredEvent, columns: { rrule?: string; excluded?: Local[] } = {}): Promise<void> {
  const after = { ...series, ...columns, version: series.version + 1 };
  await updateEventRow(tx, series.id, { ...columns, version: after.version });
  await remake(tx, after);
}

/** Sent reminders stay sent, also under the id of the series that goes on. */
const moveSent = (tx: Tx, from: number, key: Local, to: number) =>
  tx.db
    .updateTable('event_reminders')
    .set({ event_id: to })
    .where('company_id', '=', tx.companyId)
    .where('event_id', '=', from)
    .where('original', '>=', key)
    .where('sent_at', 'is not', null)
    .execute();
