import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { only, shellRoute, titled } from '#app/roots.tsx';

const bulkActionListRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/bulk-actions',
  beforeLoad: only('contacts.bulk'),
  head: titled('Bulk actions'),
  component: lazyRouteComponent(() => import('./BulkActionListPage.tsx'), 'BulkActionListPage'),
});

export const bulkActionRoutes = [bulkActionListRoute];
