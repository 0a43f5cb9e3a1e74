import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { only, shellRoute, titled } from '#app/roots.tsx';

const listRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/number-checks',
  beforeLoad: only('contacts.bulk'),
  head: titled('Number checks'),
  component: lazyRouteComponent(() => import('./PhoneCheckListPage.tsx'), 'PhoneCheckListPage'),
});

export const phoneCheckRoutes = [listRoute];
