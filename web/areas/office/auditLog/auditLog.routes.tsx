import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { adminRoute, only, titled } from '#app/roots.tsx';

export const auditLogRoutes = [
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/audit',
    beforeLoad: only('audit.read'),
    head: titled('Audit log'),
    component: lazyRouteComponent(() => import('./AuditLogPage.tsx'), 'AuditLogPage'),
  }),
];
