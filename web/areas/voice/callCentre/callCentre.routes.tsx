import { createRoute, lazyRouteComponent, type SearchSchemaInput } from '@tanstack/react-router';
import { only, shellRoute, titled } from '#app/roots.tsx';
import type { BoardAddress } from './callCentre.search.ts';

const callCentreRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/call-centre',
  validateSearch: (said: BoardAddress & SearchSchemaInput): BoardAddress => said,
  beforeLoad: only('calls.watch'),
  head: titled('Call centre'),
  component: lazyRouteComponent(() => import('./callCentre.pages.ts'), 'CallCentrePage'),
});

export const callCentreRoutes = [callCentreRoute];
