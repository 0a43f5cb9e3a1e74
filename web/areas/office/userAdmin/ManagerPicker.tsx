// Somebody who manages people, found by typing.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '#app/queries.ts';
import { roles } from '#contract/permissions.ts';
import { canManage } from '#contract/roles.ts';
import { listUsers } from '#contract/userAdmin.ts';
import type { Person } from '#contract/users.ts';
import { Typeahead, type TypeaheadProps } from '#ui/Typeahead.tsx';

interface Props extends Omit<TypeaheadProps, 'value' | 'onChange' | 'options' | 'onSearch'> {
  /** The user whose manager is chosen. */
  except: number | undefined;
  value?: Person | null;
  onChange: (value: Person | null) => void;
}

export function ManagerPicker({ except, value = null, onChange, ...rest }: Props) {
  const [q, setQ] = useState('');
  const query = { q, limit: 20, status: ['active' as const, 'invited' as const], account_type: roles.filter(canManage) };
  const { data } = useQuery({ ...queryOf(listUsers, { query }), placeholderData: keepPreviousData });
  const options = data?.data
    .filter(({ id }) => id !== except)
    .map(({ id, name, role_name }) => ({ value: String(id), label: name, hint: role_name }));
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
