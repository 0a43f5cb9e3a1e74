import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { adminRoute, only, titled } from '#app/roots.tsx';

export const captureFormRoutes = [
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/forms',
    beforeLoad: only('capture_forms.manage'),
    head: titled('Forms'),
    component: lazyRouteComponent(() => import('./captureForms.pages.ts'), 'CaptureFormListPage'),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/forms/$id',
    beforeLoad: only('capture_forms.manage'),
    head: titled('Form'),
    component: lazyRouteComponent(() => import('./captureForms.pages.ts'), 'CaptureFormPage'),
  }),
];
