import { area } from '#app/area.ts';
import { customFieldRoutes } from './customFields.routes.tsx';

export const customFieldsArea = area({
  adminRoutes: customFieldRoutes,
  adminPlaces: [
    { to: '/admin/custom-fields', label: 'Custom fields', group: 'Contacts', key: 'f', permission: 'custom_fields.manage' },
  ],
});
