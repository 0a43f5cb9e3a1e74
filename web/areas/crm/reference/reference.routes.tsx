import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { adminRoute, only, titled } from '#app/roots.tsx';

type Pages = typeof import('./reference.pages.ts');

const page = <const Name extends keyof Pages>(
  name: Name,
  title: string,
  permission: 'reference.manage' | 'teams.manage' = 'reference.manage',
) =>
  createRoute({
    getParentRoute: () => adminRoute,
    path: `/${name}` as const,
    beforeLoad: only(permission),
    head: titled(title),
    component: lazyRouteComponent(() => import('./reference.pages.ts'), name),
  });

export const referenceRoutes = [
  page('statuses', 'Statuses'),
  page('agentflow', 'Agentflow statuses'),
  page('sources', 'Sources'),
  page('categories', 'Categories'),
  page('carriers', 'Carriers'),
  page('pools', 'Pools', 'teams.manage'),
  page('groups', 'Groups', 'teams.manage'),
  page('offices', 'Offices'),
];
