import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute, titled } from '#app/roots.tsx';

const bulkActionListRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/bulk-actions',
  head: titled('Bulk actions'),
  component: lazyRouteComponent(() => import('./BulkActionListPage.tsx'), 'BulkActionListPage'),
});

export const bulkActionRoutes = [bulkActionListRoute];
