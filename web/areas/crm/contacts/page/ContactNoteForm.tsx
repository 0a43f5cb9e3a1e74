// Edits a note. Typed text is kept until it is saved or discarded, and never overwrites a text that was not seen.
import { Alert, Button, Group } from '@mantine/core';
import { useRef, useState } from 'react';
import { isRefused } from '#app/api.ts';
import { dropDraft, useDraft } from '#app/drafts.ts';
import { notice } from '#app/notices.tsx';
import { invalidate, useSend } from '#app/queries.ts';
import { listContactNotes, listContactTimeline, type Note, updateContactNoteEntry } from '#contract/contactHistory.ts';
import { FormLayout } from '#ui/FormLayout.tsx';
import { RichText } from '#ui/RichText.tsx';
import { type MaybeRich, RichTextField } from '#ui/RichTextField.tsx';
import classes from './ContactNotes.module.css';
import { findPeople } from './contactPage.api.ts';

/** `version`: the `updated_at` of the note that was typed over; drafts of an earlier release have none. */
type Draft = MaybeRich & { version?: string };

export function ContactNoteForm({
  note,
  draft,
  params,
  autoFocus,
  onDone,
}: {
  note: Note;
  /** Its name among the drafts. */
  draft: string;
  params: { id: number; noteId: number };
  autoFocus: boolean;
  onDone: () => void;
}) {
  const saved: Draft = { body: note.body, doc: note.doc, version: note.updated_at };
  const { value: kept, keep, drop, isKept } = useDraft<Draft | string>(draft, saved);
  // A draft of the time before formatting is a text.
  const value: Draft = typeof kept === 'string' ? { body: kept, doc: null } : kept;
  const { version = note.updated_at, ...text } = value;
  const isStale = version !== note.updated_at;
  const [taken, setTaken] = useState(0);
  const clash = useRef<HTMLDivElement>(null);
  /** The last sent value. */
  const sent = useRef(value);
  const save = useSend(updateContactNoteEntry, {
    form: true,
    handles: ['contacts.note_stale'],
    invalidates: [listContactNotes, listContactTimeline],
    onDone: () => {
      // Text typed during the save stays.
      dropDraft(draft, sent.current);
      onDone();
    },
  });
  const send = () => {
    if (isStale) return clash.current?.focus();
    sent.current = value;
    const refused = (error: unknown) => {
      if (!isRefused(error, 'contacts.note_stale')) return;
      // From now on the text is one that was typed over an earlier note, whatever is loaded meanwhile.
      keep({ ...text, version });
      void invalidate(listContactNotes);
    };
    save.mutate({ params, body: { ...(text.doc ? { doc: text.doc } : { body: text.body }), version } }, { onError: refused });
  };
  const isSaved = (next: MaybeRich) => next.body === note.body && JSON.stringify(next.doc) === JSON.stringify(note.doc);
  const takeSaved = () => {
    drop();
    setTaken(taken + 1);
    notice.done('Took the saved text', () => keep(value));
  };
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
      {isStale && (
        <Alert ref={clash} tabIndex={-1} variant="light" title="Someone changed this note while you were editing it">
          <div className={classes.body}>{note.doc ? <RichText doc={note.doc} /> : note.body}</div>
          <Group gap="xs" mt="sm">
            <Button variant="default" size="compact-sm" onClick={takeSaved}>
              Take this text
            </Button>
            <Button variant="default" size="compact-sm" onClick={() => keep({ ...text, version: note.updated_at })}>
              Keep your text
            </Button>
          </Group>
        </Alert>
      )}
      <RichTextField
        key={taken}
        label="Note"
        autoFocus={autoFocus}
        value={text}
        error={wrong.body ?? wrong.doc}
        findPeople={findPeople(params.id)}
        onSubmit={send}
        onChange={(next) => (isSaved(next) ? drop() : keep({ ...next, version }))}
      />
    </FormLayout>
  );
}
