import { area } from '#app/area.ts';
import { paymentRoutes } from './payments.routes.tsx';

export const paymentsArea = area({
  adminRoutes: paymentRoutes,
  adminPlaces: [{ to: '/admin/payments', label: 'Payments', group: 'Company', permission: 'money.manage' }],
});
