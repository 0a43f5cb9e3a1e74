import { area } from '#kernel/area.ts';
import { ofUser } from '#kernel/attached.ts';
import { mePart } from '#kernel/me.ts';
import { favoriteRoutes } from './favorites.routes.ts';
import { listFavorites } from './favorites.service.ts';

export const favoriteArea = area({
  name: 'favorites',
  routes: favoriteRoutes,
  me: [mePart({ empty: { favorite_users: [] }, read: async (tx) => ({ favorite_users: (await listFavorites(tx)).data }) })],
  attached: [
    ofUser('favorite_users', 'user_id', { handOver: 'keep', purge: 'drop', export: true }),
    // Not shown while the colleague is away; a favorite again after coming back.
    ofUser('favorite_users', 'favorite_id', { handOver: 'keep', purge: 'drop', export: false }),
  ],
});
