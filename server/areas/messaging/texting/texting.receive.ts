// The carrier's calls: a text of a person, or a report on one of ours. The same call again changes nothing.
import { sql } from 'kysely';
import { startTexts, stopTexts } from '#areas/messaging/compliance/compliance.service.ts';
import { storeReceived } from '#areas/messaging/conversations/conversations.service.ts';
import { findNumbers, type HeldNumber, rememberNumber } from '#areas/messaging/phoneNumbers/phoneNumbers.service.ts';
import { applyTextReport, cancelTextsTo, type DatedReport, heedAnswer, sendText } from '#areas/messaging/sends/sends.service.ts';
import type { Platform, Tx } from '#kernel/context.ts';
import type { HeldCall } from '#kernel/http/hooks.ts';
import { type ReceivedText, TelephonyUnavailable, type TextCall } from '#kernel/telephony/telephony.ts';
import { findByNumbers, type Matched } from './texting.contacts.ts';
import { textingJobs } from './texting.jobs.ts';
import { keywordOf, soundsLikeStop } from './texting.words.ts';

/** A text that came in, and when. */
type Arrived = ReceivedText & { at: Date };
type Call = Extract<TextCall, { kind: 'report' }> | { kind: 'received'; text: Arrived };

/** A call that says nothing that we know is null. */
export function readCalls({ telephony }: Pick<Platform, 'telephony'>, calls: readonly HeldCall[]): (Call | null)[] {
  if (!telephony) throw new TelephonyUnavailable('no carrier is configured');
  return calls.map(({ body, receivedAt: at }) => {
    const call = telephony.readCall(body);
    return call?.kind === 'received' ? { kind: 'received', text: { ...call.text, at } } : call;
  });
}

/** Calls in their order. Texts are stored together; what one of them asks for follows in turn. */
export async function receiveTextCalls(tx: Tx, calls: readonly (Call | null)[]): Promise<void> {
  const arrived: Arrived[] = [];
  for (const call of calls)
    if (call === null) tx.log.warn('a call of the carrier says nothing that we know');
    else if (call.kind === 'received') arrived.push(call.text);
    else await heedReport(tx, { ...call.report, at: tx.clock() }, 1);
  if (arrived.length > 0) await receiveTexts(tx, arrived);
}

/** A report may come before the answer to the call that sent the text is written down. */
const [maxTries, pauseMs] = [6, 5_000];

export async function heedReport(tx: Tx, report: DatedReport, attempt: number): Promise<void> {
  if ((await applyTextReport(tx, report)) || attempt >= maxTries) return;
  const runAt = new Date(tx.clock().getTime() + pauseMs * 2 ** attempt);
  const { id: providerId, status, code, means, at } = report;
  tx.enqueue(textingJobs.report, { providerId, status, code, means, at: at.toISOString(), attempt: attempt + 1 }, { runAt });
}

export async function receiveTexts(tx: Tx, arrived: readonly Arrived[]): Promise<void> {
  const numbers = await findNumbers(tx, [...new Set(arrived.map(({ to }) => to))]);
  const known = arrived.filter(({ to }) => numbers.has(to));
  if (known.length < arrived.length) tx.log.warn('a text came for a number that is not ours any more');
  const contacts = await findByNumbers(tx, known);
  const said = known.map((text) => ({
    text,
    number: numbers.get(text.to) as HeldNumber,
    contact: contacts.get(`${text.to} ${text.from}`) ?? null,
    keyword: keywordOf(text.body),
  }));
  const stored = await storeReceived(
    tx,
    said.map(({ text: { id, from, to, body }, number, contact, keyword }) => ({
      key: id,
      line: to,
      address: from,
      contactId: contact?.id ?? null,
      ownerId: number.user_id ?? contact?.owner_id ?? null,
      body: body.replaceAll('\0', ''),
      flagged: keyword === null && soundsLikeStop(body),
      automatic: keyword === 'stop' || keyword === 'start' || keyword === 'help',
    })),
  );
  for (const { text, number, contact, keyword } of said) {
    const received = stored.get(text.id);
    stored.delete(text.id); // the same call twice in one batch
    if (!received) continue;
    const { id, conversationId } = received;
    if (contact) await rememberNumber(tx, { contactId: contact.id, number: text.to });
    const about = { line: text.to, address: text.from, conversationId, key: text.id };
    if (contact && keyword === null) await heedAnswer(tx, { ...about, contactId: contact.id });
    if (text.media.length > 0) tx.enqueue(textingJobs.fetchMedia, { id, urls: text.media });
    await heedKeyword(tx, { keyword, line: number, contact, conversationId, text });
  }
}

interface Said {
  keyword: ReturnType<typeof keywordOf>;
  line: HeldNumber;
  contact: Matched | null;
  conversationId: number;
  text: Arrived;
}

/** Once for each change: a second STOP gets no second answer. */
async function heedKeyword(tx: Tx, { keyword, line, contact, conversationId, text }: Said): Promise<void> {
  if (keyword === null) return;
  const about = { address: text.from, contactId: contact?.id ?? null, words: text.body.trim(), at: text.at };
  if (keyword === 'stop') {
    await cancelTextsTo(tx, text.from);
    if (!(await stopTexts(tx, about))) return;
  }
  if ((keyword === 'start' || keyword === 'yes') && !(await startTexts(tx, about))) return;
  if (text.isAnswered) return;
  const office = await officeOf(tx);
  await sendText(tx, {
    contactId: contact?.id ?? null,
    from: line.number,
    to: text.from,
    body: answers[keyword](office.name),
    conversationId,
    purpose: 'compliance',
    askedBy: line.user_id ?? contact?.owner_id ?? line.payer_id,
  });
}

const answers = {
  stop: (office: string) => `${office}: You are unsubscribed and will get no more texts from us. Reply START to get them again.`,
  start: (office: string) => `${office}: You will get our texts again. Reply STOP to end them, HELP for help.`,
  yes: (office: string) => `${office}: You will get our texts again. Reply STOP to end them, HELP for help.`,
  help: (office: string) =>
    `${office}: Reply to this number and we will help you. Message and data rates may apply. Reply STOP to end texts.`,
};

async function officeOf(tx: Tx): Promise<{ name: string }> {
  const { rows } = await sql<{ name: string }>`select name from companies where company_id = ${tx.companyId}`.execute(tx.db);
  return rows[0] ?? { name: '' };
}
