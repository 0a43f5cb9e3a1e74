import { area } from '#kernel/area.ts';
import { accessOf } from '#kernel/attached.ts';
import { signInRoutes } from './signIn.routes.ts';

export const signInArea = area({
  name: 'signIn',
  routes: signInRoutes,
  attached: [accessOf('logins')],
});
