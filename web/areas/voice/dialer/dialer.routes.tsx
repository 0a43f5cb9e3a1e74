import { createRoute, lazyRouteComponent, type SearchSchemaInput } from '@tanstack/react-router';
import { only, shellRoute, titled } from '#app/roots.tsx';
import type { CallAddress } from './dialer.search.ts';

const callLogRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/calls',
  // The page reads what it says: the words of filters are no part of what every visitor loads.
  validateSearch: (said: CallAddress & SearchSchemaInput): CallAddress => said,
  beforeLoad: only('calls.make'),
  head: titled('Calls'),
  component: lazyRouteComponent(() => import('./dialer.pages.ts'), 'CallLogPage'),
});

export const callRoutes = [callLogRoute];
