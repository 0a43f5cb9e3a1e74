// Tasks in the journal of a contact: `task` is the kind, by which people know it; changed fields as `task.due_at`.
import { journal } from '#areas/crm/contacts/contacts.service.ts';
import type { Tx } from '#kernel/context.ts';
import type { StoredTask } from './tasks.queries.ts';

export const taskActions = ['task_set', 'task_changed', 'task_done', 'task_reopened', 'task_cancelled'] as const;
type TaskAction = (typeof taskActions)[number];

const imageOf = ({ due_at, note, owner_id }: StoredTask) => ({
  'task.due_at': new Date(due_at).toISOString(),
  'task.note': note,
  'task.owner_id': owner_id,
});

export async function journalTask(tx: Tx, action: Exclude<TaskAction, 'task_changed'>, task: StoredTask): Promise<void> {
  const { 'task.note': note, ...image } = imageOf(task);
  const shown = { task_set: image, task_reopened: { 'task.owner_id': task.owner_id }, task_done: {}, task_cancelled: {} };
  await journal(tx, {
    contactId: task.contact_id,
    action,
    after: { task: task.kind, ...shown[action], ...(note && { 'task.note': note }) },
  });
}

/** Answers whether anything changed. */
export async function journalChange(tx: Tx, old: StoredTask, now: StoredTask): Promise<boolean> {
  const [was, is] = [
    { 'task.kind': old.kind, ...imageOf(old) },
    { 'task.kind': now.kind, ...imageOf(now) },
  ];
  const fields = (Object.keys(is) as (keyof typeof is)[]).filter((field) => was[field] !== is[field]);
  if (fields.length === 0) return false;
  const pick = (image: typeof is) => Object.fromEntries(fields.map((field) => [field, image[field]]));
  await journal(tx, {
    contactId: now.contact_id,
    action: 'task_changed',
    before: { task: old.kind, ...pick(was) },
    after: { task: now.kind, ...pick(is) },
  });
  return true;
}
