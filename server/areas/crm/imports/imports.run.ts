// Runs an import: chunk by chunk, each one transaction with rows, journal, rejected lines and checkpoint. A crash repeats nothing.
// While PostgreSQL stores one chunk, the next is read, parsed, matched and copied to where the database takes it from.
import { sql } from 'kysely';
import { findOrCreateTags } from '#areas/crm/tags/tags.service.ts';
import { mustAssignTo } from '#areas/identity/users/users.service.ts';
import { type ImportAttempt, ImportForm } from '#contract/imports.ts';
import { newTagName } from '#contract/tags.ts';
import { type CopyingTransaction, inTenant, mustHave, type Tx, type WorkCtx, withCopying } from '#kernel/context.ts';
import type { Copy } from '#kernel/db/copy.ts';
import { Failure, fail } from '#kernel/errors.ts';
import type { StoredFile } from '#kernel/files/files.ts';
import type { Steps } from '#kernel/jobs/tasks.ts';
import { readRows } from '#tables/reader.ts';
import type { Checkpoint } from '#tables/rows.ts';
import { storedSource, UnreadableFile } from '#tables/source.ts';
import { type Chunk, chunksOf } from './imports.chunks.ts';
import type { Lookups } from './imports.contact.ts';
import { lookupsOf } from './imports.lookups.ts';
import { type KnownRow, type MatchBy, matchRows, stillThere, withKeys } from './imports.match.ts';
import { countReasons, insertProblems } from './imports.problems.ts';
import { fileOf, insertRejects, isAnyAttempt, isRunBy, lockAttempt, updateAttempt } from './imports.queries.ts';
import type { Sniffed } from './imports.sniff.ts';
import { sortRows } from './imports.sort.ts';
import { createContacts, type ImportRun, stageContacts, tagMatched, updateContacts } from './imports.store.ts';
import { tellProgress } from './imports.tell.ts';
import { type ImportPlan, planOf, withDefaults } from './imports.values.ts';

interface Prepared {
  run: ImportRun;
  form: ImportForm;
  sniffed: Sniffed;
  plan: ImportPlan;
  lookups: Lookups;
  /** The ways in which a row matches an existing contact; empty where every row becomes a new one. */
  matchBy: MatchBy[];
  file: StoredFile;
  from: Checkpoint | undefined;
  /** On every new contact. */
  newTags: number[];
  /** On every existing contact that a row matches. */
  matchedTags: number[];
}

export async function runImport(ctx: WorkCtx, id: number, steps: Steps): Promise<void> {
  mustHave(ctx.actor, 'contacts.import');
  try {
    const prepared = await inTenant(ctx, (tx) => prepare(tx, id));
    if (!prepared) return; // finished, cancelled or deleted meanwhile
    await inTenant(ctx, (tx) => acquaintPlanner(tx, 1));
    if (!(await storeAll(ctx, prepared, steps))) return;
  } catch (error) {
    const reason = lastingReason(error);
    if (reason === null) throw error;
    ctx.log.warn({ import: id, code: codeOf(error) }, 'an import ended on what no later try does better');
    return failImport(ctx, id, reason);
  }
  await inTenant(ctx, (tx) => finish(tx, id, { status: 'complete' }));
}

/** False where somebody stopped it. */
async function storeAll(ctx: WorkCtx, prepared: Prepared, steps: Steps): Promise<boolean> {
  const source = storedSource(ctx.platform.storage, prepared.file);
  const { sniffed, plan, lookups, form, from } = prepared;
  const chunks = chunksOf(readRows(source, sniffed.layout, from), { plan, lookups, hasHeadings: form.has_headings, from });
  const beforeEach = () => inTenant(ctx, (tx) => acquaintPlanner(tx, 2));
  try {
    return await withCopying(ctx, (one) =>
      withCopying(ctx, (other) => storeByTurns([one, other], prepared, chunks, beforeEach, steps)),
    );
  } finally {
    await chunks.return(undefined).catch(() => {}); // closes the file
  }
}

/** Two transactions take turns: while one stores its chunk, the next is read, matched and copied in the other. */
async function storeByTurns(
  transactions: [CopyingTransaction, CopyingTransaction],
  prepared: Prepared,
  chunks: AsyncGenerator<Chunk>,
  beforeEach: () => Promise<void>,
  { signal, movedOn }: Steps,
): Promise<boolean> {
  let stored: Promise<Stored | null> = Promise.resolve({ keys: new Set() });
  try {
    for (let turn = 0; ; turn++) {
      const { value: chunk, done } = await chunks.next();
      if (done) return (await stored) !== null;
      await beforeEach();
      const previous = stored;
      const before = async () => {
        const was = await previous;
        if (signal.aborted) throw new Error('stopped before the end; the next run goes on from the checkpoint');
        return was;
      };
      const handedOver = Promise.withResolvers<void>();
      const transaction = transactions[turn % 2 ? 1 : 0];
      stored = transaction((tx, copy) => storeChunk(tx, copy, prepared, chunk, before, handedOver.resolve)).then(async (done) => {
        if (done) await movedOn?.(); // at once: where workers fall every few seconds, the next chunk may be too far
        return done;
      });
      if ((await Promise.race([handedOver.promise, stored])) === null) return false;
    }
  } finally {
    await stored.catch(() => {}); // the race, or the last wait, has told it
  }
}

/** By this many rows PostgreSQL has looked by itself. */
const knownRows = 100_000;

/**
 * PostgreSQL looks at a new table within minutes; until then it knows no index from another, and finding who is there already goes through the whole
 * company. Only the columns that a match asks of, a sample of which is cheap; but all of them: of one it knows nothing about it guesses, one row in 200
 * for `deleted_at`. It acts if the table has grown `times` over since it was looked at.
 */
async function acquaintPlanner(tx: Tx, times: number) {
  const { rows } = await sql<{ known: boolean }>`
    select reltuples > ${knownRows} or pg_relation_size(oid) < ${times}::int * relpages::bigint * current_setting('block_size')::int as known
    from pg_class where oid = 'contacts'::regclass`.execute(tx.db);
  if (!rows[0]?.known)
    await sql`analyze (skip_locked) contacts (company_id, deleted_at, phone, phone_2, email, email_2, name_key, address_key)`.execute(
      tx.db,
    );
}

/** Why trying again is no use, in words; null where it may be. */
function lastingReason(error: unknown): string | null {
  if (error instanceof UnreadableFile) return error.reason;
  if (error instanceof Failure) return Object.values(error.details.errors ?? {}).flat()[0] ?? error.message;
  return /^2[23]\w{3}$/.test(codeOf(error))
    ? 'A value cannot be stored, or it names something that was removed in the meantime. The rows before it are stored; retry continues from there.'
    : null;
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');

export const failImport = (ctx: WorkCtx, id: number, reason: string): Promise<void> =>
  inTenant(ctx, (tx) => finish(tx, id, { status: 'failed', error: reason }));

async function prepare(tx: Tx, id: number): Promise<Prepared | null> {
  const attempt = await lockAttempt(tx, id);
  // A failed one is here because somebody runs its dead job again.
  if (!attempt || !isRunBy(tx, attempt) || !['queued', 'processing', 'failed'].includes(attempt.status)) return null;
  if (attempt.status === 'failed' && (await isAnyAttempt(tx, ['undoing']))) throw fail('imports.undo_running');
  await mustAssignTo(tx, attempt); // who asked may reach less by now
  const form = ImportForm.parse(attempt.form);
  const lookups = await lookupsOf(tx);
  const plan = planOf(form, lookups, tx.clock().toISOString().slice(0, 10));
  const tags = await findOrCreateTags(tx, [
    ...form.tags,
    ...form.scrub_against.updated_lead_tags,
    { name: newTagName, color: 'blue' },
  ]);
  const idsOf = (names: { name: string }[]) => names.flatMap(({ name }) => tags.get(name) ?? []);
  if (attempt.status !== 'processing') {
    const started_at = attempt.started_at ?? tx.clock();
    await updateAttempt(tx, id, { status: 'processing', started_at, finished_at: null, error: null });
    await tellProgress(tx, { ...attempt, status: 'processing' });
  }
  return {
    run: { id, ownerId: attempt.owner_id, poolId: attempt.pool_id, apiVendor: form.api_vendor_obj, targets: plan.targets },
    form,
    sniffed: attempt.sniffed as unknown as Sniffed,
    plan,
    lookups,
    matchBy: form.scrub_against.rule === 'create' ? [] : form.scrub_against.by,
    file: await fileOf(tx, attempt),
    from:
      attempt.next_offset === null || attempt.next_line === null
        ? undefined
        : { offset: attempt.next_offset, line: attempt.next_line },
    newTags: [...idsOf(form.tags), ...idsOf([{ name: newTagName }])],
    matchedTags: idsOf(form.scrub_against.updated_lead_tags),
  };
}

interface Stored {
  /** The match keys of its rows: a row of the next chunk may have one of them. */
  keys: Set<string>;
}

/**
 * `before` waits until the chunk before is stored, null where the import runs no longer; `handedOver` is called when PostgreSQL is at work, and
 * the next may be read. Null where it was not stored, for somebody has stopped the import.
 */
async function storeChunk(
  tx: Tx,
  copy: Copy,
  { run, form, matchBy, newTags, matchedTags }: Prepared,
  chunk: Chunk,
  before: () => Promise<Stored | null>,
  handedOver: () => void,
): Promise<Stored | null> {
  // No wait for the disk: a crash would take the chunk back together with its checkpoint. The end of the import waits for all of it.
  await sql`set local synchronous_commit = off`.execute(tx.db);
  const rows = await withKeys(tx, chunk.rows, matchBy);
  const tags = await findOrCreateTags(
    tx,
    [...new Set(rows.flatMap(({ values }) => values.tags))].map((name) => ({ name, color: 'gray' as const })),
  );
  const tagsOf = (names: string[], more: number[]) =>
    [...new Set([...more, ...names.flatMap((name) => tags.get(name) ?? [])])].sort((a, b) => a - b);
  const stage = async (matches: Map<number, number>) => {
    const { creates, ...sorted } = sortRows(rows, matches, form.scrub_against);
    const staged = creates.map(({ line, values }) => ({
      line,
      values: withDefaults(values, form),
      tagIds: tagsOf(values.tags, newTags),
    }));
    await stageContacts(tx, copy, staged);
    return { ...sorted, staged };
  };
  const early = await matchRows(tx, rows, matchBy);
  let sorted = await stage(early);

  const previous = await before();
  if (!previous) return null;
  const attempt = await lockAttempt(tx, run.id);
  if (attempt?.status !== 'processing' || !isRunBy(tx, attempt)) return null;
  if (attempt.next_line !== null && (chunk.firstLine ?? 0) < attempt.next_line)
    throw new Error('another process has stored this chunk; the next run goes on from its checkpoint');
  const matches = await matchesOf(tx, rows, early, matchBy, previous);
  if (matches !== early) sorted = await stage(matches);

  await createContacts(tx, run, sorted.staged, handedOver);
  await updateContacts(
    tx,
    copy,
    run,
    sorted.updates.map((row) => ({ ...row, tagIds: tagsOf(row.values.tags, []) })),
  );
  await tagMatched(tx, run, sorted.matched, matchedTags);
  await insertRejects(tx, run.id, chunk.rejects);
  await insertProblems(tx, run.id, chunk.problems);
  const counts = {
    read: chunk.read,
    created: attempt.created + sorted.staged.length,
    updated: attempt.updated + sorted.updated,
    skipped: attempt.skipped + sorted.skipped,
    rejected: attempt.rejected + chunk.rejects.length,
    dropped: attempt.dropped + chunk.problems.filter(({ rejected }) => !rejected).length,
  };
  const problems = countReasons(attempt.problems as ImportAttempt['problems'], chunk.problems);
  await updateAttempt(tx, run.id, {
    ...counts,
    problems: JSON.stringify(problems),
    next_offset: chunk.next.offset,
    next_line: chunk.next.line,
  });
  await tellProgress(tx, { ...attempt, ...counts });
  return { keys: new Set(rows.flatMap(({ keys }) => keys)) };
}

/**
 * The early matches, if they still hold and no row may match what has been stored since; else current ones.
 * Contacts that others make in between count as no duplicates: the window is that of any two imports at once.
 */
async function matchesOf(
  tx: Tx,
  rows: KnownRow[],
  early: Map<number, number>,
  by: MatchBy[],
  { keys: storedSince }: Stored,
): Promise<Map<number, number>> {
  const there = await stillThere(tx, [...early.values()]);
  const open = rows.filter(({ line, keys }) => {
    const id = early.get(line);
    return (id !== undefined && !there.has(id)) || keys.some((key) => storedSince.has(key));
  });
  if (open.length === 0) return early;
  const matches = new Map([...early].filter(([, id]) => there.has(id)));
  for (const [line, id] of await matchRows(tx, open, by)) matches.set(line, id);
  return matches;
}

async function finish(tx: Tx, id: number, end: { status: 'complete' | 'failed'; error?: string }) {
  const attempt = await lockAttempt(tx, id);
  if (!attempt || !isRunBy(tx, attempt) || (attempt.status !== 'processing' && attempt.status !== 'queued')) return;
  const read = end.status === 'complete' ? attempt.size : attempt.read;
  await updateAttempt(tx, id, { ...end, read, finished_at: tx.clock() });
  await tellProgress(tx, { ...attempt, ...end, read });
  tx.tell({ event: 'contacts.changed' }, { to: 'contacts.read' });
}
