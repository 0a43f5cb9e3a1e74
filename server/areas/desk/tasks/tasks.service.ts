// Setting, changing, completing, reopening and cancelling a task. The contact is locked first, as edits of it do.
import { lockContact, mustAllowUpdate, tellChanged } from '#areas/crm/contacts/contacts.service.ts';
import { type Held, whoReaches } from '#areas/identity/users/users.service.ts';
import type { Task, TaskCreate, TaskNext, TaskUpdate } from '#contract/tasks.ts';
import type { Tx } from '#kernel/context.ts';
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
  const columns = { ...present(data), ...(doer && { owner_id: doerOf(tx, contact, doer) }) };
  if (!(await journalChange(tx, old, { ...old, ...columns }))) return getTask(tx, id);
  await updateTaskColumns(tx, id, columns);
  await tellTask(tx, contact, old);
  return getTask(tx, id);
}

export async function completeTask(
  tx: Tx,
  id: number,
  { version, next }: { version?: number | undefined; next: TaskNext | null },
) {
  const contact = await lockUpdatable(tx, await contactOfTask(tx, id));
  const task = await getStored(tx, id);
  await mustBeNewest(tx, task, version);
  await updateTaskColumns(tx, id, { done_at: tx.clock(), done_by: tx.actor.userId });
  await journalTask(tx, 'task_done', task);
  const nextId = next && (await addNext(tx, contact, task, next));
  await tellTask(tx, contact, task);
  return { task: await getTask(tx, id), next: nextId === null ? null : await getTask(tx, nextId) };
}

export async function reopenTask(tx: Tx, id: number): Promise<Task> {
  const contact = await lockUpdatable(tx, await contactOfTask(tx, id));
  const task = await getStored(tx, id, { done: true });
  await updateTaskColumns(tx, id, { done_at: null, done_by: null });
  await journalTask(tx, 'task_reopened', task);
  await tellTask(tx, contact, task);
  return getTask(tx, id);
}

export async function cancelTask(tx: Tx, id: number): Promise<void> {
  const contact = await lockUpdatable(tx, await contactOfTask(tx, id));
  const task = await getStored(tx, id);
  await deleteTask(tx, id);
  await journalTask(tx, 'task_cancelled', task);
  await tellTask(tx, contact, task);
}

async function lockUpdatable(tx: Tx, contactId: number): Promise<Contact> {
  const contact = await lockContact(tx, contactId);
  mustAllowUpdate(tx, contact);
  return contact;
}

const addTask = (tx: Tx, contact: Contact, { for: doer, ...data }: TaskCreate): Promise<number> =>
  addTaskOf(tx, contact, doerOf(tx, contact, doer), data);

/** To complete a colleague's step does not take the next one from that colleague. */
async function addNext(tx: Tx, contact: Contact, done: StoredTask, { for: doer, ...data }: TaskNext): Promise<number> {
  if (doer) return addTask(tx, contact, { for: doer, ...data });
  const reaching = await whoReaches(tx, [contact]);
  return addTaskOf(tx, contact, reaching.includes(done.owner_id) ? done.owner_id : doerOf(tx, contact, 'owner'), data);
}

async function addTaskOf(tx: Tx, contact: Contact, owner_id: number, data: Omit<TaskCreate, 'for'>): Promise<number> {
  const columns = { ...data, contact_id: contact.id, owner_id };
  const id = await insertTask(tx, columns);
  await journalTask(tx, 'task_set', { ...columns, id, version: 1, done_at: null });
  return id;
}

const doerOf = (tx: Tx, contact: Contact, doer: TaskCreate['for']): number =>
  (doer === 'owner' ? contact.owner_id : null) ?? tx.actor.userId;

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
