// Setting, changing, completing, reopening and cancelling a task. The contact is locked first, as edits of it do.
import { sql } from 'kysely';
import { inReach, lockContact, mustAllowUpdate, tellChanged } from '#areas/crm/contacts/contacts.service.ts';
import { type Held, reachOfActor, whoReaches } from '#areas/identity/users/users.service.ts';
import type { Task, TaskCreate, TaskUpdate } from '#contract/tasks.ts';
import type { Actor, Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { journalChange, journalTask } from './tasks.journal.ts';
import { getTask } from './tasks.lists.ts';
import { contactOfTask, deleteTask, getStored, insertTask, type StoredTask, updateTaskColumns } from './tasks.queries.ts';

type Contact = Awaited<ReturnType<typeof lockContact>>;

export async function createTask(tx: Tx, contactId: number, data: TaskCreate): Promise<Task> {
  const contact = await lockUpdatable(tx, contactId);
  const id = await addTask(tx, contact, data);
  await tellTask(tx, contact);
  return getTask(tx, id);
}

/** `version`: the one that the change is based on. */
export async function updateTask(tx: Tx, id: number, { for: doer, ...data }: TaskUpdate, version?: number): Promise<Task> {
  const contact = await lockUpdatable(tx, await contactOfTask(tx, id));
  const old = await getStored(tx, id);
  await mustBeNewest(tx, old, version);
  const columns = { ...present(data), ...(doer && { owner_id: await doerOf(tx, contact, doer) }) };
  if (!(await journalChange(tx, old, { ...old, ...columns }))) return getTask(tx, id);
  await updateTaskColumns(tx, id, columns);
  await tellTask(tx, contact, old);
  return getTask(tx, id);
}

export async function completeTask(
  tx: Tx,
  id: number,
  { version, next }: { version?: number | undefined; next: TaskCreate | null },
) {
  const contact = await lockUpdatable(tx, await contactOfTask(tx, id));
  const task = await getStored(tx, id);
  await mustBeNewest(tx, task, version);
  await updateTaskColumns(tx, id, { done_at: tx.clock(), done_by: tx.actor.userId });
  await journalTask(tx, 'task_done', task);
  const nextId = next && (await addTask(tx, contact, next));
  await tellTask(tx, contact, task);
  return { task: await getTask(tx, id), next: nextId === null ? null : await getTask(tx, nextId) };
}

/** One whose person no longer reaches the contact goes to the contact's owner. */
export async function reopenTask(tx: Tx, id: number, version?: number): Promise<Task> {
  const contact = await lockUpdatable(tx, await contactOfTask(tx, id));
  const task = await getStored(tx, id, { done: true });
  await mustBeNewest(tx, task, version);
  const stays = (await whoReaches(tx, [contact])).includes(task.owner_id);
  const owner_id = stays ? task.owner_id : await doerOf(tx, contact, 'owner');
  await updateTaskColumns(tx, id, { done_at: null, done_by: null, owner_id });
  await journalTask(tx, 'task_reopened', { ...task, owner_id });
  await tellTask(tx, contact, task);
  return getTask(tx, id);
}

export async function cancelTask(tx: Tx, id: number, version?: number): Promise<void> {
  const contact = await lockUpdatable(tx, await contactOfTask(tx, id));
  const task = await getStored(tx, id);
  await mustBeNewest(tx, task, version);
  await deleteTask(tx, id);
  await journalTask(tx, 'task_cancelled', task);
  await tellTask(tx, contact, task);
}

/**
 * The open tasks of a user who leaves: to the successor who reaches the contact, else to the contact's owner, else to the actor. Call it once
 * the successor holds the user's pools.
 */
export async function passOnTasks(tx: Tx, leaver: number, successor: Actor | null): Promise<void> {
  const taken = successor
    ? sql`when c.owner_id = ${leaver} or ${inReach(await reachOfActor({ ...tx, actor: successor }))} then ${successor.userId}::bigint`
    : sql``;
  const { rows } = await sql<{ owner_id: number }>`
    update tasks t set version = t.version + 1, owner_id = case ${taken}
      when exists (select from users u where u.company_id = ${tx.companyId} and u.id = c.owner_id and u.id <> ${leaver} and u.active) then c.owner_id
      else ${tx.actor.userId}::bigint end
    from contacts c
    where t.company_id = ${tx.companyId} and t.owner_id = ${leaver} and t.done_at is null
      and c.company_id = ${tx.companyId} and c.id = t.contact_id
    returning t.owner_id`.execute(tx.db);
  const to = [...new Set(rows.map(({ owner_id }) => owner_id))];
  if (to.length > 0) tx.tell({ event: 'tasks.changed' }, { to });
}

async function lockUpdatable(tx: Tx, contactId: number): Promise<Contact> {
  const contact = await lockContact(tx, contactId);
  mustAllowUpdate(tx, contact);
  return contact;
}

async function addTask(tx: Tx, contact: Contact, { for: doer, ...data }: TaskCreate): Promise<number> {
  const columns = { ...data, contact_id: contact.id, owner_id: await doerOf(tx, contact, doer) };
  const id = await insertTask(tx, columns);
  await journalTask(tx, 'task_set', { ...columns, id, version: 1, done_at: null });
  return id;
}

/** The owner of a contact who has left does nothing about it any more. */
async function doerOf(tx: Tx, contact: Contact, doer: TaskCreate['for']): Promise<number> {
  if (doer === 'me' || contact.owner_id === null || contact.owner_id === tx.actor.userId) return tx.actor.userId;
  return (await whoReaches(tx, [contact])).includes(contact.owner_id) ? contact.owner_id : tx.actor.userId;
}

const present = <T extends object>(data: T) =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

async function mustBeNewest(tx: Tx, task: StoredTask, version: number | undefined) {
  if (version !== undefined && version !== task.version)
    throw fail('tasks.stale', { data: { current: await getTask(tx, task.id) } });
}

/** The contact's screens show its next step; lists of tasks are those of the task's owners, before and after. */
async function tellTask(tx: Tx, contact: Contact, old?: StoredTask): Promise<void> {
  const held: Held[] = [contact, ...(old ? [{ owner_id: old.owner_id, pool_id: null }] : [])];
  await tellChanged(tx, contact.id, contact);
  tx.tell({ event: 'tasks.changed' }, { to: [...new Set([...(await whoReaches(tx, held)), tx.actor.userId])] });
}
