// A new note. What is typed is kept for this contact until it is added.
import { Button, Textarea } from '@mantine/core';
import { createContactNote, listContactNotes, listContactTimeline } from '#contract/contactHistory.ts';
import { isRefused } from '../../app/api.ts';
import { useSend } from '../../app/queries.ts';
import { text } from '../../app/reading.ts';
import { useStored } from '../../app/stored.ts';
import classes from './ContactNotes.module.css';

const words = text();
/** The page's key `n` brings the focus here. */
export const composerName = 'new-note';

export function ContactNotesComposer({ contactId }: { contactId: number }) {
  const [body, setBody] = useStored(`note:${contactId}`, words, '', 'passing');
  const add = useSend(createContactNote, {
    form: true,
    invalidates: [listContactNotes, listContactTimeline],
    onDone: () => setBody(''),
  });
  const send = () => body.trim() && !add.isPending && add.mutate({ params: { id: contactId }, body: { body } });
  return (
    <form
      className={classes.composer}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Textarea
        name={composerName}
        aria-label="New note"
        placeholder="Write a note…"
        autosize
        minRows={2}
        maxRows={12}
        maxLength={10_000}
        value={body}
        error={isRefused(add.error, 'invalid') && add.error.fieldErrors.body}
        onChange={(event) => setBody(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
      {body.trim() && (
        <Button type="submit" className={classes.add} loading={add.isPending}>
          Add note
        </Button>
      )}
    </form>
  );
}
