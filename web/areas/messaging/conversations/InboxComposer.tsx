// The answer. What is typed is a draft until it is sent; Send can be undone for five seconds.
import { Button, Textarea } from '@mantine/core';
import { useEffect } from 'react';
import { useDraft } from '#app/drafts.ts';
import type { Conversation } from '#contract/conversations.ts';
import { segmentsOf } from '#contract/kit/segments.ts';
import { answerDraft, restoreUnsent, sendSoon, takeBack, useWaiting } from './conversations.sending.ts';
import classes from './Inbox.module.css';

export function InboxComposer({ conversation }: { conversation: Conversation }) {
  const { id, channel, contact, their_address, can } = conversation;
  const isText = channel === 'text';
  const { value: text, keep, drop } = useDraft(answerDraft(id), '');
  const waiting = useWaiting(id);
  useEffect(() => restoreUnsent(id), [id]);
  if (!contact || !(isText || can.answer)) return null;
  return (
    <form
      className={classes.composer}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() === '') return;
        sendSoon(id, text, isText ? { contact_id: contact.id, message_to: their_address } : undefined);
        drop();
      }}
    >
      {waiting.map((one) => (
        <p key={one.onceKey} className={classes.waiting}>
          <span className={classes.leaving}>{one.text}</span>
          <Button variant="default" size="compact-sm" onClick={() => takeBack(one)}>
            Undo sending
          </Button>
        </p>
      ))}
      <Textarea
        name="inbox-answer"
        label={`Answer to ${contact.name || 'the contact'}`}
        description={`${isText ? textWords(text) : 'By e-mail, with your signature.'} Ctrl+Enter sends it.`}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={isText ? 1_600 : 20_000}
        value={text}
        onChange={({ currentTarget }) => keep(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
        }}
      />
      <div className={classes.buttons}>
        <Button type="submit" disabled={text.trim() === ''}>
          Send the answer
        </Button>
      </div>
    </form>
  );
}

/** The carrier charges each segment. */
function textWords(text: string): string {
  const segments = segmentsOf(text);
  return `By text message: ${segments === 1 ? '1 segment' : `${segments} segments`}.`;
}
