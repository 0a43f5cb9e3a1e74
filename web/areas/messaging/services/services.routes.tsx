import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { adminRoute, only, titled } from '#app/roots.tsx';

export const serviceRoutes = [
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/services',
    beforeLoad: only('settings.manage'),
    head: titled('Services'),
    component: lazyRouteComponent(() => import('./ServicesPage.tsx'), 'ServicesPage'),
  }),
];
