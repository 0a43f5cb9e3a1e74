import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { adminRoute, only, titled } from '#app/roots.tsx';

export const registrationRoutes = [
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/registration',
    beforeLoad: only('compliance.manage'),
    head: titled('Text registration'),
    component: lazyRouteComponent(() => import('./registrations.pages.ts'), 'RegistrationPage'),
  }),
];
