// Takes an import back, batch by batch, each one transaction with its checkpoint: first the contacts it made, then those it changed.
// Contacts that somebody has worked on since are left alone and listed.
import { sql } from 'kysely';
import { inReach } from '#areas/crm/contacts/contacts.service.ts';
import { reachOfActor } from '#areas/identity/users/users.service.ts';
import type { ImportAttempt, KeptContact } from '#contract/imports.ts';
import { inTenant, mustHave, type Tx, type WorkCtx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import type { Steps } from '#kernel/jobs/tasks.ts';
import { importJobs } from './imports.jobs.ts';
import { getAttempt, hasEnded, isAnyAttempt, isUndoable, lockAttempt, presentAttempt, updateAttempt } from './imports.queries.ts';
import { tellProgress } from './imports.tell.ts';
import { changedContacts, madeContacts, restoreContacts, takeBackContacts } from './imports.undoStore.ts';

/** Contacts of one transaction. */
const batchSize = 2_000;

export async function startUndo(tx: Tx, id: number): Promise<ImportAttempt> {
  await getAttempt(tx, id); // 404 where it is somebody else's
  const attempt = await lockAttempt(tx, id);
  if (!attempt || !isUndoable(attempt, tx.clock()))
    throw fail(attempt && !hasEnded(attempt) ? 'imports.not_finished' : 'imports.nothing_to_undo');
  if (await isAnyAttempt(tx, ['queued', 'processing'])) throw fail('imports.others_running');
  await updateAttempt(tx, id, { status: 'undoing', error: null });
  tx.enqueue(importJobs.undo, { id });
  await tellProgress(tx, { ...attempt, status: 'undoing' });
  return presentAttempt(await getAttempt(tx, id));
}

export async function runUndo(ctx: WorkCtx, id: number, { signal, movedOn }: Steps): Promise<void> {
  mustHave(ctx.actor, 'contacts.import');
  while (await inTenant(ctx, (tx) => undoBatch(tx, id))) {
    if (signal.aborted) throw new Error('stopped before the end; the next run goes on from the checkpoint');
    await movedOn?.();
  }
}

export const failUndo = (ctx: WorkCtx, id: number): Promise<void> =>
  inTenant(ctx, async (tx) => {
    const attempt = await lockAttempt(tx, id);
    if (attempt?.status !== 'undoing') return;
    const error =
      'The undo stopped because of an internal error. What it had undone stays undone; another undo continues from there.';
    await updateAttempt(tx, id, { status: 'undo_failed', error });
    await tellProgress(tx, { ...attempt, status: 'undo_failed' });
    tx.tell({ event: 'contacts.changed' }, { to: 'contacts.read' });
  });

/** False where there is nothing left to do. */
async function undoBatch(tx: Tx, id: number): Promise<boolean> {
  const attempt = await lockAttempt(tx, id);
  if (attempt?.status !== 'undoing') return false; // one that failed is begun again by its asker, who is told what stands against it
  const made = await madeContacts(tx, id, attempt.undo_after_line, batchSize);
  const last = made.at(-1);
  const changed = last ? [] : await changedContacts(tx, id, attempt.undo_after_contact, batchSize);
  const done = last
    ? await takeBackContacts(
        tx,
        id,
        made.map((contact) => contact.id),
      )
    : await restoreContacts(tx, id, changed);
  const goesOn = last !== undefined || changed.length > 0;
  const status = goesOn ? 'undoing' : 'undone';
  const counts = { undone: attempt.undone + done.undone, kept: attempt.kept + done.kept };
  await updateAttempt(tx, id, {
    ...counts,
    status,
    error: null,
    undo_after_line: last?.line ?? attempt.undo_after_line,
    undo_after_contact: changed.at(-1) ?? attempt.undo_after_contact,
  });
  await tellProgress(tx, { ...attempt, ...counts, status });
  if (!goesOn) tx.tell({ event: 'contacts.changed' }, { to: 'contacts.read' });
  return goesOn;
}

/** The contacts that an undo left alone, if they still exist and are in reach, by id from `after` on. */
export async function listKept(tx: Tx, id: number, { after, limit }: { after: number; limit: number }) {
  await getAttempt(tx, id);
  const { rows } = await sql<KeptContact>`
    select json_build_object('id', k.contact_id, 'name', trim(c.first_name || ' ' || c.last_name)) as contact,
      case when k.created then 'created' else 'updated' end as was, k.changed_at,
      case when u.id is not null then json_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name)) end as changed_by
    from import_kept k
    join contacts c on c.company_id = ${tx.companyId} and c.id = k.contact_id and c.deleted_at is null and ${inReach(await reachOfActor(tx))}
    left join users u on u.company_id = ${tx.companyId} and u.id = k.changed_by
    where k.company_id = ${tx.companyId} and k.import_id = ${id} and k.contact_id > ${after}
    order by k.contact_id limit ${limit + 1}`.execute(tx.db);
  const data = rows.slice(0, limit);
  return { data, meta: { next: rows.length > limit ? (data.at(-1)?.contact.id ?? null) : null } };
}
