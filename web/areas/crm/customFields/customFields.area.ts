import { area } from '#app/area.ts';

export const customFieldsArea = area({
  adminPlaces: [
    { to: '/admin/custom-fields', label: 'Custom fields', group: 'Contacts', key: 'f', permission: 'custom_fields.manage' },
  ],
});
