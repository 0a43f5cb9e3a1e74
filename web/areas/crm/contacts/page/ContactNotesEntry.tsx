import { ActionIcon, Group } from '@mantine/core';
import { IconPencil, IconPin, IconPinned, IconTrash } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { isRefused } from '#app/api.ts';
import { dropDraft, useDraft, useHasDraft } from '#app/drafts.ts';
import { notice } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import {
  deleteContactNote,
  listContactNotes,
  listContactTimeline,
  type Note,
  pinContactNote,
  updateContactNoteEntry,
} from '#contract/contactHistory.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { FormLayout } from '#ui/FormLayout.tsx';
import { momentIn } from '#ui/moments.ts';
import { RichText } from '#ui/RichText.tsx';
import { type MaybeRich, RichTextField } from '#ui/RichTextField.tsx';
import classes from './ContactNotes.module.css';
import { findPeople } from './contactPage.api.ts';

export function ContactNotesEntry({ contactId, note, canPin }: { contactId: number; note: Note; canPin: boolean }) {
  const { timezone } = useMe();
  const [doing, setDoing] = useState<'edit' | 'delete'>();
  const hasDraft = useHasDraft([draftOf(note)]) && note.can.update;
  const done = () => setDoing(undefined);
  const params = { id: contactId, noteId: note.id };
  const invalidates = [listContactNotes, listContactTimeline];
  const remove = useSend(deleteContactNote, { invalidates, onDone: () => notice.done('Removed the note') });
  const pin = useSend(pinContactNote, {
    invalidates,
    onDone: ({ pinned }) => notice.done(pinned ? 'Pinned the note' : 'The note is no longer pinned'),
  });
  const { isSought, place } = useSought(note.id);
  const look = { variant: 'subtle', color: 'gray', size: '1.75rem' } as const;
  const written = momentIn(timezone, note.created_at);
  return (
    <li ref={place} id={`note-${note.id}`} className={classes.note} data-sought={isSought || undefined}>
      <div className={classes.head}>
        <span className={classes.author}>{note.author?.name ?? 'A former user'}</span>
        <span className="figures">{written}</span>
        {note.updated_at !== note.created_at && <span>edited</span>}
        {note.pinned && <span>pinned</span>}
        <Group gap={0} className={classes.actions}>
          {canPin && (
            <ActionIcon
              {...look}
              aria-label={`Pin the note of ${written}`}
              aria-pressed={note.pinned}
              loading={pin.isPending}
              onClick={() => pin.mutate({ params, body: { pinned: !note.pinned } })}
            >
              {note.pinned ? <IconPinned size="1rem" stroke={1.6} /> : <IconPin size="1rem" stroke={1.6} />}
            </ActionIcon>
          )}
          {note.can.update && (
            <ActionIcon {...look} aria-label={`Edit the note of ${written}`} onClick={() => setDoing('edit')}>
              <IconPencil size="1rem" stroke={1.6} />
            </ActionIcon>
          )}
          {note.can.delete && (
            <ActionIcon {...look} aria-label={`Remove the note of ${written}`} onClick={() => setDoing('delete')}>
              <IconTrash size="1rem" stroke={1.6} />
            </ActionIcon>
          )}
        </Group>
      </div>
      {doing === 'edit' || hasDraft ? (
        <NoteForm note={note} params={params} autoFocus={doing === 'edit'} onDone={done} />
      ) : (
        <div className={classes.body}>{note.doc ? <RichText doc={note.doc} /> : note.body}</div>
      )}
      <ConfirmDialog
        opened={doing === 'delete'}
        title="Remove this note?"
        action="Remove the note"
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ params }, { onSettled: done })}
        onClose={done}
      >
        It cannot be brought back.
      </ConfirmDialog>
    </li>
  );
}

/** Whether the address names this note, as a mail or a notice about a mention does: then it is scrolled to. */
function useSought(id: number) {
  const hash = useRouterState({ select: ({ location }) => location.hash });
  const place = useRef<HTMLLIElement>(null);
  const isSought = hash === `note-${id}`;
  useEffect(() => {
    if (isSought) place.current?.scrollIntoView({ block: 'center' });
  }, [isSought]);
  return { isSought, place };
}

const draftOf = ({ id }: Note) => `note:${id}`;

function NoteForm({
  note,
  params,
  autoFocus,
  onDone,
}: {
  note: Note;
  params: { id: number; noteId: number };
  autoFocus: boolean;
  onDone: () => void;
}) {
  const saved: MaybeRich = { body: note.body, doc: note.doc };
  const { value: kept, keep, drop, isKept } = useDraft<MaybeRich | string>(draftOf(note), saved);
  // A draft of the time before formatting is a text.
  const value = typeof kept === 'string' ? { body: kept, doc: null } : kept;
  /** What was sent. */
  const sent = useRef(value);
  const save = useSend(updateContactNoteEntry, {
    form: true,
    invalidates: [listContactNotes, listContactTimeline],
    onDone: () => {
      // What was typed on while it was saved stays.
      dropDraft(draftOf(note), sent.current);
      onDone();
    },
  });
  const send = () => {
    sent.current = value;
    save.mutate({ params, body: value.doc ? { doc: value.doc } : { body: value.body } });
  };
  const isSaved = (next: MaybeRich) => next.body === note.body && JSON.stringify(next.doc) === JSON.stringify(note.doc);
  const wrong = isRefused(save.error, 'invalid') ? save.error.fieldErrors : {};
  return (
    <FormLayout
      submit="Save"
      busy={save.isPending}
      onCancel={() => {
        drop();
        if (isKept) notice.done('Discarded your changes', () => keep(value));
        onDone();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <RichTextField
        label="Note"
        autoFocus={autoFocus}
        value={value}
        error={wrong.body ?? wrong.doc}
        findPeople={findPeople(params.id)}
        onSubmit={send}
        onChange={(next) => (isSaved(next) ? drop() : keep(next))}
      />
    </FormLayout>
  );
}
