import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { z } from 'zod';
import { importTabs } from '#contract/imports.ts';
import { shellRoute, titled } from '../../app/roots.tsx';

const importListRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/imports',
  validateSearch: z.object({
    tab: z.enum(importTabs).default('all').catch('all'),
    page: z.int().min(1).default(1).catch(1),
  }),
  head: titled('Imports'),
  component: lazyRouteComponent(() => import('./ImportListPage.tsx'), 'ImportListPage'),
});

const newImportRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/imports/new',
  head: titled('Import contacts'),
  component: lazyRouteComponent(() => import('./ImportWizardPage.tsx'), 'ImportWizardPage'),
});

const importRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/imports/$id',
  head: titled('Import'),
  component: lazyRouteComponent(() => import('./ImportWizardPage.tsx'), 'ImportWizardPage'),
});

export const importRoutes = [importListRoute, newImportRoute, importRoute];
