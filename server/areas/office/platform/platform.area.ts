import { area } from '#kernel/area.ts';
import { platformRoutes } from './platform.routes.ts';

export const platformArea = area({
  name: 'platform',
  routes: platformRoutes,
});
