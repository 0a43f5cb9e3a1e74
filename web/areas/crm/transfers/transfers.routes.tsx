import { createRoute, lazyRouteComponent, type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router';
import { oneOf, ordinal, written } from '#app/parsers.ts';
import { only, shellRoute, titled } from '#app/roots.tsx';

const orders = ['newest', 'oldest', 'largest', 'status', 'who'] as const;
export type TransferOrder = (typeof orders)[number];

const defaults = { q: '', order: 'newest' as TransferOrder, page: 1 };
export type TransferSearch = typeof defaults;

const transferListRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/transfers',
  validateSearch: (said: Partial<TransferSearch> & SearchSchemaInput): TransferSearch => ({
    q: written(200)(said.q) ?? '',
    order: oneOf(orders)(said.order) ?? 'newest',
    page: ordinal(said.page) ?? 1,
  }),
  search: { middlewares: [stripSearchParams(defaults)] },
  beforeLoad: only('contacts.bulk'),
  head: titled('Transfers'),
  component: lazyRouteComponent(() => import('./transfers.pages.ts'), 'TransferListPage'),
});

const transferRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/transfers/$id',
  beforeLoad: only('contacts.bulk'),
  head: titled('Transfers'),
  component: lazyRouteComponent(() => import('./transfers.pages.ts'), 'TransferPage'),
});

export const transferRoutes = [transferListRoute, transferRoute];
