import { createRoute, lazyRouteComponent, type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router';
import { flag, oneOf, ordinal, written } from '#app/parsers.ts';
import { adminRoute, only, titled } from '#app/roots.tsx';
import type { Permission } from '#contract/permissions.ts';
import { type Role, roles } from '#contract/roleLists.ts';
import { userOrders, userStatuses } from '#contract/userLists.ts';

export interface UserSearch {
  q: string;
  status: (typeof userStatuses)[number] | 'all';
  role: Role | 'all';
  only_rm: boolean;
  impersonators: boolean;
  page: number;
  order_field: (typeof userOrders)[number];
  order: 'ASC' | 'DESC';
}

const userSearchDefaults: UserSearch = {
  q: '',
  status: 'all',
  role: 'all',
  only_rm: false,
  impersonators: false,
  page: 1,
  order_field: 'name',
  order: 'ASC',
};

const userSearchOf = (said: Partial<UserSearch> & SearchSchemaInput): UserSearch => ({
  q: written(100)(said.q) ?? '',
  status: oneOf(userStatuses)(said.status) ?? 'all',
  role: oneOf(roles)(said.role) ?? 'all',
  only_rm: flag(said.only_rm) ?? false,
  impersonators: flag(said.impersonators) ?? false,
  page: ordinal(said.page) ?? 1,
  order_field: oneOf(userOrders)(said.order_field) ?? 'name',
  order: oneOf(['ASC', 'DESC'])(said.order) ?? 'ASC',
});

type Pages = typeof import('./userAdmin.pages.ts');

const page = <const Path extends string>(path: Path, name: keyof Pages, title: string, permission: Permission = 'users.manage') =>
  createRoute({
    getParentRoute: () => adminRoute,
    path,
    beforeLoad: only(permission),
    head: titled(title),
    component: lazyRouteComponent(() => import('./userAdmin.pages.ts'), name),
  });

export const userAdminRoutes = [
  page('/users/import', 'UserFilePage', 'Users from a file'),
  page('/downline', 'DownlinePage', 'Downline'),
  page('/units', 'BusinessUnitListPage', 'Business units', 'business_units.manage'),
  page('/permissions', 'PermissionPage', 'Permissions'),
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/users',
    validateSearch: userSearchOf,
    search: { middlewares: [stripSearchParams<UserSearch>(userSearchDefaults)] },
    beforeLoad: only('users.manage'),
    head: titled('Users'),
    component: lazyRouteComponent(() => import('./UserListPage.tsx'), 'UserListPage'),
  }),
];
