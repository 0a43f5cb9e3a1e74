// What the carrier brings: a text of a person, or what became of one of ours. The same call again changes
// nothing.
import { sql } from 'kysely';
import { z } from 'zod';
import { startTexts, stopTexts } from '#areas/messaging/compliance/compliance.service.ts';
import { storeReceived } from '#areas/messaging/conversations/conversations.service.ts';
import { findNumber, type HeldNumber, rememberNumber } from '#areas/messaging/phoneNumbers/phoneNumbers.service.ts';
import { applyTextReport, cancelTextsTo, heedAnswer, sendText, type TextReport } from '#areas/messaging/sends/sends.service.ts';
import type { Tx } from '#kernel/context.ts';
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

export async function receiveTextCall(tx: Tx, body: Buffer, at = tx.clock()): Promise<void> {
  const form = Object.fromEntries(new URLSearchParams(body.toString('utf8')));
  const report = Report.safeParse(form);
  if (report.success) {
    const { MessageSid: providerId, MessageStatus: status, ErrorCode: code = null } = report.data;
    return heedReport(tx, { providerId, status, code, at: tx.clock() }, 1);
  }
  const text = Inbound.safeParse(form);
  if (!text.success) return tx.log.warn('a call of the carrier says nothing that we know');
  const media = Array.from({ length: text.data.NumMedia }, (_, place) => form[`MediaUrl${place}`] ?? '').filter(
    (url) => url !== '',
  );
  await receiveText(tx, text.data, media, at);
}

/** A report may come before the answer to the call that sent the text is written down. */
const [maxTries, pauseMs] = [6, 5_000];

export async function heedReport(tx: Tx, report: TextReport, attempt: number): Promise<void> {
  if ((await applyTextReport(tx, report)) || attempt >= maxTries) return;
  const runAt = new Date(tx.clock().getTime() + pauseMs * 2 ** attempt);
  tx.enqueue(textingJobs.report, { ...report, at: report.at.toISOString(), attempt: attempt + 1 }, { runAt });
}

async function receiveText(tx: Tx, text: Inbound, media: string[], at: Date): Promise<void> {
  const [line, their] = [digitsOf(text.To), digitsOf(text.From)];
  const number = await findNumber(tx, line);
  if (!number) return tx.log.warn('a text came for a number that is not ours any more');
  const contact = await findByNumber(tx, line, their);
  const keyword = keywordOf(text.Body);
  const received = await storeReceived(tx, {
    key: text.MessageSid,
    line,
    address: their,
    contactId: contact?.id ?? null,
    ownerId: number.user_id ?? contact?.owner_id ?? null,
    body: text.Body.replaceAll('\0', ''),
    flagged: keyword === null && soundsLikeStop(text.Body),
    automatic: keyword === 'stop' || keyword === 'start' || keyword === 'help',
  });
  if (!received) return;
  if (contact) await rememberNumber(tx, { contactId: contact.id, number: line });
  const about = { line, address: their, conversationId: received.conversationId, key: text.MessageSid };
  if (contact && keyword === null) await heedAnswer(tx, { ...about, contactId: contact.id });
  if (media.length > 0) tx.enqueue(textingJobs.fetchMedia, { id: received.id, urls: media });
  await heedKeyword(tx, { keyword, line: number, their, contact, conversationId: received.conversationId, said: text, at });
}

interface Said {
  keyword: ReturnType<typeof keywordOf>;
  line: HeldNumber;
  their: string;
  contact: { id: number; owner_id: number | null } | null;
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

/** Of several contacts with this number: the one that the line wrote to last, else the one that changed last. */
async function findByNumber(tx: Tx, line: string, their: string): Promise<{ id: number; owner_id: number | null } | null> {
  const { rows } = await sql<{ id: number; owner_id: number | null }>`
    select c.id, c.owner_id from contacts c
    where c.company_id = ${tx.companyId} and c.deleted_at is null and (c.phone = ${their} or c.phone_2 = ${their}
      or c.id = any(array(select v.contact_id from conversations v where v.company_id = ${tx.companyId} and v.channel = 'text'
        and v.line = ${line} and v.their_address = ${their})))
    order by (select max(m.created_at) from messages m where m.company_id = ${tx.companyId} and m.contact_id = c.id and m.sender = ${line}
      and m.address = ${their}) desc nulls last, c.updated_at desc, c.id desc limit 1`.execute(tx.db);
  return rows[0] ?? null;
}

/** Ten digits of the North American plan; any other number as it came. */
const digitsOf = (number: string) => /^\+?1(\d{10})$/.exec(number)?.[1] ?? number.replace(/[^\d+]/g, '').slice(0, 20);
