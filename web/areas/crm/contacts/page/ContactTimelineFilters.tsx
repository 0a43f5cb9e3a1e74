// The timeline's filters: entries of one kind, of one person, or with a text.
import { Button, Select, TextInput } from '@mantine/core';
import { IconPrinter, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { queryOf } from '#app/queries.ts';
import { getContactTimelineFilters } from '#contract/contactHistory.ts';
import classes from './ContactTimeline.module.css';
import type { TimelineFilter } from './contactPage.api.ts';

export function ContactTimelineFilters({
  id,
  filter,
  onChange,
}: {
  id: number;
  filter: TimelineFilter;
  onChange: (filter: TimelineFilter) => void;
}) {
  const [used, setUsed] = useState(false);
  const { data, isPending } = useQuery({
    ...queryOf(getContactTimelineFilters, { params: { id } }),
    enabled: used || filter.kind !== '' || filter.actor !== '',
  });
  const look = {
    clearable: true,
    onFocus: () => setUsed(true),
    nothingFoundMessage: isPending ? 'Loading…' : 'None',
  };
  return (
    <search className={classes.filters} aria-label="Filter the timeline">
      <TextInput
        type="search"
        className={classes.search ?? ''}
        aria-label="Search the timeline"
        placeholder="Search the timeline"
        leftSection={<IconSearch size="1rem" stroke={1.6} />}
        maxLength={100}
        value={filter.q}
        onChange={(event) => onChange({ ...filter, q: event.currentTarget.value })}
      />
      <Select
        {...look}
        aria-label="Kind of entries"
        placeholder="All kinds"
        data={data?.kinds.map(({ name, label }) => ({ value: name, label })) ?? []}
        value={filter.kind || null}
        onChange={(kind) => onChange({ ...filter, kind: kind ?? '' })}
      />
      <Select
        {...look}
        aria-label="Person"
        placeholder="Everyone"
        searchable
        data={data?.people.map((person) => ({ value: String(person.id), label: person.name || 'No name' })) ?? []}
        value={filter.actor || null}
        onChange={(actor) => onChange({ ...filter, actor: actor ?? '' })}
      />
      <Button
        variant="default"
        leftSection={<IconPrinter size="1rem" stroke={1.6} />}
        renderRoot={(props) => (
          <Link {...props} to="/contacts/$id/timeline" params={{ id: String(id) }} search={filter} target="_blank" />
        )}
      >
        Print
      </Button>
    </search>
  );
}
