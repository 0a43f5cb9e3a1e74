import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { adminRoute, only, titled } from '#app/roots.tsx';

export const settingsRoutes = [
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/settings',
    beforeLoad: only('settings.manage'),
    head: titled('Settings'),
    component: lazyRouteComponent(() => import('./SettingsPage.tsx'), 'SettingsPage'),
  }),
];
