// A user leaves: their running imports go to the successor, who runs them on if they may.
import { sql } from 'kysely';
import { reachOfActor } from '#areas/identity/users/users.service.ts';
import type { Belongings } from '#contract/userAdmin.ts';
import type { Actor, Tx } from '#kernel/context.ts';
import { importJobs } from './imports.jobs.ts';
import { hasEnded, lockAttempt, updateAttempt } from './imports.queries.ts';
import { tellProgress } from './imports.tell.ts';

/** Imports that run or wait as this user, by name of their file. */
export async function listRunningImports(tx: Tx, userId: number): Promise<{ id: number; name: string }[]> {
  return tx.db
    .selectFrom('import_attempts')
    .select(['id', 'file_name as name'])
    .where('company_id', '=', tx.companyId)
    .where(sql<boolean>`coalesce(run_by, asked_by) = ${userId}`)
    .where('status', 'in', ['queued', 'processing'])
    .orderBy('id')
    .execute();
}

/**
 * Decides about a leaver's imports. A successor who does not reach the leaver's contacts yet would create them
 * twice, so the import stops, and the successor continues it when the contacts have arrived.
 */
export async function importsGo(tx: Tx, userId: number, successor: Actor | null): Promise<Belongings['imports_go']> {
  if (!successor?.has('contacts.import')) return 'end';
  const reach = await reachOfActor({ ...tx, actor: successor });
  return reach.company || reach.ownerIds.includes(userId) ? 'continue' : 'stop';
}

/** Between two chunks; stored rows stay. */
export async function passOnImports(tx: Tx, userId: number, successor: Actor | null): Promise<void> {
  const go = await importsGo(tx, userId, successor);
  for (const { id } of await listRunningImports(tx, userId)) {
    const attempt = await lockAttempt(tx, id);
    if (!attempt || hasEnded(attempt)) continue;
    const heir = go === 'end' || !successor ? null : successor.userId;
    const columns = {
      status: go === 'continue' ? 'queued' : 'cancelled',
      finished_at: go === 'continue' ? null : tx.clock().toISOString(),
      run_by: heir ?? attempt.run_by,
      owner_id: heir && attempt.owner_id === userId ? heir : attempt.owner_id,
    };
    await updateAttempt(tx, id, columns);
    if (go === 'continue' && heir) tx.enqueue(importJobs.run, { id }, { as: heir });
    await tellProgress(tx, { ...attempt, ...columns });
  }
}
