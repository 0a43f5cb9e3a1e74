import { Anchor, Text } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { hrefOf } from '#app/api.ts';
import { useMe } from '#app/session.ts';
import { type ConversationItem, downloadReceivedFile } from '#contract/conversations.ts';
import { sizeWords } from '#contract/kit/formats.ts';
import { reasonWords } from '#contract/sendReasons.ts';
import { StatusBadge } from '#ui/Dot.tsx';
import { momentIn } from '#ui/moments.ts';
import { shownState } from '../sends/sends.labels.ts';
import classes from './Conversations.module.css';
import { cleanMail } from './conversations.clean.ts';

export function ConversationMessage({ item }: { item: ConversationItem }) {
  const { timezone } = useMe();
  const { conversation_id, direction, from, text, html, automatic, at, state, outcome, reason, files } = item;
  return (
    <li className={classes.message} data-direction={direction}>
      <header className={classes.head}>
        <b>{from}</b>
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
        <time className={`${classes.time} figures`} dateTime={at}>
          {momentIn(timezone, at)}
        </time>
      </header>
      {html ? <Html html={html} text={text} from={from} /> : <p className={classes.text}>{text || 'No text'}</p>}
      {files.length > 0 && (
        <ul className={classes.files} aria-label="Files">
          {files.map(({ id, name, size }) => (
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

/** The plain text where there is one; as the sender laid it out at a click. */
function Html({ html, text, from }: { html: string; text: string; from: string }) {
  const [laidOut, setLaidOut] = useState(text === '');
  const clean = useMemo(() => (laidOut ? cleanMail(html) : ''), [laidOut, html]);
  return (
    <>
      {laidOut ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        <iframe title={`The mail of ${from}`} className={classes.frame} sandbox={sandbox} srcDoc={clean} tabIndex={0} />
      ) : (
        <p className={classes.text}>{text}</p>
      )}
      {text !== '' && (
        <Anchor component="button" type="button" size="sm" onClick={() => setLaidOut(!laidOut)}>
          {laidOut ? 'Show the plain text' : 'Show as it was laid out'}
        </Anchor>
      )}
    </>
  );
}

/** It runs no script, sends no form, is of no origin; its links open as in a mail program. */
const sandbox = 'allow-popups allow-popups-to-escape-sandbox';
