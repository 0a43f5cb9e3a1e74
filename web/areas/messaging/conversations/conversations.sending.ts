// An answer leaves five seconds after Send, so that Undo can take it back. Until it is sent, a sealed draft
// keeps it.
import { call } from '#app/api.ts';
import { draftAt, dropDraft, keepDraft } from '#app/drafts.ts';
import { notice } from '#app/notices.tsx';
import { invalidate } from '#app/queries.ts';
import { createStore } from '#app/store.ts';
import { answerConversation } from '#contract/conversations.ts';
import { sendMessage } from '#contract/texting.ts';
import { changed } from './conversations.api.ts';

export const undoMs = 5_000;

/** Of a text; a mail's answer goes where the conversation says. */
export interface TextReceiver {
  contact_id: number;
  message_to: string;
}

export interface Waiting {
  id: number;
  text: string;
  receiver: TextReceiver | undefined;
  /** A retry after a lost answer is the same message. */
  onceKey: string;
  timer: ReturnType<typeof setTimeout>;
}

const waiting = createStore<readonly Waiting[]>([]);
export const useWaiting = (id: number) => waiting.use().filter((each) => each.id === id);

export const answerDraft = (id: number) => `conversation:${id}:answer`;
const sendingDraft = (id: number) => `conversation:${id}:sending`;

export function sendSoon(id: number, text: string, receiver?: TextReceiver) {
  const onceKey = crypto.randomUUID();
  const known = unsentOf(id);
  const one: Waiting = { id, text, receiver, onceKey, timer: setTimeout(() => void leave(one), undoMs) };
  keepDraft(sendingDraft(id), known ? `${known}\n\n${text}` : text);
  waiting.set([...waiting.get(), one]);
  addEventListener('beforeunload', askFirst);
}

export function takeBack(one: Waiting) {
  clearTimeout(one.timer);
  forget(one);
  restore(one);
}

/** A page that was closed within the five seconds: its text stands in the composer again. */
export function restoreUnsent(id: number) {
  if (waiting.get().some((each) => each.id === id)) return;
  const text = unsentOf(id);
  dropDraft(sendingDraft(id));
  if (text) restore({ id, text });
}

async function leave(one: Waiting): Promise<void> {
  try {
    const { id, text, receiver, onceKey } = one;
    if (receiver) await call(sendMessage, { body: { ...receiver, message_content: text }, onceKey });
    else await call(answerConversation, { params: { id }, body: { text }, onceKey });
    await invalidate(...changed);
    forget(one);
  } catch (error) {
    forget(one);
    restore(one);
    notice.failed(error);
  }
}

/** The browser asks before a page with an unsent answer closes. */
const askFirst = (event: BeforeUnloadEvent) => event.preventDefault();

const unsentOf = (id: number) => (draftAt(sendingDraft(id))?.value ?? '') as string;

function forget(one: Waiting) {
  waiting.set(waiting.get().filter((each) => each !== one));
  if (!waiting.get().some(({ id }) => id === one.id)) dropDraft(sendingDraft(one.id));
  if (waiting.get().length === 0) removeEventListener('beforeunload', askFirst);
}

/** Into the composer, before what was typed since. */
function restore({ id, text }: Pick<Waiting, 'id' | 'text'>) {
  const typed = (draftAt(answerDraft(id))?.value ?? '') as string;
  keepDraft(answerDraft(id), typed ? `${text}\n${typed}` : text);
}
