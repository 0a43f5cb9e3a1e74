// An answer leaves five seconds after Send, so that Undo can take it back. Until it is sent, a sealed draft
// keeps it.
import { call } from '#app/api.ts';
import { draftAt, dropDraft, keepDraft } from '#app/drafts.ts';
import { notice } from '#app/notices.tsx';
import { invalidate } from '#app/queries.ts';
import { createStore } from '#app/store.ts';
import type { MessageChannel } from '#contract/conversationLists.ts';
import { answerConversation, type Conversation } from '#contract/conversations.ts';
import type { EmailFile } from '#contract/emails.ts';
import { sendMessage } from '#contract/texting.ts';
import { changed } from './conversations.api.ts';

export const undoMs = 5_000;

/** An unsent answer. */
export interface Answer {
  text: string;
  files: readonly EmailFile[];
  /** Whether clicks on its links count. */
  tracks: boolean;
  /** Chosen instead of the usual channel, or number of the contact. */
  by?: MessageChannel;
  number?: string;
}
export const noAnswer: Answer = { text: '', files: [], tracks: false };

/** A mail's answer goes where its conversation says. */
export type Target = { by: 'text'; number: string } | { by: 'email'; conversation: number };

export interface Waiting {
  id: string;
  /** The contact's id. */
  to: number;
  answer: Answer;
  target: Target;
  timer: ReturnType<typeof setTimeout>;
}

const waiting = createStore<readonly Waiting[]>([]);
export const useWaiting = (contact: number) => waiting.use().filter(({ to }) => to === contact);

/** A person has one thread, which may have no conversation yet. */
export const answerDraft = (contact: number) => `answer:${contact}:written`;
const sendingDraft = (contact: number) => `answer:${contact}:sending`;

export function sendSoon(to: number, answer: Answer, target: Target) {
  const known = answerAt(sendingDraft(to));
  const timer = setTimeout(() => leave(one), undoMs);
  const one: Waiting = { id: crypto.randomUUID(), to, answer, target, timer };
  keepDraft(sendingDraft(to), known ? joined(known, answer) : answer);
  waiting.set([...waiting.get(), one]);
  addEventListener('beforeunload', askFirst);
}

export function takeBack(one: Waiting) {
  clearTimeout(one.timer);
  forget(one);
  restoreAnswer(one.to, one.answer);
}

/** A page that was closed within the five seconds: its text stands in the composer again. */
export function restoreUnsent(contact: number) {
  if (waiting.get().some(({ to }) => to === contact)) return;
  const answer = answerAt(sendingDraft(contact));
  dropDraft(sendingDraft(contact));
  if (answer) restoreAnswer(contact, answer);
}

/** Into the composer, before what was written since. */
export function restoreAnswer(contact: number, answer: Answer) {
  const written = answerAt(answerDraft(contact));
  keepDraft(answerDraft(contact), written ? joined(answer, written) : answer);
}

/** Sends the next answer as a text; to that number, if one is given. */
export const chooseText = (contact: number, number?: string) =>
  keepDraft(answerDraft(contact), {
    ...(answerAt(answerDraft(contact)) ?? noAnswer),
    by: 'text',
    ...(number !== undefined && { number }),
  });

/** By which way an answer to this conversation leaves. */
export const wayOf = ({ channel, their_address }: Conversation): Pick<Answer, 'by' | 'number'> =>
  channel === 'text' ? { by: 'text', number: their_address } : { by: 'email' };

const lastTo = new Map<number, Promise<void>>();

/** In the order of writing: the second of two equal ones would be taken for the first while that has no answer. */
function leave(one: Waiting) {
  const turn = (lastTo.get(one.to) ?? Promise.resolve()).then(() => send(one));
  lastTo.set(one.to, turn);
}

async function send(one: Waiting): Promise<void> {
  if (!waiting.get().includes(one)) return; // taken back while it waited for its turn
  try {
    const { to, answer, target } = one;
    const { text, files, tracks: track_clicks } = answer;
    const attachments = files.map((file) => file.id);
    if (target.by === 'text') {
      const body = { contact_id: to, message_to: target.number, message_content: text, attachments, track_clicks };
      await call(sendMessage, { body });
    } else {
      const params = { id: target.conversation };
      await call(answerConversation, { params, body: { text, attachments, track_clicks } });
    }
    await invalidate(...changed);
    forget(one);
  } catch (error) {
    forget(one);
    restoreAnswer(one.to, one.answer);
    notice.failed(error);
  }
}

/** The browser asks before a page with an unsent answer closes. */
const askFirst = (event: BeforeUnloadEvent) => event.preventDefault();

const answerAt = (name: string) => draftAt(name)?.value as Answer | undefined;

const joined = (first: Answer, second: Answer): Answer => ({
  ...first,
  text: [first.text, second.text].filter((text) => text !== '').join('\n'),
  files: [...first.files, ...second.files],
  tracks: first.tracks || second.tracks,
});

function forget(one: Waiting) {
  waiting.set(waiting.get().filter((each) => each !== one));
  if (!waiting.get().some(({ to }) => to === one.to)) dropDraft(sendingDraft(one.to));
  if (waiting.get().length === 0) removeEventListener('beforeunload', askFirst);
}
