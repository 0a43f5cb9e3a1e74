import { area } from '#app/area.ts';
import { sendRoutes } from './sends.routes.tsx';

export const sendsArea = area({
  routes: sendRoutes,
  places: [{ to: '/mailings', label: 'Mailings', order: 24, permission: 'messages.send' }],
});
