import { area } from '#app/area.ts';
import { duplicateRoutes } from './duplicates.routes.ts';

export const duplicatesArea = area({
  routes: duplicateRoutes,
  places: [{ to: '/duplicates', label: 'Duplicates', order: 21, permission: 'contacts.bulk' }],
  onUpdate: {
    'contacts.changed': () => void import('./duplicates.update.ts').then(({ refreshDuplicates }) => refreshDuplicates()),
  },
});
