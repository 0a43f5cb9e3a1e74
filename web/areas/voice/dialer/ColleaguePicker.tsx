// Finds a colleague by name: favorites first, then others of the company.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { listColleagues } from '#contract/favorites.ts';
import type { Person } from '#contract/users.ts';
import { Typeahead, type TypeaheadProps } from '#ui/Typeahead.tsx';

interface Props extends Omit<TypeaheadProps, 'value' | 'onChange' | 'options' | 'onSearch'> {
  value?: Person | null;
  onChange: (value: Person | null) => void;
}

export function ColleaguePicker({ value = null, onChange, ...rest }: Props) {
  const me = useMe();
  const [q, setQ] = useState('');
  const { data } = useQuery(queryOf(listColleagues, { query: { q } }));
  const favorites = me.favorite_users.filter(({ name }) => name.toLowerCase().includes(q.trim().toLowerCase()));
  const options =
    data &&
    [...favorites, ...data.data].filter(({ id }) => id !== me.id).map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <Typeahead
      {...rest}
      options={options}
      onSearch={setQ}
      value={value && { value: String(value.id), label: value.name }}
      onChange={(option) => onChange(option && { id: Number(option.value), name: option.label })}
    />
  );
}
