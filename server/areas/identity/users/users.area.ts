import { area } from '#kernel/area.ts';
import { userRoutes } from './users.routes.ts';

export const userArea = area({
  name: 'users',
  routes: userRoutes,
});
