import { area } from '#app/area.ts';

export const duplicatesArea = area({
  places: [{ to: '/duplicates', label: 'Duplicates', order: 21, permission: 'contacts.bulk' }],
  onUpdate: {
    'contacts.changed': () => void import('./duplicates.update.ts').then(({ refreshDuplicates }) => refreshDuplicates()),
  },
});
