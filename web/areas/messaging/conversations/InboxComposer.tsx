// The answer. What is typed is a draft until it is sent; Send can be undone for five seconds.
import { Button, Checkbox, Group, Textarea } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useDraft } from '#app/drafts.ts';
import type { Conversation } from '#contract/conversations.ts';
import { maxTextLength } from '#contract/texting.ts';
import { linksIn } from '#contract/texts.ts';
import { RegistrationNotice } from '#web/areas/messaging/registrations/RegistrationNotice.tsx';
import { ComposerTools } from './ComposerTools.tsx';
import { useTextWords } from './conversations.cost.ts';
import { noteTyping } from './conversations.presence.ts';
import { answerDraft, noAnswer, restoreUnsent, sendSoon, takeBack, useWaiting } from './conversations.sending.ts';
import { FileChips } from './FileChips.tsx';
import classes from './Inbox.module.css';
import { ScheduledList } from './ScheduledList.tsx';
import { SendLater } from './SendLater.tsx';

export function InboxComposer({ conversation }: { conversation: Conversation }) {
  const { id, channel, contact, their_address, can } = conversation;
  const isText = channel === 'text';
  const { value: answer, keep, drop } = useDraft(answerDraft(id), noAnswer);
  const { text, files, tracks } = answer;
  const waiting = useWaiting(id);
  const field = useRef<HTMLTextAreaElement>(null);
  const textWords = useTextWords(answer);
  useEffect(() => restoreUnsent(id), [id]);
  if (!contact || !(isText || can.answer)) return null;
  const hasLinks = linksIn(text).length > 0;
  const isEmpty = text.trim() === '' && !(isText && files.length > 0);
  const written = { ...answer, tracks: tracks && hasLinks };
  const write = (next: string) => {
    keep({ ...answer, text: next });
    noteTyping(id, next);
  };
  const clear = () => {
    drop();
    noteTyping(id, '');
  };
  return (
    <form
      className={classes.composer}
      onSubmit={(event) => {
        event.preventDefault();
        if (isEmpty) return;
        sendSoon(id, written, isText ? { contact_id: contact.id, message_to: their_address } : undefined);
        clear();
      }}
    >
      <ScheduledList conversation={conversation} />
      {isText && <RegistrationNotice />}
      {waiting.map((one) => (
        <p key={one.onceKey} className={classes.waiting}>
          <span className={classes.leaving}>{one.answer.text || one.answer.files.map(({ name }) => name).join(', ')}</span>
          <Button variant="default" size="compact-sm" onClick={() => takeBack(one)}>
            Undo sending
          </Button>
        </p>
      ))}
      <Textarea
        ref={field}
        name="inbox-answer"
        label={`Answer to ${contact.name || 'the contact'}`}
        description={`${isText ? textWords : 'By e-mail, with your signature.'} Ctrl+Enter sends it.`}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={isText ? maxTextLength : 20_000}
        value={text}
        onChange={({ currentTarget }) => write(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
        }}
      />
      {files.length > 0 && <FileChips files={files} onChange={(next) => keep({ ...answer, files: next })} />}
      {hasLinks && (
        <Checkbox
          size="sm"
          label={isText ? 'Shorten the links, and count clicks on them' : 'Count clicks on the links'}
          checked={tracks}
          onChange={({ currentTarget }) => keep({ ...answer, tracks: currentTarget.checked })}
        />
      )}
      <div className={classes.buttons}>
        <ComposerTools
          conversation={conversation}
          onInsert={(more) => insertInto(field.current, text, more, write)}
          onFile={(file) => keep({ ...answer, files: [...files, file] })}
        />
        <Group gap="xs" ml="auto">
          <SendLater conversation={id} answer={written} disabled={isEmpty} onPlanned={clear} />
          <Button type="submit" disabled={isEmpty}>
            Send the answer
          </Button>
        </Group>
      </div>
    </form>
  );
}

/** At the cursor, which then stands behind it. */
function insertInto(field: HTMLTextAreaElement | null, text: string, more: string, write: (text: string) => void) {
  const [from, to] = [field?.selectionStart ?? text.length, field?.selectionEnd ?? text.length];
  write(text.slice(0, from) + more + text.slice(to));
  requestAnimationFrame(() => {
    field?.focus();
    field?.setSelectionRange(from + more.length, from + more.length);
  });
}
