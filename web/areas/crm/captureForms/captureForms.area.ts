import { area } from '#app/area.ts';
import { captureFormRoutes } from './captureForms.routes.tsx';

export const captureFormsArea = area({
  adminRoutes: captureFormRoutes,
  adminPlaces: [{ to: '/admin/forms', label: 'Forms', group: 'Contacts', permission: 'capture_forms.manage' }],
});
