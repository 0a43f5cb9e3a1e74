import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { adminRoute, only, titled } from '#app/roots.tsx';

export const featureFlagRoutes = [
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/features',
    beforeLoad: only('features.manage'),
    head: titled('Features'),
    component: lazyRouteComponent(() => import('./FeatureFlagPage.tsx'), 'FeatureFlagPage'),
  }),
];
