// Over the list: search, what is in view, filters as chips, columns.
import { ActionIcon, Button, TextInput } from '@mantine/core';
import { useDebouncedCallback, useThrottledCallback } from '@mantine/hooks';
import { IconLayoutKanban, IconList, IconSearch, IconX } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { memo, useEffect, useRef } from 'react';
import { useShortcuts } from '#app/shortcuts.ts';
import { ColumnChooser } from '#ui/ColumnChooser.tsx';
import { ContactFilters } from '../filters/ContactFilters.tsx';
import classes from './ContactToolbar.module.css';
import { ContactView } from './ContactView.tsx';
import { optionalColumns, useShownColumns } from './contacts.columns.tsx';
import { askEvery, askForTyped, dropTyped, typedSearch } from './contacts.typed.ts';
import { useContactSearch } from './useContactSearch.ts';

/** Not drawn again with each row that is chosen. */
export const ContactToolbar = memo(function ContactToolbar() {
  const [shown, setShown] = useShownColumns();
  const [{ layout }, change] = useContactSearch();
  const board = layout === 'board';
  return (
    <search className={classes.bar} aria-label="Contacts">
      <SearchBox />
      <ContactView />
      <ContactFilters />
      <span className={classes.columns}>
        <Button
          variant="default"
          leftSection={board ? <IconList size="1rem" /> : <IconLayoutKanban size="1rem" />}
          onClick={() => change({ layout: board ? 'list' : 'board' })}
        >
          {board ? 'List' : 'Board'}
        </Button>
        {!board && (
          <span className={classes.chooser}>
            <ColumnChooser columns={optionalColumns} shown={shown} onChange={setShown} />
          </span>
        )}
      </span>
    </search>
  );
});

/** Typed text is asked for at once and goes to the URL after a pause; a new URL (back button, a link) comes into the box. */
function SearchBox() {
  const [{ q }, change] = useContactSearch();
  const box = useRef<HTMLInputElement>(null);
  const text = typedSearch.use() ?? q;
  const sent = useRef(q);
  const router = useRouter();
  const ask = useThrottledCallback(askForTyped, askEvery);
  const send = useDebouncedCallback(() => {
    const next = typedSearch.get()?.trim();
    const isLeaving = router.latestLocation.pathname !== '/contacts'; // a new address would call the user back
    if (next === undefined || isLeaving) return;
    sent.current = next;
    change({ q: next }, { replace: true });
  }, 250);
  useEffect(() => {
    if (q === sent.current) return;
    sent.current = q;
    dropTyped();
  }, [q]);
  useEffect(() => dropTyped, []);
  useShortcuts([{ keys: '/', label: 'Search contacts', group: 'Contacts', run: () => box.current?.focus() }]);

  const write = (next: string) => {
    typedSearch.set(next);
    ask();
    send();
  };
  return (
    <TextInput
      ref={box}
      className={classes.search}
      type="search"
      aria-label="Search by name, phone or e-mail"
      placeholder="Name, phone or e-mail"
      leftSection={<IconSearch size="1rem" stroke={1.6} />}
      rightSection={
        text && (
          <ActionIcon variant="subtle" color="gray" size="1.5rem" aria-label="Clear the search" onClick={() => write('')}>
            <IconX size="0.9rem" />
          </ActionIcon>
        )
      }
      value={text}
      maxLength={200}
      onChange={(event) => write(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        if (text) write('');
        else event.currentTarget.blur();
      }}
    />
  );
}
