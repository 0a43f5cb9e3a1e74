import { area } from '#app/area.ts';
import { signupRoutes } from './signups.routes.tsx';

export const signupsArea = area({
  adminRoutes: signupRoutes,
  adminPlaces: [{ to: '/admin/signups', label: 'Applications', group: 'Company', permission: 'signups.manage' }],
});
