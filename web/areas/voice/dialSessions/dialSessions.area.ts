import { area } from '#app/area.ts';

export const dialSessionsArea = area({
  places: [{ to: '/dial', label: 'Dial sessions', order: 29.5, permission: 'calls.make', feature: 'dialer' }],
});
