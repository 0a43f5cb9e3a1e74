import { IconArrowRight } from '@tabler/icons-react';
import { area } from '#app/area.ts';
import { transferRoutes } from './transfers.routes.tsx';

export const transfersArea = area({
  routes: transferRoutes,
  places: [{ to: '/transfers', label: 'Transfers', icon: IconArrowRight, order: 91, permission: 'contacts.bulk' }],
});
