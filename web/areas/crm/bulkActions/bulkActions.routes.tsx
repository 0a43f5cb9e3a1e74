import { createRoute, lazyRouteComponent, type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router';
import { oneOf } from '#app/parsers.ts';
import { only, shellRoute, titled } from '#app/roots.tsx';

/** For leaders: whose actions. */
interface BulkActionSearch {
  of: 'me' | 'team';
}

const bulkActionListRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/bulk-actions',
  validateSearch: (said: Partial<BulkActionSearch> & SearchSchemaInput): BulkActionSearch => ({
    of: oneOf(['me', 'team'])(said.of) ?? 'team',
  }),
  search: { middlewares: [stripSearchParams<BulkActionSearch>({ of: 'team' })] },
  beforeLoad: only('contacts.bulk'),
  head: titled('Bulk actions'),
  component: lazyRouteComponent(() => import('./BulkActionListPage.tsx'), 'BulkActionListPage'),
});

export const bulkActionRoutes = [bulkActionListRoute];
