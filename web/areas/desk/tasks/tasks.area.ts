import { IconCalendarCheck } from '@tabler/icons-react';
import { area } from '#app/area.ts';
import { invalidate } from '#app/queries.ts';
import { listContactTasks, listTasks } from '#contract/tasks.ts';
import { taskAsked } from './tasks.ask.ts';

export const tasksArea = area({
  places: [{ to: '/tasks', label: 'Tasks', icon: IconCalendarCheck, key: 't', order: 10, permission: 'contacts.read' }],
  overlays: [
    { useShown: () => taskAsked.use() !== null, load: () => import('./TaskDialog.tsx').then((module) => module.TaskDialog) },
  ],
  onUpdate: {
    'tasks.changed': () => void invalidate(listTasks, listContactTasks),
    'contacts.changed': () => void invalidate(listTasks, listContactTasks),
  },
});
