// The active filters as chips, each to change or remove, and the menu that adds one.
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useShortcuts } from '#app/shortcuts.ts';
import type { Filter } from '#contract/contactsScope.ts';
import { FilterAdd } from '#ui/FilterAdd.tsx';
import { FilterChip } from '#ui/FilterChip.tsx';
import { later } from '#ui/later.ts';
import {
  captureFormsQuery,
  customFieldsQuery,
  useCaptureForms,
  useCustomFields,
} from '#web/areas/crm/reference/reference.api.ts';
import { useContactSearch } from '../list/useContactSearch.ts';
import { choiceOf, fieldChoices, filterWords, hasWrongDay, isComplete, newFilter } from './contacts.filters.ts';
import { useFilterNames } from './useFilterNames.ts';

/** Date and number fields come with the first filter. */
const ContactFilterEditor = later(() => import('./ContactFilterEditor.tsx').then((module) => module.ContactFilterEditor));

export function ContactFilters() {
  const [{ search }, change] = useContactSearch();
  const customFields = useCustomFields();
  const forms = useCaptureForms();
  /** The new filter, shown last: it will be last in the address too. */
  const [fresh, setFresh] = useState<{ filter: Filter; at: number }>();
  if (fresh && search.length > fresh.at) setFresh(undefined);
  const adder = useRef<HTMLButtonElement>(null);
  useShortcuts([{ keys: 'f', label: 'Add a filter', group: 'Contacts', run: () => adder.current?.click() }]);
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
  return (
    <>
      {(fresh ? [...search, fresh.filter] : search).map((filter, at) => (
        <ContactFilter
          // biome-ignore lint/suspicious/noArrayIndexKey: filters may be equal, their place is their identity
          key={at}
          filter={filter}
          startOpen={fresh?.at === at}
          onChange={(next) => set(at, next)}
          onRemove={() => remove(at)}
        />
      ))}
      <FilterAdd
        buttonRef={adder}
        fields={fieldChoices(customFields, forms).map(({ field, label }) => ({ value: field, label }))}
        onPick={(field) => {
          const choice = choiceOf(field, customFields, forms);
          if (choice) setFresh({ filter: newFilter(choice), at: search.length });
        }}
      />
    </>
  );
}

/** Edits a copy; it counts when the popover closes. */
function ContactFilter({
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
  const fields = useQuery(customFieldsQuery).data?.data;
  const forms = useQuery(captureFormsQuery).data?.data;
  const choice = choiceOf(filter.field, fields ?? [], forms ?? []);
  const nameOf = useFilterNames(filter.field, filter.value);
  // A stored view may name what was deleted since, or a form that was archived.
  if (!choice) return fields && forms ? <FilterChip words={goneWords(filter.field)} onRemove={onRemove} /> : null;
  const words = filterWords(draft ?? filter, choice, nameOf);
  const close = () => {
    if (!draft) return;
    setDraft(undefined);
    if (isComplete(draft) && !hasWrongDay(draft, choice)) onChange(draft);
    else if (startOpen || !hasWrongDay(draft, choice)) onRemove(); // else the filter stays as it was
  };
  return (
    <FilterChip words={words} opened={draft !== undefined} onOpen={() => setDraft(filter)} onClose={close} onRemove={onRemove}>
      {draft && <ContactFilterEditor choice={choice} filter={draft} onChange={setDraft} onDone={close} />}
    </FilterChip>
  );
}

const goneWords = (field: string) =>
  field.startsWith('capture') ? 'A form that is no longer in use' : 'A filter that no longer exists';
