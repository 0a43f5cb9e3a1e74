import { area } from '#kernel/area.ts';
import { doneBy, ofContact, ofUser } from '#kernel/attached.ts';
import { timelineKind } from '#kernel/timeline.ts';
import { taskCard } from './tasks.card.ts';
import { taskActions } from './tasks.journal.ts';
import { taskRoutes } from './tasks.routes.ts';

export const taskArea = area({
  name: 'tasks',
  routes: taskRoutes,
  cards: [taskCard],
  attached: [
    ofContact('tasks', 'contact_id', { merge: 'move', undo: 'blocks', restore: 'stays', purge: 'drop', export: true }),
    ofUser('tasks', 'owner_id', { handOver: 'move', purge: 'anonymize', export: true }),
    ...doneBy('tasks', 'created_by', 'done_by'),
  ],
  timeline: [
    timelineKind({
      name: 'tasks',
      label: 'Next steps',
      actions: taskActions,
      names: { 'task.owner_id': ['users', `trim(first_name || ' ' || last_name)`] },
    }),
  ],
});
