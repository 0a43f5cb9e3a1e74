import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { adminRoute, only, shellRoute, titled } from '#app/roots.tsx';

export const numberRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/numbers',
    beforeLoad: only('numbers.buy'),
    head: titled('Phone numbers'),
    component: lazyRouteComponent(() => import('./phoneNumbers.pages.ts'), 'NumbersPage'),
  }),
];

export const adminNumberRoutes = [
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/numbers',
    beforeLoad: only('numbers.manage'),
    head: titled('Phone numbers'),
    component: lazyRouteComponent(() => import('./phoneNumbers.pages.ts'), 'NumberAdminPage'),
  }),
];
