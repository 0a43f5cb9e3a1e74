import { area } from '#app/area.ts';
import { useIsOpen } from '#app/session.ts';
import { bulkRoutes } from './bulk.routes.tsx';

export const bulkArea = area({
  routes: bulkRoutes,
  commands: [{ to: '/bulk-actions', label: 'Bulk actions', permission: 'contacts.bulk' }],
  overlays: [{ useShown: useIsOpen, load: () => import('./bulk.banner.ts').then((module) => module.BulkFollowing) }],
});
