import { area } from '#kernel/area.ts';
import { ofUser } from '#kernel/attached.ts';
import { corporationFileKinds } from './corporations.logo.ts';
import { corporationRoutes } from './corporations.routes.ts';

export const corporationArea = area({
  name: 'corporations',
  routes: corporationRoutes,
  fileKinds: corporationFileKinds,
  attached: [ofUser('corporations', 'user_id', { handOver: 'move', purge: 'anonymize', export: false })],
});
