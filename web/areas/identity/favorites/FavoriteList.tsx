// The colleagues that the user works with, and a field to add one.
import { Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '#app/queries.ts';
import { listColleagues } from '#contract/favorites.ts';
import { PersonAvatar } from '#ui/PersonAvatar.tsx';
import { Typeahead } from '#ui/Typeahead.tsx';
import classes from './FavoriteList.module.css';
import { FavoriteStar } from './FavoriteStar.tsx';
import { useFavorites } from './useFavorites.ts';

export function FavoriteList() {
  const { favorites, add } = useFavorites();
  return (
    <>
      {favorites.length === 0 ? (
        <Text>You have no favorites yet.</Text>
      ) : (
        <ul className={classes.people} aria-label="Your favorites">
          {favorites.map((person) => (
            <li key={person.id} className={classes.person}>
              <PersonAvatar person={person} size="2rem" />
              <span className={classes.name}>
                {person.name}
                {person.title && <span className={classes.title}>{person.title}</span>}
              </span>
              <FavoriteStar person={person} />
            </li>
          ))}
        </ul>
      )}
      {/* Made anew after each choice: it begins empty. */}
      <ColleaguePicker key={favorites.length} onChoose={add} />
    </>
  );
}

function ColleaguePicker({ onChoose }: { onChoose: (id: number) => void }) {
  const [q, setQ] = useState('');
  const { data } = useQuery({ ...queryOf(listColleagues, { query: { q } }), placeholderData: keepPreviousData });
  return (
    <Typeahead
      label="Add a colleague"
      placeholder="Type a name"
      className={classes.picker ?? ''}
      options={data?.data.map(({ id, name, title, photo }) => ({
        value: String(id),
        label: name,
        photo,
        ...(title && { hint: title }),
      }))}
      onSearch={setQ}
      value={null}
      onChange={(option) => option && onChoose(Number(option.value))}
    />
  );
}
