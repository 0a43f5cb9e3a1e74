import { area } from '#app/area.ts';
import { campaignRoutes } from './campaigns.routes.tsx';

export const campaignsArea = area({
  routes: campaignRoutes,
  places: [{ to: '/campaigns', label: 'Campaigns', order: 27, permission: 'campaigns.update' }],
});
