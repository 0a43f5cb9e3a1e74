// The form of a group or a pool.
import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { queryOf } from '#app/queries.ts';
import { listAssignees } from '#contract/users.ts';
import { TypeaheadMany } from '#ui/Typeahead.tsx';
import { BusinessUnitSelect } from './BusinessUnitSelect.tsx';
import type { Person, TeamValues } from './teams.screen.tsx';

interface FieldsProps {
  form: { getInputProps(name: keyof TeamValues): object };
  people: string;
}

export const TeamFields = ({ form, people }: FieldsProps) => (
  <>
    <TextInput label="Name" data-autofocus maxLength={80} {...form.getInputProps('name')} />
    <BusinessUnitSelect {...(form.getInputProps('business_unit_id') as { onChange: (id: number | null) => void })} />
    <PeoplePicker label={people} {...(form.getInputProps('users') as PeopleProps)} />
  </>
);

interface PeopleProps {
  value?: Person[];
  onChange: (people: Person[]) => void;
  error?: ReactNode;
}

function PeoplePicker({ value = [], onChange, ...rest }: PeopleProps & { label: string }) {
  const [q, setQ] = useState('');
  const { data } = useQuery(queryOf(listAssignees, { query: { q } }));
  return (
    <TypeaheadMany
      {...rest}
      options={data?.data.map(({ id, name, email, photo }) => ({ value: String(id), label: name, hint: email, photo }))}
      onSearch={setQ}
      value={value.map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={(options) => onChange(options.map(({ value: id, label }) => ({ id: Number(id), name: label })))}
    />
  );
}
