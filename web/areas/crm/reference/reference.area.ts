import { area } from '#app/area.ts';
import { invalidate } from '#app/queries.ts';
import { listCustomFields } from '#contract/customFields.ts';
import { listAgentflowStatuses, listCarriers, listSources, listStatuses } from '#contract/reference.ts';
import { referenceRoutes } from './reference.routes.tsx';

export const referenceArea = area({
  adminRoutes: referenceRoutes,
  adminPlaces: [
    { to: '/admin/statuses', label: 'Statuses', group: 'Contacts', permission: 'reference.manage' },
    { to: '/admin/carriers', label: 'Carriers', group: 'Contacts', permission: 'reference.manage' },
  ],
  onUpdate: {
    'reference.changed': () => void invalidate(listStatuses, listAgentflowStatuses, listSources, listCarriers, listCustomFields),
  },
});
