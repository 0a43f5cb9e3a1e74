import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { adminRoute, only, titled } from '#app/roots.tsx';

export const referenceRoutes = [
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/statuses',
    beforeLoad: only('reference.manage'),
    head: titled('Statuses'),
    component: lazyRouteComponent(() => import('./StatusListPage.tsx'), 'StatusListPage'),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/carriers',
    beforeLoad: only('reference.manage'),
    head: titled('Carriers'),
    component: lazyRouteComponent(() => import('./CarrierListPage.tsx'), 'CarrierListPage'),
  }),
];
