import { createRoute, lazyRouteComponent, type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router';
import { oneOf, ordinal, written } from '#app/parsers.ts';
import { only, shellRoute, titled } from '#app/roots.tsx';
import type { importTabs } from '#contract/imports.ts';

export interface ImportSearch {
  tab: (typeof importTabs)[number];
  page: number;
  filter_by: 'file_name' | 'owner';
  filter_value: string;
  /** For leaders: whose imports. */
  of: 'me' | 'team';
}

/** The file and the step: a reload continues there. */
export interface WizardSearch {
  draft?: number;
  step?: 'map' | 'check';
}

const importSearchOf = (said: Partial<ImportSearch> & SearchSchemaInput): ImportSearch => ({
  tab: oneOf<ImportSearch['tab']>(['all', 'processing', 'complete', 'failed'])(said.tab) ?? 'all',
  page: ordinal(said.page) ?? 1,
  filter_by: oneOf(['file_name', 'owner'])(said.filter_by) ?? 'file_name',
  filter_value: written(200)(said.filter_value) ?? '',
  of: oneOf(['me', 'team'])(said.of) ?? 'team',
});

const importListRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/imports',
  validateSearch: importSearchOf,
  search: {
    middlewares: [stripSearchParams<ImportSearch>({ tab: 'all', page: 1, filter_by: 'file_name', filter_value: '', of: 'team' })],
  },
  beforeLoad: only('contacts.import'),
  head: titled('Imports'),
  component: lazyRouteComponent(() => import('./list/ImportListPage.tsx'), 'ImportListPage'),
});

const newImportRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/imports/new',
  validateSearch: (said: WizardSearch & SearchSchemaInput): WizardSearch => {
    const step = oneOf(['map', 'check'])(said.step);
    const draft = ordinal(said.draft);
    return step && draft ? { draft, step } : {};
  },
  beforeLoad: only('contacts.import'),
  head: titled('Import contacts'),
  component: lazyRouteComponent(() => import('./wizard/ImportWizardPage.tsx'), 'ImportWizardPage'),
});

const importRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/imports/$id',
  beforeLoad: only('contacts.import'),
  head: titled('Import'),
  component: lazyRouteComponent(() => import('./page/ImportPage.tsx'), 'ImportPage'),
});

export const importRoutes = [importListRoute, newImportRoute, importRoute];
