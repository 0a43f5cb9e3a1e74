import { area } from '#kernel/area.ts';
import { ofUser } from '#kernel/attached.ts';
import { userRoutes } from './users.routes.ts';

export const userArea = area({
  name: 'users',
  routes: userRoutes,
  attached: [
    ofUser('users', 'manager_id', { handOver: 'move', purge: 'anonymize', export: false }),
    // The successor holds them too; the user still does after coming back.
    ofUser('pool_holders', 'user_id', { handOver: 'keep', purge: 'drop', export: false }),
  ],
});
