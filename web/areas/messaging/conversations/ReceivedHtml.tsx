// A received mail as its sender laid it out, in a frame without scripts. Pictures that came with it show at
// once; loading others tells the sender that the mail was read, so that is the reader's choice.
import { Anchor, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { notice } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { type ConversationItem, setPictureSender } from '#contract/conversations.ts';
import { counted } from '#contract/kit/formats.ts';
import classes from './Conversations.module.css';
import { changed } from './conversations.api.ts';
import { cleanMail, picturesIn } from './conversations.clean.ts';
import { isInline, loadPictures } from './conversations.pictures.ts';

const none: ReadonlyMap<string, string> = new Map();

export function ReceivedHtml({ item, html }: { item: ConversationItem; html: string }) {
  const { id, from, shows_pictures } = item;
  const sources = useMemo(() => picturesIn(html), [html]);
  const remote = sources.filter((src) => !isInline(src)).length;
  const [asked, setAsked] = useState(false);
  const shows = asked || shows_pictures;
  const wanted = shows ? sources : sources.filter(isInline);
  const pictures = useQuery({
    queryKey: ['pictures of a mail', id, shows],
    queryFn: ({ signal }) => loadPictures(item, wanted, signal),
    enabled: wanted.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => before,
  });
  // Earlier pictures stay while others load, but none that is hidden now.
  const shown = useMemo(
    () => new Map([...(pictures.data ?? none)].filter(([src]) => shows || isInline(src))),
    [pictures.data, shows],
  );
  const clean = useMemo(() => cleanMail(html, shown), [html, shown]);
  return (
    <>
      {remote > 0 && <Choice item={item} shows={shows} onShow={() => setAsked(true)} onHide={() => setAsked(false)} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <iframe title={`The mail of ${from}`} className={classes.frame} sandbox={sandbox} srcDoc={clean} tabIndex={0} />
      {pictures.isFetching && wanted.length > 0 ? (
        <Text size="sm" c="dimmed" role="status">
          Loading {counted(wanted.length, 'picture')}
        </Text>
      ) : (
        shows &&
        wanted.length > shown.size && (
          <Text size="sm" c="dimmed">
            {counted(wanted.length - shown.size, 'picture')} could not be loaded
          </Text>
        )
      )}
    </>
  );
}

/** It runs no script, sends no form, is of no origin; its links open as in a mail program. */
const sandbox = 'allow-popups allow-popups-to-escape-sandbox';

function Choice({
  item: { id, conversation_id, from, shows_pictures },
  shows,
  onShow,
  onHide,
}: {
  item: ConversationItem;
  shows: boolean;
  onShow: () => void;
  onHide: () => void;
}) {
  const always = useSend(setPictureSender, { invalidates: changed });
  const set = (wanted: boolean) =>
    always.mutate(
      { params: { id: conversation_id, message_id: id }, body: { always: wanted } },
      {
        onSuccess() {
          if (!wanted) onHide();
          notice.done(wanted ? `Pictures of ${from} are always shown` : `Pictures of ${from} are hidden again`, () =>
            set(!wanted),
          );
        },
      },
    );
  if (shows_pictures)
    return (
      <Anchor component="button" type="button" size="sm" onClick={() => set(false)}>
        Hide pictures of {from}
      </Anchor>
    );
  return (
    <div className={classes.choice}>
      {!shows && (
        <>
          <Text size="sm">Pictures are hidden, so the sender does not learn that you read this.</Text>
          <Button variant="default" size="compact-sm" onClick={onShow}>
            Show pictures
          </Button>
        </>
      )}
      <Button variant="subtle" size="compact-sm" loading={always.isPending} onClick={() => set(true)}>
        Always show pictures of {from}
      </Button>
    </div>
  );
}
