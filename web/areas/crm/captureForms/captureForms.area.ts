import { area } from '#app/area.ts';

export const captureFormsArea = area({
  adminPlaces: [{ to: '/admin/forms', label: 'Forms', group: 'Contacts', permission: 'capture_forms.manage' }],
});
