// Chooses values of a field: tags, people and imports by typing, others from a list.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '#app/queries.ts';
import { listImportAttempts } from '#contract/imports.ts';
import { searchTags } from '#contract/tags.ts';
import { listAssignees } from '#contract/users.ts';
import { CheckList } from '#ui/CheckList.tsx';
import type { Option } from '#ui/Typeahead.tsx';
import { useAgentflowStatuses, useCategories, useSources, useStatuses } from '#web/areas/crm/reference/reference.api.ts';
import type { FieldChoice } from './contacts.filters.ts';
import { fixedChoices, rememberName, useFilterNames } from './useFilterNames.ts';

type Values = (string | number)[];
interface Props {
  choice: FieldChoice;
  value: Values;
  onChange: (value: Values) => void;
}

const searched = ['tags', 'owner', 'import'];
/** Fields whose values travel as numbers. */
const byId = [...searched, 'status', 'agentflow_status', 'source', 'category'];

export function ContactFilterChoices({ choice, value, onChange }: Props) {
  const { field, label } = choice;
  const [q, setQ] = useState('');
  const nameOf = useFilterNames(field, value);
  const { options, answered } = useOptions(choice, q);
  return (
    <CheckList
      label={label}
      options={options}
      answered={answered}
      value={value.map(
        (one) => options.find((option) => option.value === String(one)) ?? { value: String(one), label: nameOf(one) },
      )}
      onChange={(chosen) => {
        for (const option of chosen) rememberName(field, option.value, option.label);
        onChange(chosen.map((option) => (byId.includes(field) ? Number(option.value) : option.value)));
      }}
      {...(searched.includes(field) && { onSearch: setQ })}
    />
  );
}

function useOptions({ field, choices }: FieldChoice, q: string): { options: Option[]; answered: boolean } {
  const statuses = useStatuses();
  const agentflow = useAgentflowStatuses();
  const sources = useSources();
  const categories = useCategories();
  const kept = { placeholderData: keepPreviousData };
  const tags = useQuery({ ...queryOf(searchTags, { body: { q, contacts_scope: null } }), ...kept, enabled: field === 'tags' });
  const people = useQuery({ ...queryOf(listAssignees, { query: { q } }), ...kept, enabled: field === 'owner' });
  const imports = useQuery({
    ...queryOf(listImportAttempts, { query: { filter_by: 'file_name', filter_value: q } }),
    ...kept,
    enabled: field === 'import',
  });
  const ready = (options: Option[], answered = true) => ({ options, answered });
  switch (field) {
    case 'status':
      return ready(statuses.map(({ id, title, color }) => ({ value: String(id), label: title, tone: color })));
    case 'agentflow_status':
      return ready(
        agentflow.map(({ id, title, color, group }) => ({ value: String(id), label: title, tone: color, hint: group })),
      );
    case 'source':
      return ready(sources.map(({ id, title }) => ({ value: String(id), label: title })));
    case 'category':
      return ready(categories.map(({ id, title }) => ({ value: String(id), label: title })));
    case 'tags':
      return ready(
        (tags.data?.data ?? []).map(({ id, name, color }) => ({ value: String(id), label: name, tone: color })),
        !tags.isPlaceholderData,
      );
    case 'owner':
      return ready(
        (people.data?.data ?? []).map(({ id, name, email, photo }) => ({ value: String(id), label: name, hint: email, photo })),
        !people.isPlaceholderData,
      );
    case 'import':
      return ready(
        (imports.data?.data ?? []).map(({ id, file_name }) => ({ value: String(id), label: file_name })),
        !imports.isPlaceholderData,
      );
    default:
      return ready(choices?.map((each) => ({ value: each, label: each })) ?? fixedChoices(field));
  }
}
