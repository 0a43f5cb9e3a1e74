import { area } from '#app/area.ts';
import { callCentreRoutes } from './callCentre.routes.tsx';

export const callCentreArea = area({
  routes: callCentreRoutes,
  places: [{ to: '/call-centre', label: 'Call centre', order: 29.5, permission: 'calls.watch', feature: 'call_centre' }],
});
