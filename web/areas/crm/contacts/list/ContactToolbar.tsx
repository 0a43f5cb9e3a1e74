// Over the list: search, what is in view, filters as chips, columns.
import { ActionIcon, Button, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconLayoutKanban, IconList, IconSearch, IconX } from '@tabler/icons-react';
import { memo, useEffect, useRef, useState } from 'react';
import { useShortcuts } from '#app/shortcuts.ts';
import { ColumnChooser } from '#ui/ColumnChooser.tsx';
import { ContactFilters } from '../filters/ContactFilters.tsx';
import classes from './ContactToolbar.module.css';
import { ContactView } from './ContactView.tsx';
import { optionalColumns, useShownColumns } from './contacts.columns.tsx';
import { typedSearch } from './contacts.typed.ts';
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

/** Typed text goes to the URL after a pause; a new text in the URL (back button, a link) comes into the box. */
function SearchBox() {
  const [{ q }, change] = useContactSearch();
  const box = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(q);
  const sent = useRef(q);
  const send = useDebouncedCallback((next: string) => {
    sent.current = next;
    change({ q: next }, { replace: true });
  }, 150);
  useEffect(() => {
    if (q !== sent.current) {
      sent.current = q;
      setText(q);
      typedSearch.set(q);
    }
  }, [q]);
  useShortcuts([{ keys: '/', label: 'Search contacts', group: 'Contacts', run: () => box.current?.focus() }]);

  const write = (next: string) => {
    setText(next);
    typedSearch.set(next);
    send(next.trim());
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
      onChange={(event) => write(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        if (text) write('');
        else event.currentTarget.blur();
      }}
    />
  );
}
