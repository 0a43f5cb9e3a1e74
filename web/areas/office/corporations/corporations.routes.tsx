import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { adminRoute, only, titled } from '#app/roots.tsx';

export const corporationRoutes = [
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/corporations',
    beforeLoad: only('reference.manage'),
    head: titled('Corporations'),
    component: lazyRouteComponent(() => import('./corporations.pages.ts'), 'CorporationListPage'),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/corporations/$id',
    beforeLoad: only('reference.manage'),
    head: titled('Corporation'),
    component: lazyRouteComponent(() => import('./corporations.pages.ts'), 'CorporationPage'),
  }),
];
