import { area } from '#app/area.ts';

export const phoneNumbersArea = area({
  places: [{ to: '/numbers', label: 'Phone numbers', order: 83, permission: 'numbers.buy', feature: 'texting' }],
  adminPlaces: [
    { to: '/admin/numbers', label: 'Phone numbers', group: 'Company', permission: 'numbers.manage', feature: 'texting' },
  ],
});
