// Writes of tasks: what they load again, and how each is taken back.
import { call } from '#app/api.ts';
import { notice } from '#app/notices.tsx';
import { invalidate, useSend } from '#app/queries.ts';
import { listContactTimeline } from '#contract/contactHistory.ts';
import { getContact } from '#contract/contacts.ts';
import {
  cancelTask,
  completeTask,
  createTask,
  listContactTasks,
  listTasks,
  reopenTask,
  type Task,
  updateTask,
} from '#contract/tasks.ts';
import type { Zone } from '#ui/moments.ts';
import { dueWords, taskKindWords } from './tasks.labels.ts';

const changed = [listTasks, listContactTasks, getContact, listContactTimeline] as const;

export const refreshTasks = () => void invalidate(...changed);

const undo = (work: () => Promise<unknown>) => () =>
  void work()
    .then(() => invalidate(...changed))
    .catch(notice.failed);

export function useTaskWrites(zone: Zone, myId: number, onDone: () => void) {
  const words = ({ kind, due_at, owner }: Task) =>
    `${taskKindWords[kind]}: ${dueWords(zone, due_at)}${owner.id === myId ? '' : `, for ${owner.name}`}`;
  const cancel = ({ id, version }: Task) => call(cancelTask, { params: { id }, query: { version } });
  return {
    create: useSend(createTask, {
      form: true,
      invalidates: changed,
      onDone(task) {
        notice.done(
          `Set the next step. ${words(task)}`,
          undo(() => cancel(task)),
        );
        onDone();
      },
    }),
    update: useSend(updateTask, {
      form: true,
      handles: ['tasks.stale'],
      invalidates: changed,
      onDone(task) {
        notice.done(`Changed the next step. ${words(task)}`);
        onDone();
      },
    }),
    complete: useSend(completeTask, {
      form: true,
      handles: ['tasks.stale'],
      invalidates: changed,
      onDone({ task, next }) {
        notice.done(
          next ? `Done. Next: ${words(next)}` : 'Done',
          undo(async () => {
            if (next) await cancel(next);
            await call(reopenTask, { params: { id: task.id }, body: { version: task.version } });
          }),
        );
        onDone();
      },
    }),
    remove: useSend(cancelTask, {
      form: true,
      handles: ['tasks.stale'],
      invalidates: changed,
      onDone() {
        notice.done('Cancelled the step');
        onDone();
      },
    }),
  };
}
