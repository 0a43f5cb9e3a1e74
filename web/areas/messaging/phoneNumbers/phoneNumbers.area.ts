import { area } from '#app/area.ts';
import { adminNumberRoutes, numberRoutes } from './phoneNumbers.routes.tsx';

export const phoneNumbersArea = area({
  routes: numberRoutes,
  places: [{ to: '/numbers', label: 'Phone numbers', order: 83, permission: 'numbers.buy', feature: 'texting' }],
  adminRoutes: adminNumberRoutes,
  adminPlaces: [
    { to: '/admin/numbers', label: 'Phone numbers', group: 'Company', permission: 'numbers.manage', feature: 'texting' },
  ],
});
