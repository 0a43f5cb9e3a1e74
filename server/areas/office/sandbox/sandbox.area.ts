import { area } from '#kernel/area.ts';
import { sandboxChores } from './sandbox.chores.ts';
import { sandboxRoutes } from './sandbox.routes.ts';

export const sandboxArea = area({
  name: 'sandbox',
  routes: sandboxRoutes,
  chores: sandboxChores,
});
