// A contact, found by typing a name, a phone or an e-mail.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listContacts } from '#contract/contacts.ts';
import { formatPhone } from '#contract/kit/formats.ts';
import { Typeahead, type TypeaheadProps } from '#ui/Typeahead.tsx';
import { queryOf } from './queries.ts';

interface ContactName {
  id: number;
  name: string;
}

interface Props extends Omit<TypeaheadProps, 'value' | 'onChange' | 'options' | 'onSearch'> {
  /** May be left out, as `form.getInputProps` types it: then nobody is chosen. */
  value?: ContactName | null;
  onChange: (value: ContactName | null) => void;
}

export function ContactPicker({ value = null, onChange, ...rest }: Props) {
  const [q, setQ] = useState('');
  const { data } = useQuery({
    ...queryOf(listContacts, { body: { contacts_scope: { q, pool_id: 'all', limit: 7 } } }),
    placeholderData: keepPreviousData,
  });
  const options = data?.data
    .filter(({ limited }) => !limited)
    .map(({ id, name, organization, phone, email }) => ({
      value: String(id),
      label: name || organization || 'No name',
      hint: phone ? formatPhone(phone) : (email ?? ''),
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
