import * as favorites from '#contract/favorites.ts';
import { inTenant } from '#kernel/context.ts';
import { routes } from '#kernel/http/routes.ts';
import { createFavorite, deleteFavorite, listColleagues, listFavorites } from './favorites.service.ts';

export const favoriteRoutes = routes(favorites, {
  listFavorites: (ctx) => inTenant(ctx, listFavorites),
  createFavorite: (ctx, { body }) => inTenant(ctx, (tx) => createFavorite(tx, body.favorite_id)),
  deleteFavorite: (ctx, { body }) => inTenant(ctx, (tx) => deleteFavorite(tx, body.favorite_id)),
  listColleagues: (ctx, { query }) => inTenant(ctx, (tx) => listColleagues(tx, query.q)),
});
