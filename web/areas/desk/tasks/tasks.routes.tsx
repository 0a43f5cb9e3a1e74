import { createRoute, lazyRouteComponent, type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router';
import { either, oneOf, ordinal } from '#app/parsers.ts';
import { only, shellRoute, titled } from '#app/roots.tsx';
import { type TaskTab, taskTabs } from '#contract/taskLists.ts';

/** `task`: the one whose dialog is open. */
const defaults = { tab: 'due' as TaskTab, of: 'me' as 'me' | 'team' | number, page: 1, task: null as number | null };
export type TaskSearch = typeof defaults;

const taskListRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/tasks',
  validateSearch: (said: Partial<TaskSearch> & SearchSchemaInput): TaskSearch => ({
    tab: oneOf(taskTabs)(said.tab) ?? 'due',
    of: either(oneOf(['me', 'team']), ordinal)(said.of) ?? 'me',
    page: ordinal(said.page) ?? 1,
    task: ordinal(said.task) ?? null,
  }),
  search: { middlewares: [stripSearchParams(defaults)] },
  beforeLoad: only('contacts.read'),
  head: titled('Tasks'),
  component: lazyRouteComponent(() => import('./TaskListPage.tsx'), 'TaskListPage'),
});

export const taskRoutes = [taskListRoute];
