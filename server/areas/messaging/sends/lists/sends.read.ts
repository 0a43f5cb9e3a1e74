// One mail as its contact got it: the frozen text and frame of its send, with the values that it was sent with.
import { sql } from 'kysely';
import { titlesOfRules } from '#areas/messaging/compliance/compliance.service.ts';
import { inventedRecipient, listRecipients, loadEmailFiles, renderMail } from '#areas/messaging/templates/templates.service.ts';
import type { Decision } from '#contract/compliance.ts';
import type { ResultOf } from '#contract/kit/endpoint.ts';
import { type MergeValues, mergedText } from '#contract/kit/mergeFields.ts';
import type { getMessage as GetMessage, Message, MessageEvent } from '#contract/sends.ts';
import { withOptOut } from '#contract/texts.ts';
import { type Ctx, inTenant, type Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import type { StoredSend } from '../engine/sends.queries.ts';
import { footFor } from '../mails/sends.compose.ts';
import { findMessage } from './sends.lists.ts';

type Content = Pick<StoredSend, 'content' | 'frame' | 'pictures' | 'purpose'> & {
  /** Of the send: with its merge fields. */
  subject: string;
  merge: MergeValues | null;
  /** Of a text: with its merge fields, and as it was sent. */
  words: string | null;
  sent: string | null;
  decision: Decision | null;
};

export async function readMessage(ctx: Ctx, id: number): Promise<ResultOf<typeof GetMessage>> {
  const { message, stored, values } = await inTenant(ctx, async (tx) => {
    const found = await findMessage(tx, id);
    if (!found) throw fail('not_found');
    const stored = await findContent(tx, id);
    const rules = await titlesOfRules(tx, stored.decision?.rules ?? []);
    const message = { ...found, events: await listEvents(tx, id), rules };
    return { message, stored, values: stored.merge ?? (await valuesNow(tx, found.contact.id)) };
  });
  if (message.channel === 'text') return textOf(message, stored, values);
  const { frame, pictures } = stored;
  const files = await loadEmailFiles(ctx, pictures);
  const { html, text, subject } = renderMail({
    subject: stored.subject,
    doc: stored.content,
    signature: frame.signature,
    foot: footFor(frame, values),
    values: { ...frame.values, ...values },
    color: frame.color,
    // As data: a frame without an origin sends no cookie, so it could not load them from here.
    pictureOf: (file) => {
      const { type, content } = files.get(file) ?? {};
      return type && content ? `data:${type};base64,${content.toString('base64')}` : null;
    },
  });
  return { ...message, from: frame.from, subject, html, text, as_sent: stored.merge !== null, decision: stored.decision };
}

type Found = Message & { events: MessageEvent[]; rules: string[] };

/** As it went out, or as it would. */
function textOf(message: Found, { frame, words, sent, purpose, merge, decision }: Content, values: MergeValues) {
  const text = sent ?? withOptOut(mergedText(words ?? '', { ...frame.values, ...values }), purpose);
  return { ...message, from: frame.from, html: '', text, as_sent: sent !== null && merge !== null, decision };
}

const maxEvents = 100;

async function listEvents(tx: Tx, id: number): Promise<MessageEvent[]> {
  const { rows } = await sql<MessageEvent>`
    select e.kind, e.at, e.by_machine, e.detail from message_events e
    where e.company_id = ${tx.companyId} and e.message_id = ${id} order by e.at, e.id limit ${maxEvents}`.execute(tx.db);
  return rows;
}

async function findContent(tx: Tx, id: number): Promise<Content> {
  const { rows } = await sql<Content>`
    select s.subject, s.content, s.frame, s.pictures, s.purpose, s.body as words, m.body as sent, m.merge, m.decision from messages m
    join sends s on s.company_id = ${tx.companyId} and s.id = m.send_id
    where m.company_id = ${tx.companyId} and m.id = ${id}`.execute(tx.db);
  if (!rows[0]) throw fail('not_found');
  return rows[0];
}

const valuesNow = async (tx: Tx, contactId: number): Promise<MergeValues> =>
  (await listRecipients(tx, [contactId])).get(contactId)?.values ?? inventedRecipient.values;
