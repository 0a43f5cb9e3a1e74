import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { only, shellRoute, titled } from '#app/roots.tsx';

const page = <const Path extends string>(path: Path, name: 'TransferListPage' | 'TransferPage') =>
  createRoute({
    getParentRoute: () => shellRoute,
    path,
    beforeLoad: only('contacts.bulk'),
    head: titled('Transfers'),
    component: lazyRouteComponent(() => import('./transfers.pages.ts'), name),
  });

export const transferRoutes = [page('/transfers', 'TransferListPage'), page('/transfers/$id', 'TransferPage')];
