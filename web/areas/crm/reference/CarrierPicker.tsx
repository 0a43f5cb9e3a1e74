// Carriers are many: found by typing. Agentflow statuses are few, under the group each belongs to.
import { Select, type SelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '#app/queries.ts';
import { listCarriers } from '#contract/reference.ts';
import { Typeahead, type TypeaheadProps } from '#ui/Typeahead.tsx';
import { useAgentflowStatuses } from './reference.api.ts';

interface Chosen {
  value: number | null;
  onChange: (id: number | null) => void;
}

type CarrierProps = Omit<TypeaheadProps, 'value' | 'onChange' | 'options' | 'onSearch'> &
  Chosen & {
    /** The name of the carrier in the field, if the browser has not just found it. */
    nameOf: (id: number) => string | undefined;
  };

export function CarrierPicker({ value, onChange, nameOf, ...rest }: CarrierProps) {
  const [q, setQ] = useState('');
  const [picked, setPicked] = useState<string>();
  const { data } = useQuery(queryOf(listCarriers, { query: { q } }));
  const options = data?.data.map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <Typeahead
      {...rest}
      options={options}
      onSearch={setQ}
      value={value === null ? null : { value: String(value), label: picked ?? nameOf(value) ?? `#${value}` }}
      onChange={(option) => {
        setPicked(option?.label);
        onChange(option && Number(option.value));
      }}
    />
  );
}

export function AgentflowStatusPicker({ value, onChange, ...rest }: Omit<SelectProps, 'data' | 'value' | 'onChange'> & Chosen) {
  const statuses = useAgentflowStatuses();
  const groups = [...Map.groupBy(statuses, ({ group }) => group)];
  return (
    <Select
      searchable
      {...rest}
      data={groups.map(([group, items]) => ({
        group,
        items: items.map(({ id, title }) => ({ value: String(id), label: title })),
      }))}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  );
}
