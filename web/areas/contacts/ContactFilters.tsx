// The filters in force as chips, each opened for a change or taken away, and the menu that adds one.
import { Button, Popover } from '@mantine/core';
import { IconFilter, IconX } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import type { Filter } from '#contract/contactsScope.ts';
import { later, useOpened } from '../../ui/later.ts';
import { SkeletonLines } from '../../ui/Skeletons.tsx';
import { useCustomFields } from '../reference/reference.api.ts';
import classes from './ContactToolbar.module.css';
import { choiceOf, filterWords, isComplete, newFilter } from './contacts.filters.ts';
import { useContactSearch } from './useContactSearch.ts';
import { useFilterNames } from './useFilterNames.ts';

/** Date and number fields come with the first filter. */
const ContactFilterEditor = later(() => import('./ContactFilterEditor.tsx').then((module) => module.ContactFilterEditor));
const ContactFilterMenu = later(() => import('./ContactFilterMenu.tsx').then((module) => module.ContactFilterMenu));

export function ContactFilters() {
  const [{ search }, change] = useContactSearch();
  const customFields = useCustomFields();
  const [fresh, setFresh] = useState<Filter>();
  const [used, setUsed] = useOpened();
  const set = (at: number, filter: Filter) => change({ search: search.map((old, index) => (index === at ? filter : old)) });
  const button = (
    <Button
      variant="subtle"
      color="gray"
      px="xs"
      leftSection={<IconFilter size="1rem" stroke={1.6} />}
      onClick={() => setUsed(true)}
    >
      Filter
    </Button>
  );

  return (
    <>
      {search.map((filter, at) => (
        <FilterChip
          // biome-ignore lint/suspicious/noArrayIndexKey: filters may be equal, their place is their identity
          key={at}
          filter={filter}
          onChange={(next) => set(at, next)}
          onRemove={() => change({ search: search.filter((_, index) => index !== at) })}
        />
      ))}
      {fresh ? (
        <FilterChip
          filter={fresh}
          startOpen
          onChange={(filter) => {
            setFresh(undefined);
            if (isComplete(filter)) change({ search: [...search, filter] });
          }}
          onRemove={() => setFresh(undefined)}
        />
      ) : used ? (
        <ContactFilterMenu
          onPick={(field) => {
            const choice = choiceOf(field, customFields);
            if (choice) setFresh(newFilter(choice));
            setUsed(false);
          }}
        >
          {button}
        </ContactFilterMenu>
      ) : (
        button
      )}
    </>
  );
}

/** Edits a copy; it counts when the popover closes. */
function FilterChip({
  filter,
  startOpen = false,
  onChange,
  onRemove,
}: {
  filter: Filter;
  startOpen?: boolean;
  onChange: (filter: Filter) => void;
  onRemove: () => void;
}) {
  const [draft, setDraft] = useState<Filter | undefined>(startOpen ? filter : undefined);
  const choice = choiceOf(filter.field, useCustomFields());
  const nameOf = useFilterNames(filter.field, filter.value);
  if (!choice) return null;
  const words = filterWords(draft ?? filter, choice, nameOf);
  const close = () => {
    if (!draft) return;
    setDraft(undefined);
    if (isComplete(draft)) onChange(draft);
    else onRemove();
  };
  return (
    <Popover opened={draft !== undefined} onDismiss={close} position="bottom-start" width="18rem" trapFocus returnFocus>
      <span className={classes.chip}>
        <Popover.Target>
          <button type="button" onClick={() => (draft ? close() : setDraft(filter))}>
            {words}
          </button>
        </Popover.Target>
        <button type="button" className={classes.remove} aria-label={`Remove the filter: ${words}`} onClick={onRemove}>
          <IconX size="0.9rem" aria-hidden />
        </button>
      </span>
      <Popover.Dropdown>
        <Suspense fallback={<SkeletonLines lines={2} height={32} />}>
          {draft && <ContactFilterEditor choice={choice} filter={draft} onChange={setDraft} onDone={close} />}
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
