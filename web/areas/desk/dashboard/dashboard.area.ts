import { IconSun } from '@tabler/icons-react';
import { area } from '#app/area.ts';
import { invalidate } from '#app/queries.ts';
import { getDashboard } from '#contract/dashboard.ts';

export const dashboardArea = area({
  places: [{ to: '/', label: 'My day', icon: IconSun, key: 'd', order: 5, permission: 'contacts.read' }],
  onUpdate: { 'dashboard.changed': () => void invalidate(getDashboard) },
});
