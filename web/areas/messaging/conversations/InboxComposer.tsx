// The answer, or the first text to a contact. Typed text is a draft until it is sent; Send can be undone for
// five seconds.
import { Button, Checkbox, Group, SegmentedControl, Select, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useUpdate } from '#app/cable.ts';
import { useDraft } from '#app/drafts.ts';
import { invalidate, queryOf } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import type { MessageChannel } from '#contract/conversationLists.ts';
import { type Conversation, getMergeValues, showConversation } from '#contract/conversations.ts';
import type { AnswerOf } from '#contract/kit/endpoint.ts';
import { formatPhone } from '#contract/kit/formats.ts';
import { maxTextLength } from '#contract/texting.ts';
import { linksIn } from '#contract/texts.ts';
import type { Person } from '#contract/users.ts';
import { later } from '#ui/later.ts';
import { RegistrationNotice } from '#web/areas/messaging/registrations/RegistrationNotice.tsx';
import { ComposerTools } from './ComposerTools.tsx';
import { writeQuery } from './conversations.api.ts';
import { useTextCost } from './conversations.cost.ts';
import { noteTyping } from './conversations.presence.ts';
import {
  type Answer,
  answerDraft,
  noAnswer,
  restoreUnsent,
  sendSoon,
  type Target,
  takeBack,
  useWaiting,
} from './conversations.sending.ts';
import { FileChips } from './FileChips.tsx';
import classes from './Inbox.module.css';
import { ScheduledList } from './ScheduledList.tsx';
import { SendLater } from './SendLater.tsx';
import { TextGate } from './TextGate.tsx';
import { TextUncovered } from './TextUncovered.tsx';

const TopUp = later(() => import('#web/areas/money/wallet/TopUp.tsx').then((module) => module.TopUp));

interface Props {
  contact: Person;
  /** The open one; nothing was written yet where it is missing. */
  conversation?: Conversation;
}

export function InboxComposer({ contact, conversation }: Props) {
  const { value: answer, keep, drop } = useDraft(answerDraft(contact.id), noAnswer);
  const { text, files, tracks } = answer;
  const waiting = useWaiting(contact.id);
  const [topsUp, setTopsUp] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const way = useWay(contact.id, conversation, answer);
  const cost = useTextCost(answer, way.channel === 'text');
  const values = useValues(way.about, conversation);
  useEffect(() => restoreUnsent(contact.id), [contact.id]);
  if (!way.channel) return null;
  const { channel, channels, conversation: thread, numbers, number } = way;
  const isText = channel === 'text';
  const hasLinks = linksIn(text).length > 0;
  const isEmpty = text.trim() === '' && !(isText && files.length > 0);
  const written = { ...answer, tracks: tracks && hasLinks };
  const target = targetOf(way);
  const write = (next: string) => {
    keep({ ...answer, text: next });
    if (conversation) noteTyping(conversation.id, next);
  };
  const clear = () => {
    drop();
    if (conversation) noteTyping(conversation.id, '');
  };
  return (
    <>
      <form
        className={classes.composer}
        onSubmit={(event) => {
          event.preventDefault();
          if (isEmpty || !target) return;
          sendSoon(contact.id, written, target);
          clear();
        }}
      >
        {conversation && <ScheduledList conversation={conversation} />}
        {isText && <RegistrationNotice />}
        {isText && way.about && <TextGate about={way.about} number={number} />}
        {waiting.map((one) => (
          <p key={one.id} className={classes.waiting}>
            <span className={classes.leaving}>{one.answer.text || one.answer.files.map(({ name }) => name).join(', ')}</span>
            <Button variant="default" size="compact-sm" onClick={() => takeBack(one)}>
              Undo sending
            </Button>
          </p>
        ))}
        {(channels.length > 1 || (isText && numbers.length > 1)) && (
          <div className={classes.ways}>
            {channels.length > 1 && (
              <SegmentedControl
                size="xs"
                aria-label="Answer by"
                data={channels.map((each) => ({ value: each, label: each === 'text' ? 'Text' : 'E-mail' }))}
                value={channel}
                onChange={(next) => keep({ ...answer, by: next as MessageChannel })}
              />
            )}
            {isText && numbers.length > 1 && (
              <Select
                size="xs"
                aria-label="To which number"
                allowDeselect={false}
                data={numbers.map((each) => ({ value: each, label: `To ${formatPhone(each)}` }))}
                value={number}
                onChange={(next) => next && keep({ ...answer, number: next })}
              />
            )}
          </div>
        )}
        <Textarea
          ref={field}
          name="inbox-answer"
          label={`${conversation ? 'Answer' : 'Text'} to ${contact.name || 'the contact'}`}
          description={`${isText ? cost.words : 'By e-mail, with your signature.'} Ctrl+Enter sends it.`}
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
        {isText && <TextUncovered cost={cost} onTopUp={() => setTopsUp(true)} />}
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
            channel={channel}
            values={values}
            onInsert={(more) => insertInto(field.current, text, more, write)}
            onFile={(file) => keep({ ...answer, files: [...files, file] })}
          />
          <Group gap="xs" ml="auto">
            {thread && (!isText || number === thread.their_address) && (
              <SendLater conversation={thread.id} answer={written} disabled={isEmpty} onPlanned={clear} />
            )}
            <Button type="submit" disabled={isEmpty || !target}>
              {conversation ? 'Send the answer' : 'Send the text'}
            </Button>
          </Group>
        </div>
      </form>
      {/* Not in the form: its own would send the answer. */}
      <Suspense>{topsUp && <TopUp onClose={() => setTopsUp(false)} />}</Suspense>
    </>
  );
}

/** Null: there is nowhere to send it. */
function targetOf({ channel, number, conversation }: ReturnType<typeof useWay>): Target | null {
  if (channel === 'text') return number ? { by: 'text', number } : null;
  return conversation && { by: 'email', conversation: conversation.id };
}

type About = AnswerOf<typeof showConversation>;

/**
 * By which channel it leaves, in which conversation, and to which number; users may choose where there are
 * several.
 */
function useWay(contact: number, open: Conversation | undefined, { by, number: asked }: Answer) {
  const { features } = useMe();
  const { data: about } = useQuery(writeQuery(contact));
  useUpdate('conversation.changed', () => void invalidate(showConversation));
  useUpdate('compliance.changed', () => void invalidate(showConversation));
  useUpdate('contact.changed', ({ id }) => id === contact && void invalidate(showConversation));
  const latestOf = (channel: MessageChannel) =>
    open?.channel === channel ? open : about?.conversations.find((each) => each.channel === channel);
  const mail = latestOf('email');
  const numbers = about?.phones.map(({ number }) => number) ?? [];
  const canText = features.texting && (open?.channel === 'text' || numbers.length > 0);
  const channels: MessageChannel[] = [...(mail?.can.answer ? ['email' as const] : []), ...(canText ? ['text' as const] : [])];
  const wanted = by ?? open?.channel ?? 'text';
  const channel = channels.includes(wanted) ? wanted : channels[0];
  const thread = channel && latestOf(channel);
  const usual = (channel === 'text' && thread?.their_address) || numbers[0] || null;
  const number = asked && numbers.includes(asked) ? asked : usual;
  return { about, channel, channels, conversation: thread ?? null, numbers, number };
}

/** A conversation may be with a colleague's contact: only its thread knows that contact. */
function useValues(about: About | undefined, open: Conversation | undefined) {
  const ofThread = useQuery({ ...queryOf(getMergeValues, { params: { id: open?.id ?? 0 } }), enabled: open !== undefined });
  return (open ? ofThread.data?.values : about?.values) ?? null;
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
