// The filters in force as chips, each opened for a change or removed, and the menu that adds one.
import { Button } from '@mantine/core';
import { IconFilter, IconX } from '@tabler/icons-react';
import { Suspense, useRef, useState } from 'react';
import type { Filter } from '#contract/contactsScope.ts';
import { later, useOpened } from '#ui/later.ts';
import { Popover } from '#ui/Popover.tsx';
import { useCustomFields } from '#web/areas/crm/reference/reference.api.ts';
import classes from '../list/ContactToolbar.module.css';
import { useContactSearch } from '../list/useContactSearch.ts';
import { choiceOf, fieldChoices, filterWords, hasWrongDay, isComplete, newFilter } from './contacts.filters.ts';
import { useFilterNames } from './useFilterNames.ts';

/** Date and number fields come with the first filter. */
const ContactFilterEditor = later(() => import('./ContactFilterEditor.tsx').then((module) => module.ContactFilterEditor));
const SearchMenu = later(() => import('#ui/SearchMenu.tsx').then((module) => module.SearchMenu));

export function ContactFilters() {
  const [{ search }, change] = useContactSearch();
  const customFields = useCustomFields();
  /** The one being added stands behind the others, where it will stand once the address has it. */
  const [fresh, setFresh] = useState<{ filter: Filter; at: number }>();
  if (fresh && search.length > fresh.at) setFresh(undefined);
  const [used, setUsed] = useOpened();
  const adder = useRef<HTMLButtonElement>(null);
  const remove = (at: number) => {
    setFresh(undefined);
    change({ search: search.filter((_, index) => index !== at) });
    adder.current?.focus(); // the chip that had the focus is gone
  };
  const set = (at: number, filter: Filter) => {
    if (at < search.length) return change({ search: search.map((old, index) => (index === at ? filter : old)) });
    setFresh({ filter, at });
    change({ search: [...search, filter] });
  };
  const button = (
    <Button
      ref={adder}
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
      {(fresh ? [...search, fresh.filter] : search).map((filter, at) => (
        <FilterChip
          // biome-ignore lint/suspicious/noArrayIndexKey: filters may be equal, their place is their identity
          key={at}
          filter={filter}
          startOpen={fresh?.at === at}
          onChange={(next) => set(at, next)}
          onRemove={() => remove(at)}
        />
      ))}
      <Suspense fallback={button}>
        {used ? (
          <SearchMenu
            target={button}
            label="Filter by"
            listLabel="Fields"
            empty="No such field"
            options={fieldChoices(customFields).map(({ field, label }) => ({ value: field, label }))}
            onPick={(field) => {
              const choice = choiceOf(field, customFields);
              if (choice) setFresh({ filter: newFilter(choice), at: search.length });
            }}
          />
        ) : (
          button
        )}
      </Suspense>
    </>
  );
}

/** Edits a copy; it counts when the popover closes. */
function FilterChip({
  filter,
  startOpen,
  onChange,
  onRemove,
}: {
  filter: Filter;
  startOpen: boolean;
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
    if (isComplete(draft) && !hasWrongDay(draft, choice)) onChange(draft);
    else if (startOpen || !hasWrongDay(draft, choice)) onRemove(); // else the filter stays as it was
  };
  return (
    <span className={classes.chip}>
      <Popover
        opened={draft !== undefined}
        onClose={close}
        position="bottom-start"
        width="18rem"
        target={
          <button type="button" onClick={() => (draft ? close() : setDraft(filter))}>
            {words}
          </button>
        }
      >
        {draft && <ContactFilterEditor choice={choice} filter={draft} onChange={setDraft} onDone={close} />}
      </Popover>
      <button type="button" className={classes.remove} aria-label={`Remove the filter: ${words}`} onClick={onRemove}>
        <IconX size="0.9rem" aria-hidden />
      </button>
    </span>
  );
}
