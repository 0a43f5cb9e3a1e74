// The people that a user works with: they stand first where people are chosen.
import { z } from 'zod';
import { endpoint, Id, List, paces } from './kit/endpoint.ts';
import { Person } from './users.ts';

export const maxFavorites = 100;

export const Favorite = Person.extend({
  /** The user's id again, as the spec names it. */
  favorite_id: Id,
  title: z.string(),
  photo: z.string().nullable(),
}).meta({ id: 'Favorite' });
export type Favorite = z.output<typeof Favorite>;

const all = { permission: 'signed_in', response: List(Favorite) } as const;
const ByFavorite = z.object({ favorite_id: Id });

export const listFavorites = endpoint({
  method: 'GET',
  path: '/v1/favorite_lists',
  summary: 'Your favorite colleagues, by name',
  ...all,
});
export const createFavorite = endpoint({
  method: 'POST',
  path: '/v1/favorite_lists',
  summary: 'Make a colleague a favorite: someone of your unit, above you or in your reach; at most 100',
  ...all,
  body: ByFavorite,
  status: 201,
  rateLimit: paces.edit,
});
export const deleteFavorite = endpoint({
  method: 'POST',
  path: '/v1/favorite_lists/delete',
  summary: 'Take a colleague from your favorites',
  ...all,
  body: ByFavorite,
  rateLimit: paces.edit,
});
export const listColleagues = endpoint({
  method: 'GET',
  path: '/v1/favorite_lists/colleagues',
  summary: 'Colleagues with q in their name who are no favorites yet, by name; the first 50',
  ...all,
  query: z.object({ q: z.string().trim().max(100).default('') }),
});
