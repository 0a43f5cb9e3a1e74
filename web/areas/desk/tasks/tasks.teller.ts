// Puts the journal's entries about tasks into plain words.
import { IconCalendarCheck } from '@tabler/icons-react';
import { queryClient } from '#app/queries.ts';
import { meQuery } from '#app/session.ts';
import type { NameOf, Teller, Telling, Told } from '#app/timelineTeller.ts';
import { momentIn } from '#ui/moments.ts';
import { taskKindWords } from './tasks.labels.ts';

export const taskTeller: Teller = { kind: 'tasks', icon: IconCalendarCheck, tell };

const verbs: Record<string, string> = {
  task_set: 'set a next step',
  task_changed: 'changed a next step',
  task_done: 'completed a next step',
  task_reopened: 'opened a next step again',
  task_cancelled: 'cancelled a next step',
};

function tell({ action, changes }: Told, nameOf: NameOf): Telling {
  const kind = wordsOf('task', changes.find(({ field }) => field === 'task')?.after, nameOf);
  return {
    summary: `${verbs[action] ?? action}${kind ? `: ${kind.toLowerCase()}` : ''}`,
    lines: changes.flatMap(({ field, before, after }) => {
      const label = labels[field];
      if (!label) return [];
      const [was, is] = [wordsOf(field, before, nameOf), wordsOf(field, after, nameOf)];
      return [was ? `${label}: ${was} → ${is || 'empty'}` : `${label}: ${is}`];
    }),
  };
}

const labels: Record<string, string> = {
  'task.kind': 'Kind',
  'task.due_at': 'When',
  'task.note': 'Note',
  'task.owner_id': 'For',
};

/** In the zone of the user who reads it. */
const zone = () => queryClient.getQueryData(meQuery.queryKey)?.timezone ?? 'est';

function wordsOf(field: string, value: unknown, nameOf: NameOf): string {
  if (typeof value === 'number') return nameOf(field, value) ?? 'a former user';
  if (typeof value !== 'string' || value === '') return '';
  if (field === 'task.due_at') return momentIn(zone(), value);
  return (taskKindWords as Record<string, string>)[value] ?? value;
}
