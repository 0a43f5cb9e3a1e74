import { area } from '#kernel/area.ts';
import { accessOf, ofUser } from '#kernel/attached.ts';
import { userRoutes } from './users.routes.ts';

export const userArea = area({
  name: 'users',
  routes: userRoutes,
  attached: [ofUser('users', 'manager_id', { handOver: 'move', purge: 'anonymize', export: false }), accessOf('pool_holders')],
});
