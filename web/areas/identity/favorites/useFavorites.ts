// The user's favorites, and how they change: lists to choose people from are loaded again.
import { useSend } from '#app/queries.ts';
import { askWhoIAmNow, useMe } from '#app/session.ts';
import { createFavorite, deleteFavorite, listColleagues } from '#contract/favorites.ts';
import { listUsers } from '#contract/userAdmin.ts';
import { listAssignees } from '#contract/users.ts';

export function useFavorites() {
  const { favorite_users: favorites } = useMe();
  const options = { invalidates: [listAssignees, listColleagues, listUsers], onDone: () => void askWhoIAmNow() };
  const add = useSend(createFavorite, options);
  const remove = useSend(deleteFavorite, options);
  return {
    favorites,
    isFavorite: (id: number) => favorites.some((one) => one.id === id),
    add: (favorite_id: number) => add.mutate({ body: { favorite_id } }),
    remove: (favorite_id: number) => remove.mutate({ body: { favorite_id } }),
    busy: add.isPending || remove.isPending,
  };
}
