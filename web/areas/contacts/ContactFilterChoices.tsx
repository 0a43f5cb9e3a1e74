// Choosing among a field's answers: tags and people by typing, the rest from a list.
import { MultiSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listImportAttempts } from '#contract/imports.ts';
import { searchTags } from '#contract/tags.ts';
import { listAssignees } from '#contract/users.ts';
import { queryOf } from '../../app/queries.ts';
import { type Option, TypeaheadMany } from '../../ui/Typeahead.tsx';
import { useAgentflowStatuses, useSources, useStatuses } from '../reference/reference.api.ts';
import type { FieldChoice } from './contacts.filters.ts';
import { fixedChoices, rememberName, useFilterNames } from './useFilterNames.ts';

type Values = (string | number)[];
interface Props {
  choice: FieldChoice;
  value: Values;
  onChange: (value: Values) => void;
}

export function ContactFilterChoices(props: Props) {
  const { field } = props.choice;
  if (field === 'tags' || field === 'owner' || field === 'import') return <ByTyping {...props} />;
  return <FromList {...props} />;
}

function FromList({ choice, value, onChange }: Props) {
  const statuses = useStatuses();
  const agentflow = useAgentflowStatuses();
  const sources = useSources();
  const own: Record<string, readonly { id: number; title: string }[]> = {
    status: statuses,
    agentflow_status: agentflow,
    source: sources,
  };
  const rows = own[choice.field];
  const data = rows
    ? rows.map(({ id, title }) => ({ value: String(id), label: title }))
    : (choice.choices?.map((each) => ({ value: each, label: each })) ?? fixedChoices(choice.field));
  return (
    <MultiSelect
      aria-label={choice.label}
      searchable
      data-autofocus
      comboboxProps={{ withinPortal: false }}
      data={data}
      value={value.map(String)}
      onChange={(next) => onChange(rows ? next.map(Number) : next)}
    />
  );
}

function ByTyping({ choice, value, onChange }: Props) {
  const [q, setQ] = useState('');
  const nameOf = useFilterNames(choice.field);
  const { field } = choice;
  const kept = { placeholderData: keepPreviousData };
  const tags = useQuery({ ...queryOf(searchTags, { body: { q, contacts_scope: null } }), ...kept, enabled: field === 'tags' });
  const people = useQuery({ ...queryOf(listAssignees, { query: { q } }), ...kept, enabled: field === 'owner' });
  const imports = useQuery({
    ...queryOf(listImportAttempts, { query: { filter_by: 'file_name', filter_value: q } }),
    ...kept,
    enabled: field === 'import',
  });
  const options: Option[] =
    tags.data?.data.map(({ id, name, color }) => ({ value: String(id), label: name, tone: color })) ??
    people.data?.data.map(({ id, name, email }) => ({ value: String(id), label: name, hint: email })) ??
    imports.data?.data.map(({ id, file_name }) => ({ value: String(id), label: file_name })) ??
    [];
  return (
    <TypeaheadMany
      aria-label={choice.label}
      data-autofocus
      comboboxProps={{ withinPortal: false }}
      options={options}
      onSearch={setQ}
      value={value.map((one) => ({ value: String(one), label: nameOf(one) }))}
      onChange={(chosen) => {
        for (const option of chosen) rememberName(field, option.value, option.label);
        onChange(chosen.map((option) => Number(option.value)));
      }}
    />
  );
}
