// Over the calendar: which days, which view, and which events.
import { ActionIcon, Button, SegmentedControl, TextInput, Title } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight, IconFilter, IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useMe } from '#app/session.ts';
import { eventTypeColors, eventTypes } from '#contract/eventTypes.ts';
import type { Person } from '#contract/users.ts';
import { CheckList } from '#ui/CheckList.tsx';
import { Popover } from '#ui/Popover.tsx';
import { PersonPicker } from '#web/areas/identity/users/PersonPicker.tsx';
import classes from './CalendarPage.module.css';
import { titleOf } from './calendar.days.ts';
import { typeWords } from './calendar.labels.ts';
import type { CalendarSearch, View } from './calendar.search.ts';

const viewWords: Record<View, string> = { month: 'Month', week: 'Week', day: 'Day', agenda: 'Agenda' };
const types = eventTypes.map((type) => ({ value: type, label: typeWords[type], tone: eventTypeColors[type] }));

interface Props {
  search: CalendarSearch;
  view: View;
  day: string;
  /** The owner of the calendar on screen; null: oneself. */
  person: Person | null;
  onChange: (change: Partial<Record<keyof CalendarSearch, unknown>>) => void;
  onStep: (step: 1 | -1) => void;
  onToday: () => void;
  onPerson: (person: Person | null) => void;
}

export function CalendarToolbar({ search, view, day, person, onChange, onStep, onToday, onPerson }: Props) {
  const me = useMe();
  const span = view === 'agenda' ? 'weeks' : view;
  return (
    <div className={classes.bar}>
      <Button variant="default" onClick={onToday}>
        Today
      </Button>
      <ActionIcon.Group>
        <ActionIcon variant="default" size="2.25rem" aria-label={`Previous ${span}`} onClick={() => onStep(-1)}>
          <IconChevronLeft size="1.1rem" stroke={1.6} />
        </ActionIcon>
        <ActionIcon variant="default" size="2.25rem" aria-label={`Next ${span}`} onClick={() => onStep(1)}>
          <IconChevronRight size="1.1rem" stroke={1.6} />
        </ActionIcon>
      </ActionIcon.Group>
      <Title order={2} size="h3" className={`${classes.title} figures`} aria-live="polite">
        {titleOf(view, day, me.week_starts)}
      </Title>
      <SegmentedControl
        className={classes.views ?? ''}
        aria-label="View"
        data={Object.entries(viewWords).map(([value, label]) => ({ value, label }))}
        value={view}
        onChange={(next) => onChange({ view: next })}
      />
      <search className={classes.filters} aria-label="Events">
        <SearchBox q={search.q} onChange={(q) => onChange({ q })} />
        <TypeFilter chosen={search.types} onChange={(chosen) => onChange({ types: chosen })} />
        {me.can['contacts.assign_others'] && (
          <PersonPicker
            className={classes.person ?? ''}
            aria-label="Whose calendar"
            placeholder="Your calendar"
            clearable
            value={person}
            onChange={(next) => onPerson(next?.id === me.id ? null : next)}
          />
        )}
      </search>
    </div>
  );
}

function SearchBox({ q, onChange }: { q: string; onChange: (q: string) => void }) {
  const [text, setText] = useState(q);
  const sent = useRef(q);
  const send = useDebouncedCallback((next: string) => {
    sent.current = next;
    onChange(next);
  }, 200);
  useEffect(() => {
    if (q === sent.current) return;
    sent.current = q;
    setText(q);
  }, [q]);
  return (
    <TextInput
      type="search"
      className={classes.search ?? ''}
      aria-label="Search events"
      placeholder="Search events"
      maxLength={100}
      leftSection={<IconSearch size="1rem" stroke={1.6} />}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        send(event.currentTarget.value.trim());
      }}
    />
  );
}

function TypeFilter({ chosen, onChange }: { chosen: readonly string[]; onChange: (chosen: string[]) => void }) {
  const [opened, setOpened] = useState(false);
  const value = types.filter((type) => chosen.includes(type.value));
  const [first] = value;
  return (
    <Popover
      opened={opened}
      onClose={() => setOpened(false)}
      position="bottom-end"
      width="15rem"
      target={
        <Button variant="default" leftSection={<IconFilter size="1rem" />} onClick={() => setOpened(!opened)}>
          {value.length === 0 ? 'All types' : value.length === 1 ? first?.label : `${value.length} types`}
        </Button>
      }
    >
      <CheckList label="Types" options={types} value={value} onChange={(next) => onChange(next.map((each) => each.value))} />
    </Popover>
  );
}
