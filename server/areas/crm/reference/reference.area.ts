import { area } from '#kernel/area.ts';
import { referenceRoutes } from './reference.routes.ts';

export const referenceArea = area({
  name: 'reference',
  routes: referenceRoutes,
});
