import { ActionIcon, Group, Textarea } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
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
  updateContactNoteEntry,
} from '#contract/contactHistory.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { FormLayout } from '#ui/FormLayout.tsx';
import { momentIn } from '#ui/moments.ts';
import classes from './ContactNotes.module.css';

export function ContactNotesEntry({ contactId, note }: { contactId: number; note: Note }) {
  const { timezone } = useMe();
  const [doing, setDoing] = useState<'edit' | 'delete'>();
  const hasDraft = useHasDraft([draftOf(note)]) && note.can.update;
  const done = () => setDoing(undefined);
  const params = { id: contactId, noteId: note.id };
  const invalidates = [listContactNotes, listContactTimeline];
  const remove = useSend(deleteContactNote, { invalidates, onDone: () => notice.done('Removed the note') });
  const look = { variant: 'subtle', color: 'gray', size: '1.75rem' } as const;
  const written = momentIn(timezone, note.created_at);
  return (
    <li className={classes.note}>
      <div className={classes.head}>
        <span className={classes.author}>{note.author?.name ?? 'A former user'}</span>
        <span className="figures">{written}</span>
        {note.updated_at !== note.created_at && <span>edited</span>}
        <Group gap={0} className={classes.actions}>
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
        <div className={classes.body}>{note.body}</div>
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
  const { value: body, keep, drop, isKept } = useDraft(draftOf(note), note.body);
  const save = useSend(updateContactNoteEntry, {
    form: true,
    invalidates: [listContactNotes, listContactTimeline],
    onDone: (_, { body: sent }) => {
      // What was typed on while it was saved stays.
      dropDraft(draftOf(note), sent.body);
      onDone();
    },
  });
  return (
    <FormLayout
      submit="Save"
      busy={save.isPending}
      onCancel={() => {
        drop();
        if (isKept) notice.done('Discarded your changes', () => keep(body));
        onDone();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ params, body: { body } });
      }}
    >
      <Textarea
        aria-label="Note"
        autoFocus={autoFocus}
        autosize
        minRows={2}
        maxLength={10_000}
        value={body}
        error={isRefused(save.error, 'invalid') && save.error.fieldErrors.body}
        onChange={({ currentTarget }) => (currentTarget.value === note.body ? drop() : keep(currentTarget.value))}
      />
    </FormLayout>
  );
}
