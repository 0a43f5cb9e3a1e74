import { area } from '#kernel/area.ts';
import { accountRoutes } from './accounts.routes.ts';

export const accountArea = area({
  name: 'accounts',
  routes: accountRoutes,
});
