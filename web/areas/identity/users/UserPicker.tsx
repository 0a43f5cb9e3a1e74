// Finds a user of the company by typing, also one who has left. For those who manage users.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '#app/queries.ts';
import type { CallOf } from '#contract/kit/endpoint.ts';
import { listUsers } from '#contract/userAdmin.ts';
import type { Person } from '#contract/users.ts';
import { Typeahead, type TypeaheadProps } from '#ui/Typeahead.tsx';

interface Props extends Omit<TypeaheadProps, 'value' | 'onChange' | 'options' | 'onSearch'> {
  /** Which users are offered; without it all. */
  of?: Pick<CallOf<typeof listUsers>['query'], 'status' | 'account_type'>;
  except?: number | undefined;
  value?: Person | null;
  onChange: (value: Person | null) => void;
}

export function UserPicker({ of = {}, except, value = null, onChange, ...rest }: Props) {
  const [q, setQ] = useState('');
  const { data } = useQuery({
    ...queryOf(listUsers, { query: { ...of, q, limit: 20, favorites_first: true } }),
    placeholderData: keepPreviousData,
  });
  const options = data?.data
    .filter(({ id }) => id !== except)
    .map(({ id, name, role_name, status, photo }) => ({
      value: String(id),
      label: name,
      photo,
      hint: status === 'inactive' ? `${role_name}, inactive` : role_name,
    }));
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
