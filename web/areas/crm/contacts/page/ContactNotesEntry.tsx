import { ActionIcon, Group } from '@mantine/core';
import { IconPencil, IconPin, IconPinned, IconTrash } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useHasDraft } from '#app/drafts.ts';
import { notice } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { deleteContactNote, listContactNotes, listContactTimeline, type Note, pinContactNote } from '#contract/contactHistory.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { later } from '#ui/later.ts';
import { momentIn } from '#ui/moments.ts';
import { RichText } from '#ui/RichText.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import classes from './ContactNotes.module.css';

const ContactNoteForm = later(() => import('./ContactNoteForm.tsx').then((module) => module.ContactNoteForm));

export function ContactNotesEntry({ contactId, note }: { contactId: number; note: Note }) {
  const { timezone } = useMe();
  const [doing, setDoing] = useState<'edit' | 'delete'>();
  const draft = `note:${note.id}`;
  const hasDraft = useHasDraft([draft]) && note.can.update;
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
          {note.can.pin && (
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
        <Suspense fallback={<SkeletonLines lines={3} height={16} />}>
          <ContactNoteForm note={note} draft={draft} params={params} autoFocus={doing === 'edit'} onDone={done} />
        </Suspense>
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
