import { area } from '#app/area.ts';
import { phoneCheckRoutes } from './phoneChecks.routes.tsx';

export const phoneChecksArea = area({
  routes: phoneCheckRoutes,
  places: [{ to: '/number-checks', label: 'Number checks', order: 24, permission: 'contacts.bulk' }],
});
