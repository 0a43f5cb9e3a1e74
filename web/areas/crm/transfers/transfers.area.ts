import { area } from '#app/area.ts';
import { transferRoutes } from './transfers.routes.tsx';

export const transfersArea = area({
  routes: transferRoutes,
  places: [{ to: '/transfers', label: 'Transfers', order: 22, permission: 'contacts.bulk' }],
});
