// The times at which events take place, written ahead so that lists, overlaps and reminders are one indexed look.

import { sql } from 'kysely';
import { zoneOfUser } from '#areas/identity/users/users.service.ts';
import { eventLimits } from '#contract/eventTypes.ts';
import { inTenant, type Tx, type WorkCtx } from '#kernel/context.ts';
import { Failure } from '#kernel/errors.ts';
import type { Steps } from '#kernel/jobs/tasks.ts';
import { listExceptions, type StoredEvent, updateEventRow } from './calendar.queries.ts';
import { daysOf, endsBy, ruleOf, timesAt } from './calendar.rules.ts';
import { addDays, dayOf, type Local, momentOf, momentOfDay, momentsIn, spanOf } from './calendar.times.ts';

/** Days before today that the nightly job writes anew: an unchanged rule has the same days before. */
const nightlyDays = 90;
/** A series is extended when it reaches less far than this. */
const extendBelow = eventLimits.aheadDays - 30;
/** Milliseconds after its time, or after the start, until which a reminder is still sent. */
export const reminderGrace = 15 * 60_000;
/** Milliseconds after the midnight of UTC of an all-day event until which its last reminder comes, wherever its owner lives. */
export const longestAfter = 3 * 86_400_000;
const batchSize = 20;

interface Occurrence {
  event: StoredEvent;
  original: Local;
  from: number;
  to: number;
  starts: Local;
}

export const today = (tx: Tx): Local => tx.clock().toISOString().slice(0, 10);

/**
 * Writes the occurrences and reminders of an event anew, the past ones too: they are shown by the event's clocks. Call it after every change, with
 * the event locked. `behind`: days, of an event that is as it was. Answers how many it has written.
 */
export async function remake(tx: Tx, event: StoredEvent, behind?: number): Promise<number> {
  const exceptions = event.rrule === null ? [] : await listExceptions(tx, event.id);
  const [from, until] = [addDays(today(tx), -(behind ?? eventLimits.behindDays)), addDays(today(tx), eventLimits.aheadDays)];
  const rule = event.rrule === null ? null : ruleOf(event.rrule);
  const isOpen = rule !== null && !endsBy(rule, event.starts, until);
  const rows = [
    ...(rule ? repeated(event, daysOf(rule, event.starts, from, until), exceptions) : [occurrenceOf(event, '')]),
    ...exceptions.map((each) => occurrenceOf(each, each.original ?? '')),
  ];
  await tx.db
    .deleteFrom('event_occurrences')
    .where('company_id', '=', tx.companyId)
    .where(({ or, and, eb }) =>
      or([
        and([eb('event_id', '=', event.id), eb('original', '>=', behind === undefined ? '' : from)]),
        eb('event_id', 'in', [0, ...exceptions.map(({ id }) => id)]),
      ]),
    )
    .execute();
  if (rows.length > 0)
    await tx.db
      .insertInto('event_occurrences')
      .values(rows.map((row) => columnsOf(tx, row)))
      .execute();
  await updateEventRow(tx, event.id, { expanded_until: isOpen ? until : null });
  await remakeReminders(tx, [event, ...exceptions], rows);
  return rows.length;
}

function repeated(event: StoredEvent, days: Local[], exceptions: StoredEvent[]): Occurrence[] {
  const left = new Set([...event.excluded, ...exceptions.map(({ original }) => original ?? '')]);
  const moments = event.timezone === null ? momentOfDay : momentsIn(event.timezone);
  return days.flatMap((day) => {
    const { starts, ends } = timesAt(event, day);
    return left.has(starts) ? [] : [{ event, original: starts, starts, ...spanOf(starts, ends, event.timezone, moments) }];
  });
}

const occurrenceOf = (event: StoredEvent, original: Local): Occurrence => ({
  event,
  original,
  starts: event.starts,
  ...spanOf(event.starts, event.ends, event.timezone),
});

const columnsOf = (tx: Tx, { event, original, from, to }: Occurrence) => ({
  company_id: tx.companyId,
  event_id: event.id,
  original,
  owner_id: event.owner_id,
  private: event.private,
  busy: event.busy,
  all_day: event.timezone === null,
  starts_at: new Date(from),
  ends_at: new Date(to),
});

/** Under the id of the series, also those of its exceptions. A sent one stays, so that no change of any of them sends it again. */
async function remakeReminders(tx: Tx, events: StoredEvent[], occurrences: Occurrence[]): Promise<void> {
  await tx.db
    .deleteFrom('event_reminders')
    .where('company_id', '=', tx.companyId)
    .where(
      'event_id',
      'in',
      events.map(({ id }) => id),
    )
    .where('sent_at', 'is', null)
    .execute();
  if (events.every(({ reminders }) => reminders.length === 0)) return;
  const earliest = tx.clock().getTime() - reminderGrace;
  const ahead = occurrences.filter(({ from }) => from > earliest - longestAfter);
  const zone = await zoneOfUser(tx, events[0]?.owner_id ?? 0);
  const rows = ahead.flatMap(({ event, original, from, starts }) => {
    const start = event.timezone === null ? momentOf(`${dayOf(starts)}T00:00`, zone) : from;
    return event.reminders.map((minutes) => ({
      company_id: tx.companyId,
      event_id: event.series_id ?? event.id,
      original,
      starts_at: new Date(start),
      minutes,
      due_at: new Date(start - minutes * 60_000),
    }));
  });
  const due = rows.filter(({ due_at }) => due_at.getTime() > earliest);
  if (due.length > 0)
    await tx.db
      .insertInto('event_reminders')
      .values(due)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** Every night: series that reach less far than the lists do go on, and reminders that were sent are forgotten. */
export async function extendSeries(ctx: WorkCtx, _: object, { signal, movedOn }: Steps): Promise<void> {
  await inTenant(ctx, dropSent);
  while (!signal.aborted && (await inTenant(ctx, extendBatch)) > 0) await movedOn?.();
}

async function extendBatch(tx: Tx): Promise<number> {
  const { rows } = await sql<StoredEvent>`
    select e.* from events e where e.company_id = ${tx.companyId} and e.expanded_until < ${addDays(today(tx), extendBelow)}::date
    order by e.expanded_until, e.id limit ${batchSize} for update skip locked`.execute(tx.db);
  for (const event of rows) await extend(tx, event);
  return rows.length;
}

/** A rule that has become too much to look at ends here: it must not stop the others. */
async function extend(tx: Tx, event: StoredEvent): Promise<void> {
  try {
    await remake(tx, event, nightlyDays);
  } catch (error) {
    if (!(error instanceof Failure && error.code === 'calendar.rule_refused')) throw error;
    await updateEventRow(tx, event.id, { expanded_until: null });
  }
}

/** A day after the event no change of it can remind again. */
const dropSent = (tx: Tx) =>
  sql`delete from event_reminders where company_id = ${tx.companyId} and sent_at is not null
    and starts_at < ${new Date(tx.clock().getTime() - 86_400_000).toISOString()}`.execute(tx.db);
