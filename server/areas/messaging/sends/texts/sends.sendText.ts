// One text that a person or the product writes: to a contact, or to a number that wrote to us.
import { sql } from 'kysely';
import { mayContact } from '#areas/messaging/compliance/compliance.service.ts';
import { getSender } from '#areas/messaging/templates/templates.service.ts';
import { isOfCompany, type SendKind, type StoredPurpose } from '#contract/sendLists.ts';
import type { Tx } from '#kernel/context.ts';
import {
  type CampaignColumns,
  countMoves,
  type Frame,
  insertSendRow,
  madeNow,
  type SendState,
  type StoredSend,
} from '../engine/sends.queries.ts';

export interface TextAsked {
  /** Null: nobody has this number. */
  contactId: number | null;
  /** Ten digits each; `from` is one of the company's. */
  from: string;
  to: string;
  /** With merge fields. */
  body: string;
  /** Addresses of pictures that the carrier fetches. */
  media?: string[];
  /** Addresses in it become short ones that count. */
  trackClicks?: boolean;
  conversationId?: number | null;
  purpose: StoredPurpose;
  /** The user who pays, and in whose name it goes out. */
  askedBy: number;
}

/** Queues it, or stores why it is blocked. Answers the id of the message. */
export async function sendText(tx: Tx, asked: TextAsked): Promise<number> {
  const { contactId, from, to, body, media = [], conversationId = null, purpose, askedBy } = asked;
  const track_clicks = asked.trackClicks ?? false;
  const send = await insertTextSend(tx, { kind: 'single', purpose, body, media, askedBy, track_clicks, state: madeNow(tx) });
  const now = tx.clock();
  const [decided] = await mayContact(tx, [{ contactId, address: to }], { channel: 'text', purpose, at: now, agentId: askedBy });
  if (!decided) throw new Error('the gate decided nothing');
  const { open_until: _, ...decision } = decided;
  const state = decision.answer === 'no' ? 'blocked' : 'queued';
  const { rows } = await sql<{ id: number }>`
    insert into messages (company_id, send_id, contact_id, once_contact, address, once_key, once_address, state, reason, decision, due_at,
      sender, conversation_id)
    values (${tx.companyId}, ${send.id}, ${contactId}, ${contactId}, ${to}, ${`send:${send.id}`}, ${state === 'queued' ? to : null}, ${state},
      ${decision.reason}, ${JSON.stringify(decision)}, ${decision.until ?? now.toISOString()}, ${from}, ${conversationId})
    returning id`.execute(tx.db);
  await countMoves(tx, send.id, [{ from: null, to: state }]);
  return rows[0]?.id ?? 0;
}

interface NewText {
  kind: SendKind;
  purpose: StoredPurpose;
  body: string;
  media?: string[];
  /** Their files, which are kept for it. */
  pictures?: number[];
  askedBy?: number;
  campaign?: CampaignColumns;
  /** An answer cancels what waits. */
  stop_on_reply?: boolean;
  track_clicks?: boolean;
  state: SendState;
}

const titleLength = 80;

/** Its first words stand where a mail has its subject. */
export async function insertTextSend(
  tx: Tx,
  {
    kind,
    purpose,
    body,
    media = [],
    pictures = [],
    askedBy = tx.actor.userId,
    campaign,
    stop_on_reply = false,
    track_clicks = false,
    state,
  }: NewText,
): Promise<StoredSend> {
  return insertSendRow(tx, {
    ...campaign,
    ...state,
    stop_on_reply,
    track_clicks,
    kind,
    channel: 'text',
    purpose,
    body,
    media,
    pictures,
    subject: titleOf(body),
    frame: await textFrame(tx, kind, askedBy),
    asked_by: askedBy,
  });
}

/** In whose name, and the values that are the sender's. */
export async function textFrame(tx: Tx, kind: SendKind, askedBy: number): Promise<string> {
  const { name, company, values } = await getSender(tx, askedBy);
  const from = isOfCompany(kind) ? company : name;
  return JSON.stringify({ from, replyTo: null, values, signature: null, foot: [], color: 'blue' } satisfies Frame);
}

function titleOf(body: string): string {
  const line = body.replace(/\s+/g, ' ').trim();
  return line.length <= titleLength ? line : `${line.slice(0, titleLength - 1)}…`;
}
