import { area } from '#app/area.ts';
import { corporationRoutes } from './corporations.routes.tsx';

export const corporationsArea = area({
  adminRoutes: corporationRoutes,
  adminPlaces: [{ to: '/admin/corporations', label: 'Corporations', group: 'Company', permission: 'reference.manage' }],
});
