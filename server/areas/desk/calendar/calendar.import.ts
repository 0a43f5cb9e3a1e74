// Adds the events of an ICS file to the user's calendar. An event is known again by its UID.
import { zoneOfUser } from '#areas/identity/users/users.service.ts';
import { type CalendarImport, icsLimits } from '#contract/calendarFeed.ts';
import { type Ctx, inTenant, type Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import type { StoredFile } from '#kernel/files/files.ts';
import { tellCalendars } from './calendar.journal.ts';
import { remake } from './calendar.occurrences.ts';
import { type ReadSeries, readIcs } from './calendar.parse.ts';
import { deleteEvents, insertEvent, listExceptions, type StoredEvent, updateEventRow } from './calendar.queries.ts';

/** Events of one transaction: what came before a crash stays, and the next import finds it by its UID. */
const batchSize = 50;
const shownProblems = 100;

export async function importCalendar(ctx: Ctx, files: StoredFile[]): Promise<CalendarImport> {
  const [file] = files;
  if (!file) throw fail('calendar.unreadable');
  const bytes = Buffer.concat(await Array.fromAsync(ctx.platform.storage.read(file, 0, file.size)));
  const home = await inTenant(ctx, (tx) => zoneOfUser(tx, tx.actor.userId));
  const { series, problems } = await readIcs(bytes.toString('utf8').replace(/^\uFEFF/, ''), home);
  const counts = { created: 0, updated: 0 };
  let times = 0;
  for (let from = 0; from < series.length; from += batchSize) {
    const stored = await inTenant(ctx, (tx) =>
      storeBatch(tx, series.slice(from, from + batchSize), icsLimits.occurrences - times),
    );
    counts.created += stored.created;
    counts.updated += stored.updated;
    times += stored.times;
    for (const { event } of stored.left)
      problems.push({ title: event.title, start: event.starts, problem: 'The events of this file take place too often' });
  }
  return { ...counts, skipped: problems.length, problems: problems.slice(0, shownProblems) };
}

/** `room`: how many times its events may take place; those without room are left. */
async function storeBatch(tx: Tx, all: ReadSeries[], room: number) {
  // Two imports of one user run one after the other, so that none brings an event twice.
  await tx.db
    .selectFrom('users')
    .select('id')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', tx.actor.userId)
    .forNoKeyUpdate()
    .execute();
  const uids = all.map(({ event }) => event.uid);
  const known = await tx.db
    .selectFrom('events')
    .selectAll()
    .where('company_id', '=', tx.companyId)
    .where('owner_id', '=', tx.actor.userId)
    .where('uid', 'in', uids)
    .where('series_id', 'is', null)
    .orderBy('id', 'desc')
    .forUpdate()
    .execute();
  const byUid = new Map<string, StoredEvent>(known.map((event) => [event.uid, event]));
  const done: ReadSeries[] = [];
  let times = 0;
  for (const each of all) {
    if (times >= room) break;
    times += await store(tx, each, byUid.get(each.event.uid));
    done.push(each);
  }
  await tellCalendars(tx, [tx.actor.userId]);
  const updated = done.filter(({ event }) => byUid.has(event.uid)).length;
  return { created: done.length - updated, updated, times, left: all.slice(done.length) };
}

/** Stores one series; contact and color, which a file does not know, stay. Returns how many times it takes place. */
async function store(tx: Tx, { event, exceptions }: ReadSeries, known: StoredEvent | undefined): Promise<number> {
  const by = { owner_id: tx.actor.userId, created_by: tx.actor.userId };
  const { type, ...rest } = event;
  const kept = known && type === 'other' ? rest : event;
  if (known) {
    await deleteEvents(
      tx,
      (await listExceptions(tx, known.id)).map(({ id }) => id),
    );
    await updateEventRow(tx, known.id, { ...kept, version: known.version + 1 });
  }
  const id = known?.id ?? (await insertEvent(tx, { ...event, ...by }));
  for (const exception of exceptions) await insertEvent(tx, { ...exception, ...by, series_id: id });
  return remake(tx, { ...blank, ...known, ...kept, type: known?.type ?? type, id, owner_id: tx.actor.userId });
}

const blank = { contact_id: null, series_id: null, original: null, color: null, version: 1 };
