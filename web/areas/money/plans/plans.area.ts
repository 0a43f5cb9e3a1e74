import { area } from '#app/area.ts';
import { adminPlanRoutes, planRoutes } from './plans.routes.tsx';

export const plansArea = area({
  routes: planRoutes,
  places: [{ to: '/plans', label: 'Plans', order: 82, permission: 'subscriptions.use' }],
  adminRoutes: adminPlanRoutes,
  adminPlaces: [{ to: '/admin/plans', label: 'Plans', group: 'Company', permission: 'money.manage' }],
});
