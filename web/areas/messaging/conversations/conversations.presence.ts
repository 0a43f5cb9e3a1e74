// The colleagues in the open conversation. Each browser says again and again what its user does there; one that
// says nothing for some seconds has left.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from '#app/api.ts';
import { useUpdate } from '#app/cable.ts';
import { isMe } from '#app/session.ts';
import type { Doing } from '#contract/conversationLists.ts';
import { type ConversationItem, showPresence } from '#contract/conversations.ts';

/** Milliseconds: between two reports, until a silent colleague is forgotten, and from the last letter on. */
const [beatMs, forgetMs, typingMs] = [8_000, 14_000, 10_000];

export interface Colleague {
  id: number;
  name: string;
  doing: Exclude<Doing, 'left'>;
  /** Milliseconds of the last report, by performance.now(). */
  at: number;
}

const typing = { conversation: 0, at: Number.NEGATIVE_INFINITY };

/** The user writes in this conversation; with nothing written they only look. */
export function noteTyping(conversation: number, text: string) {
  Object.assign(typing, { conversation, at: text.trim() === '' ? Number.NEGATIVE_INFINITY : performance.now() });
}

function doingIn(conversation: number): Doing {
  if (document.hidden) return 'left';
  return typing.conversation === conversation && performance.now() - typing.at < typingMs ? 'replying' : 'looking';
}

/** Tells what the user does in this thread, and returns the colleagues in it. */
export function usePresence(id: number, items: readonly Pick<ConversationItem, 'conversation_id'>[]): readonly Colleague[] {
  const [colleagues, setColleagues] = useState<readonly Colleague[]>([]);
  const told = useRef({ doing: 'left' as Doing, at: Number.NEGATIVE_INFINITY });
  useEffect(() => {
    const tell = (doing: Doing) => {
      const last = told.current;
      if (doing === last.doing && (doing === 'left' || performance.now() - last.at < beatMs)) return;
      told.current = { doing, at: performance.now() };
      // A lost report is made good by the next.
      void call(showPresence, { params: { id }, body: { doing } }, { keepalive: true }).catch(() => {});
    };
    const look = () => tell(doingIn(id));
    const leave = () => tell('left');
    const timer = setInterval(() => {
      look();
      setColleagues((known) => (known.some(isOld) ? known.filter((one) => !isOld(one)) : known));
    }, 1_000);
    look();
    document.addEventListener('visibilitychange', look);
    addEventListener('pagehide', leave);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      removeEventListener('pagehide', leave);
      leave();
    };
  }, [id]);
  const isHere = useEffectEvent((conversation: number) =>
    [id, ...items.map((item) => item.conversation_id)].includes(conversation),
  );
  useUpdate('conversation.presence', ({ id: conversation, user, doing }) => {
    if (isMe(user.id) || !isHere(conversation)) return;
    // A new colleague learns within a second that we are here.
    if (doing !== 'left' && !colleagues.some((one) => one.id === user.id)) told.current.at = Number.NEGATIVE_INFINITY;
    setColleagues((known) => [
      ...known.filter((one) => one.id !== user.id),
      ...(doing === 'left' ? [] : [{ ...user, doing, at: performance.now() }]),
    ]);
  });
  return colleagues;
}

const isOld = ({ at }: Colleague) => performance.now() - at > forgetMs;
