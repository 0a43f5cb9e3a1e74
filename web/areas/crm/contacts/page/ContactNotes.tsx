// A contact's notes, the newest first: searched, added, edited and removed.
import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconNote, IconSearch, IconSearchOff } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { maxShownNotes } from '#contract/contactHistory.ts';
import type { Contact } from '#contract/contacts.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { later } from '#ui/later.ts';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import classes from './ContactNotes.module.css';
import { ContactNotesEntry } from './ContactNotesEntry.tsx';
import { notesQuery } from './contactPage.api.ts';

const ContactComposer = later(() => import('./ContactComposer.tsx').then((module) => module.ContactComposer));

export function ContactNotes({ contact }: { contact: Contact }) {
  const [q, setQ] = useState('');
  const [asked] = useDebouncedValue(q.trim(), 150);
  const notes = useQuery({ ...notesQuery(contact.id, asked), placeholderData: keepPreviousData });
  const list = notes.data?.data ?? [];

  return (
    <>
      {contact.can.update && (
        <Suspense fallback={<SkeletonLines lines={3} height={24} />}>
          <ContactComposer contact={contact} />
        </Suspense>
      )}
      {(list.length > 0 || asked !== '') && (
        <TextInput
          type="search"
          aria-label="Search notes"
          placeholder="Search notes"
          leftSection={<IconSearch size="1rem" stroke={1.6} />}
          value={q}
          onChange={(event) => setQ(event.currentTarget.value)}
        />
      )}
      {notes.error && !notes.data ? (
        <FailedQuery query={notes} />
      ) : notes.isPending ? (
        <SkeletonLines lines={6} height={16} />
      ) : list.length > 0 ? (
        <>
          <ol className={classes.list}>
            {list.map((note) => (
              <ContactNotesEntry key={note.id} contactId={contact.id} note={note} />
            ))}
          </ol>
          {list.length >= maxShownNotes && <p>{maxShownNotes} notes are shown at most. Search to find older ones.</p>}
        </>
      ) : asked !== '' ? (
        <EmptyState icon={IconSearchOff} title={`No notes match “${asked}”`} />
      ) : (
        <EmptyState icon={IconNote} title="No notes yet" text="What was said, what was promised, what comes next." />
      )}
    </>
  );
}
