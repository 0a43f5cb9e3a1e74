import { area } from '#kernel/area.ts';
import { customFieldRoutes } from './customFields.routes.ts';

export const customFieldArea = area({
  name: 'customFields',
  routes: customFieldRoutes,
});
