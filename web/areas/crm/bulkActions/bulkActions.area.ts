import { area } from '#app/area.ts';

export const bulkActionsArea = area({
  places: [{ to: '/bulk-actions', label: 'Bulk actions', order: 23, permission: 'contacts.bulk' }],
});
