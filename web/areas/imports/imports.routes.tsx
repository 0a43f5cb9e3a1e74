import { createRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { z } from 'zod';
import { importTabs } from '#contract/imports.ts';
import { only, shellRoute, titled } from '../../app/roots.tsx';

export const ImportSearch = z.object({
  tab: z.enum(importTabs).default('all').catch('all'),
  page: z.int().min(1).default(1).catch(1),
  filter_by: z.enum(['file_name', 'owner']).default('file_name').catch('file_name'),
  filter_value: z.coerce.string().max(200).default('').catch(''),
});
export type ImportSearch = z.output<typeof ImportSearch>;

const importListRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/imports',
  validateSearch: ImportSearch,
  search: { middlewares: [stripSearchParams(ImportSearch.parse({}))] },
  beforeLoad: only('contacts.import'),
  head: titled('Imports'),
  component: lazyRouteComponent(() => import('./ImportListPage.tsx'), 'ImportListPage'),
});

const newImportRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/imports/new',
  validateSearch: z.object({ step: z.enum(['map', 'check']).optional().catch(undefined) }),
  beforeLoad: only('contacts.import'),
  head: titled('Import contacts'),
  component: lazyRouteComponent(() => import('./ImportWizardPage.tsx'), 'ImportWizardPage'),
});

const importRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/imports/$id',
  beforeLoad: only('contacts.import'),
  head: titled('Import'),
  component: lazyRouteComponent(() => import('./ImportPage.tsx'), 'ImportPage'),
});

export const importRoutes = [importListRoute, newImportRoute, importRoute];
