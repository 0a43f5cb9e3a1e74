// Runs an import: chunk by chunk, each one transaction with rows, journal, rejected lines and checkpoint. A crash repeats nothing.
// While PostgreSQL stores one chunk, the next is read and parsed.
import { sql } from 'kysely';
import { findOrCreateTags } from '#areas/tags/tags.service.ts';
import { mustAssignTo } from '#areas/users/users.service.ts';
import type { ImportProgress } from '#contract/cable.ts';
import { ImportForm } from '#contract/imports.ts';
import { newTagName } from '#contract/tags.ts';
import { inTenant, mustHave, streamOf, type Tx, type WorkCtx, withCopying } from '#kernel/context.ts';
import type { Copy } from '#kernel/copy.ts';
import { Failure, fail } from '#kernel/errors.ts';
import type { StoredFile } from '#kernel/storage.ts';
import type { Steps } from '#kernel/tasks.ts';
import type { Lookups } from './imports.contact.ts';
import { lookupsOf } from './imports.lookups.ts';
import { type KnownRow, type MatchBy, matchRows, type NumberedRow, stillThere, withKeys } from './imports.match.ts';
import { fileOf, insertRejects, isAnyAttempt, lockAttempt, updateAttempt } from './imports.queries.ts';
import { readRows } from './imports.reader.ts';
import { type Batch, batchSize, type Checkpoint, type FileRow } from './imports.rows.ts';
import type { Sniffed } from './imports.sniff.ts';
import { sortRows } from './imports.sort.ts';
import { storedSource, UnreadableFile } from './imports.source.ts';
import { createContacts, type ImportRun, tagMatched, updateContacts } from './imports.store.ts';
import { type ImportPlan, parseRow, planOf, sentenceOf, withDefaults } from './imports.values.ts';

/** Rows of one transaction: large enough that the database works in sets, small enough that a cancel is soon heard. */
const chunkRows = 10_000;
/** The first is small, so that PostgreSQL has work and the screen has counts at once. */
const firstChunkRows = 2_000;
/** Batches of one chunk: with long rows, or few among much else, it is smaller, for what they were cut from is held as long as they are. */
const chunkBatches = chunkRows / batchSize;

interface Prepared {
  run: ImportRun;
  form: ImportForm;
  sniffed: Sniffed;
  plan: ImportPlan;
  lookups: Lookups;
  /** What makes a row an existing contact; nothing where every row becomes one. */
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
    await inTenant(ctx, acquaintPlanner);
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
async function storeAll(ctx: WorkCtx, prepared: Prepared, { signal, movedOn }: Steps): Promise<boolean> {
  const source = storedSource(ctx.platform.storage, prepared.file);
  const chunks = chunksOf(readRows(source, prepared.sniffed.layout, prepared.from), prepared);
  const { matchBy } = prepared;
  const read = async (): Promise<MatchedChunk | null> => {
    const { value: chunk, done } = await chunks.next();
    if (done) return null;
    return inTenant(ctx, async (tx) => {
      const rows = await withKeys(tx, chunk.rows, matchBy);
      return { ...chunk, rows, early: await matchRows(tx, rows, matchBy) };
    });
  };
  let next = null as ReturnType<typeof read> | null;
  try {
    return await withCopying(ctx, async (transaction) => {
      const readOn = () => {
        next ??= read();
        next.catch(() => {}); // met when it is awaited
        return next;
      };
      let storedKeys = new Set<string>();
      for (;;) {
        const chunk = await readOn();
        if (!chunk) return true;
        next = null;
        if (signal.aborted) throw new Error('stopped before the end; the next run goes on from the checkpoint');
        const goesOn = await transaction((tx, copy) => storeChunk(tx, copy, prepared, chunk, storedKeys, readOn));
        if (!goesOn) return false;
        await movedOn?.();
        storedKeys = new Set(chunk.rows.flatMap(({ keys }) => keys));
      }
    });
  } finally {
    await next?.catch(() => {});
    await chunks.return(undefined).catch(() => {}); // closes the file
  }
}

/** By this many rows PostgreSQL has looked by itself. */
const knownRows = 100_000;

/**
 * PostgreSQL looks at a new table within minutes; until then it knows no index from another, and a first import's matches took a minute
 * for 10,000 rows. The columns that rows are matched by alone: a sample of those is cheap.
 */
async function acquaintPlanner(tx: Tx) {
  const { rows } = await sql<{
    known: boolean;
  }>`select reltuples > ${knownRows} as known from pg_class where oid = 'contacts'::regclass`.execute(tx.db);
  if (!rows[0]?.known)
    await sql`analyze (skip_locked) contacts (company_id, phone, phone_2, email, email_2, sort_name, address_key)`.execute(tx.db);
}

/** Why trying again is no use, in words; null where it may be. */
function lastingReason(error: unknown): string | null {
  if (error instanceof UnreadableFile) return error.reason;
  if (error instanceof Failure) return Object.values(error.details.errors ?? {}).flat()[0] ?? error.message;
  return /^2[23]\w{3}$/.test(codeOf(error))
    ? 'Some value cannot be stored, or names what was removed meanwhile. What came before is stored; retry goes on from there.'
    : null;
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');

export const failImport = (ctx: WorkCtx, id: number, reason: string): Promise<void> =>
  inTenant(ctx, (tx) => finish(tx, id, { status: 'failed', error: reason }));

async function prepare(tx: Tx, id: number): Promise<Prepared | null> {
  const attempt = await lockAttempt(tx, id);
  // A failed one is here because somebody runs its dead job again.
  if (!attempt || !['queued', 'processing', 'failed'].includes(attempt.status)) return null;
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
    broadcast(tx, { ...attempt, status: 'processing' });
  }
  return {
    run: { id, ownerId: attempt.owner_id, poolId: attempt.pool_id, apiVendor: form.api_vendor_obj, targets: plan.targets },
    form,
    sniffed: attempt.sniffed as unknown as Sniffed,
    plan,
    lookups,
    matchBy: form.scrub_against.rule === 'create' ? [] : form.scrub_against.by,
    file: fileOf(attempt),
    from:
      attempt.next_offset === null || attempt.next_line === null
        ? undefined
        : { offset: attempt.next_offset, line: attempt.next_line },
    newTags: [...idsOf(form.tags), ...idsOf([{ name: newTagName }])],
    matchedTags: idsOf(form.scrub_against.updated_lead_tags),
  };
}

interface Chunk extends ParsedRows {
  /** Undefined while nothing is in it. */
  firstLine: number | undefined;
  next: Checkpoint;
  /** Bytes of the file read so far. */
  read: number;
}

/** Parsed batch by batch as they are read, while PostgreSQL stores the chunk before. */
async function* chunksOf(batches: AsyncIterable<Batch>, { form, plan, lookups, from }: Prepared): AsyncGenerator<Chunk> {
  const none = (next: Checkpoint): Chunk => ({ rows: [], rejects: [], firstLine: undefined, next, read: 0 });
  let chunk = none(from ?? { offset: 0, line: 1 });
  let headings = form.has_headings && from === undefined;
  let most = firstChunkRows - 1; // the first batch, without its headings
  let held = 0;
  for await (const { rows, next, read } of batches) {
    const [first] = rows;
    if (!first) continue;
    const parsed = parseRows(headings ? rows.slice(1) : rows, plan, lookups);
    headings = false;
    chunk.firstLine ??= first.line;
    chunk.rows.push(...parsed.rows);
    chunk.rejects.push(...parsed.rejects);
    Object.assign(chunk, { next, read });
    if (chunk.rows.length + chunk.rejects.length < most && ++held < chunkBatches) continue;
    yield chunk;
    most = chunkRows;
    held = 0;
    chunk = none(next);
  }
  if (chunk.firstLine !== undefined) yield chunk;
}

interface MatchedChunk extends Chunk {
  rows: KnownRow[];
  /** The contacts its rows matched while the chunk before was being stored. */
  early: Map<number, number>;
}

/**
 * `before`: the keys of the chunk before; `readOn` begins the next while PostgreSQL is at work. False where the import runs no longer.
 */
async function storeChunk(
  tx: Tx,
  copy: Copy,
  prepared: Prepared,
  chunk: MatchedChunk,
  before: Set<string>,
  readOn: () => unknown,
): Promise<boolean> {
  const { run, form, matchBy } = prepared;
  const { rows, rejects, firstLine = 0 } = chunk;
  // No wait for the disk: a crash would take the chunk back together with its checkpoint. The end of the import waits for all of it.
  await sql`set local synchronous_commit = off`.execute(tx.db);
  const attempt = await lockAttempt(tx, run.id);
  if (attempt?.status !== 'processing') return false;
  if (attempt.next_line !== null && firstLine < attempt.next_line)
    throw new Error('another process has stored this chunk; the next run goes on from its checkpoint');

  const matches = await matchesOf(tx, chunk, matchBy, before);
  const sorted = sortRows(rows, matches, form.scrub_against);
  const rowTags = await findOrCreateTags(
    tx,
    [...new Set(rows.flatMap(({ values }) => values.tags))].map((name) => ({ name, color: 'gray' as const })),
  );
  const tagsOf = (names: string[], more: number[]) =>
    [...new Set([...more, ...names.flatMap((name) => rowTags.get(name) ?? [])])].sort((a, b) => a - b);

  await createContacts(
    tx,
    copy,
    run,
    sorted.creates.map(({ line, values }) => ({
      line,
      values: withDefaults(values, form),
      tagIds: tagsOf(values.tags, prepared.newTags),
    })),
    readOn,
  );
  await updateContacts(
    tx,
    copy,
    run,
    sorted.updates.map((row) => ({ ...row, tagIds: tagsOf(row.values.tags, []) })),
  );
  await tagMatched(tx, run, sorted.matched, prepared.matchedTags);
  await insertRejects(tx, run.id, rejects);
  const counts = {
    read: chunk.read,
    created: attempt.created + sorted.creates.length,
    updated: attempt.updated + sorted.updated,
    skipped: attempt.skipped + sorted.skipped,
    rejected: attempt.rejected + rejects.length,
  };
  await updateAttempt(tx, run.id, { ...counts, next_offset: chunk.next.offset, next_line: chunk.next.line });
  broadcast(tx, { ...attempt, ...counts });
  return true;
}

/**
 * The early matches that still hold, and those of rows which may match what has been stored since. What somebody else made in the second or
 * two between is taken for no duplicate: the window is that of any two imports at once.
 */
async function matchesOf(
  tx: Tx,
  { rows, early }: MatchedChunk,
  by: MatchBy[],
  before: Set<string>,
): Promise<Map<number, number>> {
  const there = await stillThere(tx, [...early.values()]);
  const open = rows.filter(({ line, keys }) => {
    const id = early.get(line);
    return (id !== undefined && !there.has(id)) || keys.some((key) => before.has(key));
  });
  const matches = new Map([...early].filter(([, id]) => there.has(id)));
  for (const [line, id] of await matchRows(tx, open, by)) matches.set(line, id);
  return matches;
}

interface ParsedRows {
  rows: NumberedRow[];
  rejects: { line: number; raw: string; reason: string }[];
}

export function parseRows(rows: FileRow[], plan: ImportPlan, { customFields }: Lookups): ParsedRows {
  const good: NumberedRow[] = [];
  const rejects: ParsedRows['rejects'] = [];
  for (const { line, cells, raw, problem } of rows) {
    const parsed = problem === null ? parseRow(cells, plan) : null;
    if (parsed && 'values' in parsed) good.push({ line, values: parsed.values });
    else
      rejects.push({
        line,
        raw,
        reason: parsed ? parsed.errors.map((error) => sentenceOf(error, customFields)).join('; ') : (problem ?? ''),
      });
  }
  return { rows: good, rejects };
}

async function finish(tx: Tx, id: number, end: { status: 'complete' | 'failed'; error?: string }) {
  const attempt = await lockAttempt(tx, id);
  if (!attempt || (attempt.status !== 'processing' && attempt.status !== 'queued')) return;
  const read = end.status === 'complete' ? attempt.size : attempt.read;
  await updateAttempt(tx, id, { ...end, read, finished_at: tx.clock() });
  broadcast(tx, { ...attempt, ...end, read });
  tx.tell({ event: 'contacts.changed' });
}

type Progress = Omit<ImportProgress, 'asker_id' | 'status'> & { asked_by: number; status: string };

export function broadcast(
  tx: Tx,
  { id, asked_by, status, size, read, created, updated, skipped, rejected, undone, kept }: Progress,
) {
  const progress = { id, asker_id: asked_by, status, size, read, created, updated, skipped, rejected, undone, kept };
  tx.broadcast(streamOf(tx.companyId, 'ContactsImportChannel'), progress);
}
