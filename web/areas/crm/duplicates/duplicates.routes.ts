import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { only, shellRoute, titled } from '#app/roots.tsx';

export const duplicateRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/duplicates',
    beforeLoad: only('contacts.bulk'),
    head: titled('Duplicates'),
    component: lazyRouteComponent(() => import('./DuplicatesPage.tsx'), 'DuplicatesPage'),
  }),
];
