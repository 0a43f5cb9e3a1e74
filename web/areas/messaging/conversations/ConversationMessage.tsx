import { Anchor, Button, Text } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useState } from 'react';
import { hrefOf } from '#app/api.ts';
import { notice } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { type ConversationItem, downloadReceivedFile } from '#contract/conversations.ts';
import { sizeWords } from '#contract/kit/formats.ts';
import type { MessageState } from '#contract/sendLists.ts';
import { reasonWords } from '#contract/sendReasons.ts';
import { resendMessage } from '#contract/sends.ts';
import { StatusBadge } from '#ui/Dot.tsx';
import { momentIn } from '#ui/moments.ts';
import { shownState } from '../sends/sends.labels.ts';
import { ConversationPicture } from './ConversationPicture.tsx';
import classes from './Conversations.module.css';
import { addressWords, changed } from './conversations.api.ts';
import { ReceivedHtml } from './ReceivedHtml.tsx';

export function ConversationMessage({ item }: { item: ConversationItem }) {
  const { timezone } = useMe();
  const { id, conversation_id, direction, from, text, html, automatic, at, state, outcome, reason, files } = item;
  // Without the pictures that the HTML shows itself.
  const pictures = files.filter((file) => isPicture(file.type) && !(text === '' && isShownIn(html, file.cid)));
  const others = files.filter((file) => !isPicture(file.type));
  return (
    <li className={classes.message} data-direction={direction}>
      <header className={classes.head}>
        <b>{addressWords(from)}</b>
        {automatic && (
          <Text span size="sm" c="dimmed">
            Automatic answer
          </Text>
        )}
        {state && <StatusBadge status={shownState({ state, outcome })} />}
        {state && reason && (
          <Text span size="sm" c="dimmed">
            {reasonWords(reason)}
          </Text>
        )}
        {state && canResend(state) && <Resend id={id} />}
        <time className={`${classes.time} figures`} dateTime={at}>
          {momentIn(timezone, at)}
        </time>
      </header>
      {html ? <Html item={item} html={html} /> : <p className={classes.text}>{text || 'No text'}</p>}
      {pictures.length > 0 && (
        <div className={classes.pictures}>
          {pictures.map(({ id, name }) => (
            <ConversationPicture
              key={id}
              name={name}
              href={hrefOf(downloadReceivedFile, { params: { id: conversation_id, file_id: id } })}
            />
          ))}
        </div>
      )}
      {others.length > 0 && (
        <ul className={classes.files} aria-label="Files">
          {others.map(({ id, name, size }) => (
            <li key={id}>
              <IconPaperclip size="1rem" aria-hidden />
              <Anchor href={hrefOf(downloadReceivedFile, { params: { id: conversation_id, file_id: id } })} download={name}>
                {name}
              </Anchor>
              <span className={classes.time}>{sizeWords(size)}</span>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

const isShownIn = (html: string | null, cid: string) => cid !== '' && (html?.toLowerCase().includes(`cid:${cid}`) ?? false);

/** A picture that every browser shows. */
const isPicture = (type: string) => /^image\/(?:jpeg|png|gif|webp)$/.test(type);

const canResend = (state: MessageState) => state === 'failed' || state === 'unknown';

function Resend({ id }: { id: number }) {
  const resend = useSend(resendMessage, { invalidates: changed, onDone: () => notice.done('It is on its way again') });
  return (
    <Button variant="default" size="compact-sm" loading={resend.isPending} onClick={() => resend.mutate({ params: { id } })}>
      Send again
    </Button>
  );
}

/** The plain text where there is one; as the sender laid it out at a click. */
function Html({ item, html }: { item: ConversationItem; html: string }) {
  const { text } = item;
  const [laidOut, setLaidOut] = useState(text === '');
  return (
    <>
      {laidOut ? <ReceivedHtml item={item} html={html} /> : <p className={classes.text}>{text}</p>}
      {text !== '' && (
        <Anchor component="button" type="button" size="sm" onClick={() => setLaidOut(!laidOut)}>
          {laidOut ? 'Show the plain text' : 'Show as it was laid out'}
        </Anchor>
      )}
    </>
  );
}
