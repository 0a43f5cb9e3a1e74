// Marks a colleague as a favorite, beside their name.
import { ActionIcon } from '@mantine/core';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useFavorites } from './useFavorites.ts';

export function FavoriteStar({ person: { id, name } }: { person: { id: number; name: string } }) {
  const { isFavorite, add, remove, busy } = useFavorites();
  const is = isFavorite(id);
  const Star = is ? IconStarFilled : IconStar;
  return (
    <ActionIcon
      variant="subtle"
      color={is ? 'yellow.8' : 'gray'}
      aria-label={`Favorite: ${name}`}
      aria-pressed={is}
      aria-disabled={busy}
      onClick={() => !busy && (is ? remove(id) : add(id))}
    >
      <Star size="1rem" aria-hidden />
    </ActionIcon>
  );
}
