import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { adminRoute, only, titled } from '#app/roots.tsx';

export const signupRoutes = [
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/signups',
    beforeLoad: only('signups.manage'),
    head: titled('Applications'),
    component: lazyRouteComponent(() => import('./signups.pages.ts'), 'SignupListPage'),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/signups/$id',
    beforeLoad: only('signups.manage'),
    head: titled('Application'),
    component: lazyRouteComponent(() => import('./signups.pages.ts'), 'SignupReviewPage'),
  }),
];
