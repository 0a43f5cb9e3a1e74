import { area } from '#app/area.ts';

export const campaignsArea = area({
  places: [{ to: '/campaigns', label: 'Campaigns', order: 27, permission: 'campaigns.update' }],
});
