import { createRoute, lazyRouteComponent, type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router';
import { oneOf, ordinal, text } from '#app/parsers.ts';
import { only, shellRoute, titled } from '#app/roots.tsx';

const tabs = ['history', 'use', 'payments', 'cards'] as const;
export type WalletTab = (typeof tabs)[number];

const defaults = { tab: 'history' as WalletTab, filter: 'all', page: 1 };
export type WalletSearch = typeof defaults & {
  /** Set by the processor's page on which a card was entered. */
  setup?: string;
  /** The payment that the bank asked about. */
  payment?: number;
};

export const walletRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/wallet',
    validateSearch: (said: Partial<WalletSearch> & SearchSchemaInput): WalletSearch => {
      const [setup, payment] = [text(200)(said.setup), ordinal(said.payment)];
      return {
        tab: oneOf(tabs)(said.tab) ?? defaults.tab,
        filter: text(20)(said.filter) ?? defaults.filter,
        page: ordinal(said.page) ?? 1,
        ...(setup && { setup }),
        ...(payment && { payment }),
      };
    },
    search: { middlewares: [stripSearchParams<WalletSearch>(defaults)] },
    beforeLoad: only('wallet.use'),
    head: titled('Wallet'),
    component: lazyRouteComponent(() => import('./wallet.pages.ts'), 'WalletPage'),
  }),
];
