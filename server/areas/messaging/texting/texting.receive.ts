// What the carrier brings: a text of a person, or what became of one of ours. The same call again changes
// nothing.
import { sql } from 'kysely';
import { z } from 'zod';
import { startTexts, stopTexts } from '#areas/messaging/compliance/compliance.service.ts';
import { storeReceived } from '#areas/messaging/conversations/conversations.service.ts';
import { findNumbers, type HeldNumber, rememberNumber } from '#areas/messaging/phoneNumbers/phoneNumbers.service.ts';
import { applyTextReport, cancelTextsTo, heedAnswer, sendText, type TextReport } from '#areas/messaging/sends/sends.service.ts';
import type { Tx } from '#kernel/context.ts';
import type { HeldCall } from '#kernel/http/hooks.ts';
import { findByNumbers, type Matched } from './texting.contacts.ts';
import { textingJobs } from './texting.jobs.ts';
import { keywordOf, soundsLikeStop } from './texting.words.ts';

const statuses = ['queued', 'sending', 'sent', 'delivered', 'undelivered', 'failed'] as const;
const Sid = z.string().regex(/^(?:SM|MM)[0-9a-zA-Z]{1,60}$/);
const Report = z.object({
  MessageSid: Sid,
  MessageStatus: z.enum(statuses),
  ErrorCode: z
    .string()
    .regex(/^\d{1,8}$/)
    .optional(),
});
const Inbound = z.object({
  MessageSid: Sid,
  From: z.string().min(3).max(40),
  To: z.string().min(3).max(40),
  Body: z.string().max(10_000).default(''),
  NumMedia: z.coerce.number().pipe(z.int().min(0).max(10)).default(0),
  /** The carrier has answered STOP, START or HELP itself. */
  OptOutType: z.string().optional(),
});
type Inbound = z.output<typeof Inbound>;

/** Calls in their order. Texts are stored together; what one of them asks for follows in turn. */
export async function receiveTextCalls(tx: Tx, calls: readonly HeldCall[]): Promise<void> {
  const arrived: Arrived[] = [];
  for (const { body, receivedAt } of calls) {
    const form = Object.fromEntries(new URLSearchParams(body.toString('utf8')));
    const report = Report.safeParse(form);
    if (report.success) {
      const { MessageSid: providerId, MessageStatus: status, ErrorCode: code = null } = report.data;
      await heedReport(tx, { providerId, status, code, at: tx.clock() }, 1);
      continue;
    }
    const { data: text } = Inbound.safeParse(form);
    if (!text) tx.log.warn('a call of the carrier says nothing that we know');
    else arrived.push({ ...sidesOf(text), text, media: mediaOf(form, text), at: receivedAt });
  }
  if (arrived.length > 0) await receiveTexts(tx, arrived);
}

interface Arrived {
  /** Our number, and theirs. */
  line: string;
  their: string;
  text: Inbound;
  media: string[];
  at: Date;
}

const sidesOf = ({ To, From }: Inbound) => ({ line: digitsOf(To), their: digitsOf(From) });
const mediaOf = (form: Record<string, string>, { NumMedia }: Inbound) =>
  Array.from({ length: NumMedia }, (_, place) => form[`MediaUrl${place}`] ?? '').filter((url) => url !== '');

/** A report may come before the answer to the call that sent the text is written down. */
const [maxTries, pauseMs] = [6, 5_000];

export async function heedReport(tx: Tx, report: TextReport, attempt: number): Promise<void> {
  if ((await applyTextReport(tx, report)) || attempt >= maxTries) return;
  const runAt = new Date(tx.clock().getTime() + pauseMs * 2 ** attempt);
  tx.enqueue(textingJobs.report, { ...report, at: report.at.toISOString(), attempt: attempt + 1 }, { runAt });
}

async function receiveTexts(tx: Tx, arrived: readonly Arrived[]): Promise<void> {
  const numbers = await findNumbers(tx, [...new Set(arrived.map(({ line }) => line))]);
  const known = arrived.filter(({ line }) => numbers.has(line));
  if (known.length < arrived.length) tx.log.warn('a text came for a number that is not ours any more');
  const contacts = await findByNumbers(tx, known);
  const said = known.map((one) => ({
    ...one,
    number: numbers.get(one.line) as HeldNumber,
    contact: contacts.get(`${one.line} ${one.their}`) ?? null,
    keyword: keywordOf(one.text.Body),
  }));
  const stored = await storeReceived(
    tx,
    said.map(({ line, their, text, number, contact, keyword }) => ({
      key: text.MessageSid,
      line,
      address: their,
      contactId: contact?.id ?? null,
      ownerId: number.user_id ?? contact?.owner_id ?? null,
      body: text.Body.replaceAll('\0', ''),
      flagged: keyword === null && soundsLikeStop(text.Body),
      automatic: keyword === 'stop' || keyword === 'start' || keyword === 'help',
    })),
  );
  for (const { line, their, text, media, at, number, contact, keyword } of said) {
    const received = stored.get(text.MessageSid);
    stored.delete(text.MessageSid); // the same call twice in one batch
    if (!received) continue;
    const { id, conversationId } = received;
    if (contact) await rememberNumber(tx, { contactId: contact.id, number: line });
    const about = { line, address: their, conversationId, key: text.MessageSid };
    if (contact && keyword === null) await heedAnswer(tx, { ...about, contactId: contact.id });
    if (media.length > 0) tx.enqueue(textingJobs.fetchMedia, { id, urls: media });
    await heedKeyword(tx, { keyword, line: number, their, contact, conversationId, said: text, at });
  }
}

interface Said {
  keyword: ReturnType<typeof keywordOf>;
  line: HeldNumber;
  their: string;
  contact: Matched | null;
  conversationId: number;
  said: Inbound;
  at: Date;
}

/**
 * Once for each change: a second STOP gets no second answer. The carrier may have answered already
 * (OptOutType).
 */
async function heedKeyword(tx: Tx, { keyword, line, their, contact, conversationId, said, at }: Said): Promise<void> {
  if (keyword === null) return;
  const about = { address: their, contactId: contact?.id ?? null, words: said.Body.trim(), at };
  if (keyword === 'stop') {
    await cancelTextsTo(tx, their);
    if (!(await stopTexts(tx, about))) return;
  }
  if ((keyword === 'start' || keyword === 'yes') && !(await startTexts(tx, about))) return;
  if (said.OptOutType) return;
  const office = await officeOf(tx);
  await sendText(tx, {
    contactId: contact?.id ?? null,
    from: line.number,
    to: their,
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

/** Ten digits of the North American plan; any other number as it came. */
const digitsOf = (number: string) => /^\+?1(\d{10})$/.exec(number)?.[1] ?? number.replace(/[^\d+]/g, '').slice(0, 20);
