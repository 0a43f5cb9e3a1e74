// Merging every group of a search, as a bulk action. Its selection is the oldest contact of each group.
import { sql } from 'kysely';
import { DuplicateSearch } from '#contract/duplicates.ts';
import type { Attached } from '#kernel/attached.ts';
import type { Tx } from '#kernel/context.ts';
import { type BatchResult, operation } from '#kernel/jobs/operations.ts';
import { proposedSurvivor } from './duplicates.better.ts';
import { searchOf } from './duplicates.keys.ts';
import { listGroups, mergeableLeaders, withoutDismissed } from './duplicates.lists.ts';
import { type MergeGroup, mergeGroups } from './duplicates.merge.ts';
import { lockSources } from './duplicates.queries.ts';
import { isSafe } from './duplicates.score.ts';
import { lockMerges, type Merge, type Undone, undoMerges } from './duplicates.unmerge.ts';

export const mergeOperation = (attached: () => readonly Attached[]) =>
  operation({
    name: 'merge',
    permission: 'contacts.bulk',
    input: DuplicateSearch,
    labels: { doing: 'Merging duplicates of', done: 'Merged duplicates of' },
    check: async (tx, search) => void (await searchOf(tx, search)),
    choose: async (tx, search) => mergeableLeaders(tx, await searchOf(tx, search)),
    batch: (tx, leaders, search, id) => mergeBatch(tx, attached(), leaders, search, id),
    undo: (tx, ids, of, undoId) => undoBatch(tx, attached(), ids, of, undoId),
  });

/** A contact of two groups joins the first; the other group is left for the next time. */
async function mergeBatch(
  tx: Tx,
  attached: readonly Attached[],
  leaders: number[],
  asked: DuplicateSearch,
  bulkActionId: number,
): Promise<number> {
  const found = await withoutDismissed(tx, await listGroups(tx, await searchOf(tx, asked), leaders));
  const groups = found.filter(({ members: [first, ...others], more }) => !more && first && isSafe(first, others));
  const stored = await lockSources(
    tx,
    groups.flatMap(({ members }) => members.map(({ id }) => id)),
    { reachedOnly: true },
  );
  const used = new Set<number>();
  const merges = groups.flatMap(({ members }): MergeGroup[] => {
    const sources = members
      .flatMap(({ id }) => stored.get(id) ?? [])
      .filter(({ is }) => is.deleted_at === null && !used.has(is.id));
    if (sources.length < 2 || sources.length < members.length) return [];
    for (const { is } of sources) used.add(is.id);
    return [{ sources, survivor: proposedSurvivor(sources), take: {} }];
  });
  if (merges.length > 0) await mergeGroups(tx, attached, merges, bulkActionId);
  return merges.length;
}

/** Each merge belongs to the batch of the contact that stayed. */
async function undoBatch(tx: Tx, attached: readonly Attached[], ids: number[], of: number, undoId: number): Promise<BatchResult> {
  const merges = await lockMerges(tx, sql<boolean>`m.bulk_action_id = ${of} and m.survivor_id = any(${ids}::bigint[])`);
  const undone: Undone[] = [];
  for (const round of roundsOf(merges)) undone.push(...(await undoMerges(tx, attached, round, of)));
  const left = merges.filter(({ id }) => !undone.some(({ merge }) => merge.id === id));
  const kept = [
    ...undone.filter(hasKept).map(({ merge, kept: fields }) => ({ contact: merge.survivor_id, fields })),
    ...left.map(({ survivor_id }) => ({ contact: survivor_id, fields: ['merged_into'] })),
  ];
  await sql`
    insert into bulk_action_kept (company_id, bulk_action_id, contact_id, fields)
    select ${tx.companyId}::bigint, ${undoId}::bigint, k.contact, k.fields
    from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) k(contact bigint, fields text[])
    on conflict do nothing`.execute(tx.db);
  return { changed: undone.reduce((sum, { restored }) => sum + 1 + restored.length, 0), kept: kept.length };
}

/** The latest first; merges of one contact go one after another. */
function roundsOf(merges: Merge[]): Merge[][] {
  const rounds: Merge[][] = [];
  for (let rest = merges.toReversed(); rest.length > 0; ) {
    const seen = new Set<number>();
    const [round, later]: [Merge[], Merge[]] = [[], []];
    for (const merge of rest) {
      const contacts = [merge.survivor_id, ...merge.merged_ids];
      (contacts.some((id) => seen.has(id)) ? later : round).push(merge);
      for (const id of contacts) seen.add(id);
    }
    rounds.push(round);
    rest = later;
  }
  return rounds;
}

const hasKept = ({ kept }: Undone) => kept.length > 0;
