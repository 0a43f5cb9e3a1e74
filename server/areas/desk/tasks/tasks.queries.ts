// Loading and writing one task.
import { type Insertable, sql, type Updateable } from 'kysely';
import type { TaskKind } from '#contract/taskLists.ts';
import type { Tx } from '#kernel/context.ts';
import type { Tasks } from '#kernel/db/database.generated.ts';
import { fail } from '#kernel/errors.ts';

export interface StoredTask {
  id: number;
  contact_id: number;
  owner_id: number;
  kind: TaskKind;
  due_at: string;
  note: string;
  version: number;
  done_at: string | null;
}

/** The contact of a task; 404 for a task that does not exist. The caller checks that the actor reaches the contact. */
export async function contactOfTask(tx: Tx, id: number): Promise<number> {
  const { rows } = await sql<{ contact_id: number }>`
    select contact_id from tasks where company_id = ${tx.companyId} and id = ${id}`.execute(tx.db);
  if (!rows[0]) throw fail('not_found');
  return rows[0].contact_id;
}

/** 404 for one that is done, or with `done` for one that is open. */
export async function getStored(tx: Tx, id: number, { done = false } = {}): Promise<StoredTask> {
  const { rows } = await sql<StoredTask>`
    select t.id, t.contact_id, t.owner_id, t.kind, t.due_at, t.note, t.version, t.done_at from tasks t
    where t.company_id = ${tx.companyId} and t.id = ${id} for update`.execute(tx.db);
  if (!rows[0] || (rows[0].done_at !== null) !== done) throw fail('not_found');
  return rows[0];
}

export async function insertTask(tx: Tx, columns: Omit<Insertable<Tasks>, 'company_id' | 'created_by'>): Promise<number> {
  const { id } = await tx.db
    .insertInto('tasks')
    .values({ ...columns, company_id: tx.companyId, created_by: tx.actor.userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateTaskColumns(tx: Tx, id: number, columns: Updateable<Tasks>): Promise<void> {
  await tx.db
    .updateTable('tasks')
    .set((eb) => ({ ...columns, version: eb('version', '+', 1) }))
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .execute();
}

export async function deleteTask(tx: Tx, id: number): Promise<void> {
  await tx.db.deleteFrom('tasks').where('company_id', '=', tx.companyId).where('id', '=', id).execute();
}
