import { createRoute, lazyRouteComponent, type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router';
import { oneOf, ordinal } from '#app/parsers.ts';
import { adminRoute, only, titled } from '#app/roots.tsx';
import { type PaymentShow, paymentShows } from '#contract/walletLists.ts';

const defaults = { show: 'all' as PaymentShow, page: 1 };
export type PaymentSearch = typeof defaults;

export const paymentRoutes = [
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/payments',
    validateSearch: (said: Partial<PaymentSearch> & SearchSchemaInput): PaymentSearch => ({
      show: oneOf(paymentShows)(said.show) ?? defaults.show,
      page: ordinal(said.page) ?? 1,
    }),
    search: { middlewares: [stripSearchParams<PaymentSearch>(defaults)] },
    beforeLoad: only('money.manage'),
    head: titled('Payments'),
    component: lazyRouteComponent(() => import('./payments.pages.ts'), 'PaymentsPage'),
  }),
];
