import { area } from '#kernel/area.ts';
import { accessOf } from '#kernel/attached.ts';
import { passkeyRoutes } from './passkeys.routes.ts';

export const passkeyArea = area({
  name: 'passkeys',
  routes: passkeyRoutes,
  attached: [accessOf('passkeys')],
});
