// Merging every group of a search, as a bulk action. Its selection is the oldest contact of each group.
import { sql } from 'kysely';
import { DuplicateSearch } from '#contract/duplicates.ts';
import type { Attached } from '#kernel/attached.ts';
import type { Tx } from '#kernel/context.ts';
import { type BatchResult, operation } from '#kernel/jobs/operations.ts';
import { proposedSurvivor } from './duplicates.better.ts';
import { searchOf } from './duplicates.keys.ts';
import { joinByHash, listGroups, mergeableLeaders, withoutDismissed } from './duplicates.lists.ts';
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
    async choose(tx, asked) {
      const search = await searchOf(tx, asked);
      await joinByHash(tx);
      return mergeableLeaders(tx, search);
    },
    batch: (tx, leaders, search, id) => mergeBatch(tx, attached(), leaders, search, id),
    undo: (tx, ids, of, undoId) => undoBatch(tx, attached(), ids, of, undoId),
  });

/**
 * Counts groups: each leaves one contact.
 * A group that has come to share a contact with another is left for the next time.
 */
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

/**
 * Each merge belongs to the batch of the contact that stayed. Counts contacts that stayed, as the merge does.
 */
async function undoBatch(tx: Tx, attached: readonly Attached[], ids: number[], of: number, undoId: number): Promise<BatchResult> {
  const merges = await lockMerges(tx, sql<boolean>`m.bulk_action_id = ${of} and m.survivor_id = any(${ids}::bigint[])`);
  const undone: Undone[] = [];
  for (const round of roundsOf(merges)) undone.push(...(await undoMerges(tx, attached, round, of)));
  const left = merges.filter(({ id }) => !undone.some(({ merge }) => merge.id === id));
  const kept = new Map<number, string[]>();
  const keep = (contact: number, fields: string[]) => kept.set(contact, [...new Set([...(kept.get(contact) ?? []), ...fields])]);
  for (const { merge, kept: fields } of undone) if (fields.length > 0) keep(merge.survivor_id, fields);
  for (const { survivor_id } of left) keep(survivor_id, ['merged_into']);
  const rows = [...kept].map(([contact, fields]) => ({ contact, fields }));
  await sql`
    insert into bulk_action_kept (company_id, bulk_action_id, contact_id, fields)
    select ${tx.companyId}::bigint, ${undoId}::bigint, k.contact, k.fields
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) k(contact bigint, fields text[])
    on conflict do nothing`.execute(tx.db);
  return { changed: new Set(undone.map(({ merge }) => merge.survivor_id)).size, kept: kept.size };
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
