import { createRoute, lazyRouteComponent, type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router';
import { oneOf, ordinal, text } from '#app/parsers.ts';
import { only, shellRoute, titled } from '#app/roots.tsx';

const listDefaults = { q: '', page: 1 };
export type CampaignListSearch = typeof listDefaults;

export const campaignTabs = ['edit', 'review', 'history'] as const;
export type CampaignTab = (typeof campaignTabs)[number];
const defaults = { tab: 'edit' as CampaignTab };

export const campaignRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/campaigns',
    validateSearch: (said: Partial<CampaignListSearch> & SearchSchemaInput): CampaignListSearch => ({
      q: text(100)(said.q) ?? '',
      page: ordinal(said.page) ?? 1,
    }),
    search: { middlewares: [stripSearchParams(listDefaults)] },
    beforeLoad: only('campaigns.update'),
    head: titled('Campaigns'),
    component: lazyRouteComponent(() => import('./campaigns.pages.ts'), 'CampaignListPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/campaigns/$id',
    validateSearch: (said: Partial<typeof defaults> & SearchSchemaInput): typeof defaults => ({
      tab: oneOf(campaignTabs)(said.tab) ?? 'edit',
    }),
    search: { middlewares: [stripSearchParams(defaults)] },
    beforeLoad: only('campaigns.update'),
    head: titled('Campaign'),
    component: lazyRouteComponent(() => import('./campaigns.pages.ts'), 'CampaignPage'),
  }),
];
