// An answer leaves five seconds after Send, so that Undo can take it back. Until it is sent, a sealed draft
// keeps it.
import { call } from '#app/api.ts';
import { draftAt, dropDraft, keepDraft } from '#app/drafts.ts';
import { notice } from '#app/notices.tsx';
import { invalidate } from '#app/queries.ts';
import { createStore } from '#app/store.ts';
import { answerConversation } from '#contract/conversations.ts';
import type { EmailFile } from '#contract/emails.ts';
import { sendMessage } from '#contract/texting.ts';
import { changed } from './conversations.api.ts';

export const undoMs = 5_000;

/** What is written. */
export interface Answer {
  text: string;
  files: readonly EmailFile[];
  /** Whether clicks on its links count. */
  tracks: boolean;
}
export const noAnswer: Answer = { text: '', files: [], tracks: false };

/** Of a text; a mail's answer goes where the conversation says. */
export interface TextReceiver {
  contact_id: number;
  message_to: string;
}

export interface Waiting {
  id: number;
  answer: Answer;
  receiver: TextReceiver | undefined;
  /** A retry after a lost answer is the same message. */
  onceKey: string;
  timer: ReturnType<typeof setTimeout>;
}

const waiting = createStore<readonly Waiting[]>([]);
export const useWaiting = (id: number) => waiting.use().filter((each) => each.id === id);

export const answerDraft = (id: number) => `conversation:${id}:written`;
const sendingDraft = (id: number) => `conversation:${id}:sending`;

export function sendSoon(id: number, answer: Answer, receiver?: TextReceiver) {
  const onceKey = crypto.randomUUID();
  const known = answerAt(sendingDraft(id));
  const one: Waiting = { id, answer, receiver, onceKey, timer: setTimeout(() => void leave(one), undoMs) };
  keepDraft(sendingDraft(id), known ? joined(known, answer) : answer);
  waiting.set([...waiting.get(), one]);
  addEventListener('beforeunload', askFirst);
}

export function takeBack(one: Waiting) {
  clearTimeout(one.timer);
  forget(one);
  restoreAnswer(one.id, one.answer);
}

/** A page that was closed within the five seconds: its text stands in the composer again. */
export function restoreUnsent(id: number) {
  if (waiting.get().some((each) => each.id === id)) return;
  const answer = answerAt(sendingDraft(id));
  dropDraft(sendingDraft(id));
  if (answer) restoreAnswer(id, answer);
}

/** Into the composer, before what was written since. */
export function restoreAnswer(id: number, answer: Answer) {
  const written = answerAt(answerDraft(id));
  keepDraft(answerDraft(id), written ? joined(answer, written) : answer);
}

async function leave(one: Waiting): Promise<void> {
  try {
    const { id, answer, receiver, onceKey } = one;
    const { text, files, tracks: track_clicks } = answer;
    const attachments = files.map((file) => file.id);
    if (receiver) await call(sendMessage, { body: { ...receiver, message_content: text, attachments, track_clicks }, onceKey });
    else await call(answerConversation, { params: { id }, body: { text, attachments, track_clicks }, onceKey });
    await invalidate(...changed);
    forget(one);
  } catch (error) {
    forget(one);
    restoreAnswer(one.id, one.answer);
    notice.failed(error);
  }
}

/** The browser asks before a page with an unsent answer closes. */
const askFirst = (event: BeforeUnloadEvent) => event.preventDefault();

const answerAt = (name: string) => draftAt(name)?.value as Answer | undefined;

const joined = (first: Answer, second: Answer): Answer => ({
  text: [first.text, second.text].filter((text) => text !== '').join('\n'),
  files: [...first.files, ...second.files],
  tracks: first.tracks || second.tracks,
});

function forget(one: Waiting) {
  waiting.set(waiting.get().filter((each) => each !== one));
  if (!waiting.get().some(({ id }) => id === one.id)) dropDraft(sendingDraft(one.id));
  if (waiting.get().length === 0) removeEventListener('beforeunload', askFirst);
}
