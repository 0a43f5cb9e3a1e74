import { IconStack2 } from '@tabler/icons-react';
import { area } from '#app/area.ts';
import { useIsOpen } from '#app/session.ts';
import { bulkRoutes } from './bulk.routes.tsx';

export const bulkArea = area({
  routes: bulkRoutes,
  places: [{ to: '/bulk-actions', label: 'Bulk actions', icon: IconStack2, order: 92, permission: 'contacts.bulk' }],
  overlays: [{ useShown: useIsOpen, load: () => import('./bulk.banner.ts').then((module) => module.BulkFollowing) }],
});
