import { createRoute, lazyRouteComponent, type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router';
import { ordinal, written } from '#app/parsers.ts';
import { adminRoute, only, shellRoute, titled } from '#app/roots.tsx';

export const apiKeyRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/account/api-keys',
    head: titled('Your API keys'),
    component: lazyRouteComponent(() => import('./apiKeys.pages.ts'), 'ApiKeyPage'),
  }),
];

const defaults = { q: '', page: 1 };

export const companyApiKeyRoutes = [
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/api-keys',
    beforeLoad: only('security.manage'),
    validateSearch: (said: Partial<typeof defaults> & SearchSchemaInput) => ({
      q: written(100)(said.q) ?? '',
      page: ordinal(said.page) ?? 1,
    }),
    search: { middlewares: [stripSearchParams(defaults)] },
    head: titled('API keys'),
    component: lazyRouteComponent(() => import('./apiKeys.pages.ts'), 'CompanyApiKeyPage'),
  }),
];
