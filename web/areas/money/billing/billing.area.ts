import { area } from '#app/area.ts';
import { billingRoutes } from './billing.routes.tsx';

export const billingArea = area({
  routes: billingRoutes,
  places: [{ to: '/billing', label: 'Billing', order: 83, permission: 'contacts.read' }],
});
