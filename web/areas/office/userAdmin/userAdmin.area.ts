import { area } from '#app/area.ts';
import { invalidate } from '#app/queries.ts';
import { getUser, listUsers } from '#contract/userAdmin.ts';
import { userAdminRoutes } from './userAdmin.routes.tsx';

export const userAdminArea = area({
  adminRoutes: userAdminRoutes,
  adminPlaces: [{ to: '/admin/users', label: 'Users', group: 'Company', permission: 'users.manage', key: 'u' }],
  onUpdate: { 'users.changed': () => void invalidate(listUsers, getUser) },
});
