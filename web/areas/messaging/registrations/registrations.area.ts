import { area } from '#app/area.ts';
import { invalidate } from '#app/queries.ts';
import { getTextRegistration } from '#contract/registrations.ts';
import { getMe } from '#contract/signIn.ts';

export const registrationsArea = area({
  adminPlaces: [
    {
      to: '/admin/registration',
      label: 'Text registration',
      group: 'Company',
      permission: 'compliance.manage',
      feature: 'texting',
    },
  ],
  onUpdate: { 'registration.changed': () => void invalidate(getTextRegistration, getMe) },
});
