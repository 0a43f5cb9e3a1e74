import { area } from '#app/area.ts';

export const callCentreArea = area({
  places: [{ to: '/call-centre', label: 'Call centre', order: 29.5, permission: 'calls.watch', feature: 'call_centre' }],
});
