import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { adminRoute, only, titled } from '#app/roots.tsx';
import type { Permission } from '#contract/permissions.ts';

type Pages = Promise<Record<string, ComponentType>>;

/** The page's name there begins its title. */
const page = <const Path extends string>(path: Path, name: string, permission: Permission, title = name) =>
  createRoute({
    getParentRoute: () => adminRoute,
    path,
    beforeLoad: only(permission),
    head: titled(title),
    component: lazyRouteComponent(() => import('./company.pages.ts') as Promise<unknown> as Pages, name),
  });

export const companyAdminRoutes = [
  page('/settings', 'Settings', 'settings.manage'),
  page('/features', 'Features', 'features.manage'),
  page('/signups', 'Applications', 'signups.manage'),
  page('/signups/$id', 'Application', 'signups.manage'),
  page('/audit', 'Audit', 'audit.read', 'Audit log'),
];
