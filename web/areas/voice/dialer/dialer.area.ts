import { IconPhoneCall } from '@tabler/icons-react';
import { area } from '#app/area.ts';
import { useMe } from '#app/session.ts';

export const dialerArea = area({
  places: [
    { to: '/calls', label: 'Calls', icon: IconPhoneCall, key: 'p', order: 29, permission: 'calls.make', feature: 'dialer' },
  ],
  overlays: [{ useShown: () => useMe().features.dialer, load: () => import('./Phone.tsx').then((module) => module.Phone) }],
});
