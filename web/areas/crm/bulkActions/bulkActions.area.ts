import { area } from '#app/area.ts';
import { bulkActionRoutes } from './bulkActions.routes.tsx';

export const bulkActionsArea = area({
  routes: bulkActionRoutes,
  places: [{ to: '/bulk-actions', label: 'Bulk actions', order: 23, permission: 'contacts.bulk' }],
});
