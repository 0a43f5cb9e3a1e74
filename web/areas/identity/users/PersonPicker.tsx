// Finds a user or a pool to assign contacts to, by typing.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '#app/queries.ts';
import { listAssignees, type Person } from '#contract/users.ts';
import { Typeahead, type TypeaheadProps } from '#ui/Typeahead.tsx';

interface Props extends Omit<TypeaheadProps, 'value' | 'onChange' | 'options' | 'onSearch'> {
  /** Which people to offer. */
  of?: 'people' | 'pools';
  /** A user who cannot be chosen. */
  except?: number;
  /** May be absent, as in `form.getInputProps`: then nobody is chosen. */
  value?: Person | null;
  onChange: (value: Person | null) => void;
}

export function PersonPicker({ of = 'people', except, value = null, onChange, ...rest }: Props) {
  const [q, setQ] = useState('');
  const { data } = useQuery(queryOf(listAssignees, { query: { q } }));
  const options =
    of === 'pools'
      ? data?.pools.map(({ id, name }) => ({ value: String(id), label: name }))
      : data?.data
          .filter(({ id }) => id !== except)
          .map(({ id, name, email, photo }) => ({ value: String(id), label: name, hint: email, photo }));
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
