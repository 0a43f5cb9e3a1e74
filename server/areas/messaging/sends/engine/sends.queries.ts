// Rows of sends: loading, locking, counting.
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Licence } from '#areas/messaging/templates/templates.service.ts';
import type { MailDoc } from '#contract/kit/mailDoc.ts';
import type { MergeValues } from '#contract/kit/mergeFields.ts';
import type { primaryColors } from '#contract/lookups.ts';
import type { MessageState, SendChannel, SendKind, SendStatus, StoredPurpose } from '#contract/sendLists.ts';
import type { Tx } from '#kernel/context.ts';
import type { Sends } from '#kernel/db/database.generated.ts';
import { tellSend } from './sends.tell.ts';

/** The frame around the text of every mail of a send, stored with it and never changed. */
export interface Frame {
  /** The sender as the receiver sees it: a user, or the company. */
  from: string;
  /** The reply address; null: none. */
  replyTo: { name: string; address: string } | null;
  /** Of an answer: the Message-IDs of the conversation, the newest last. */
  answers?: string[];
  values: MergeValues;
  signature: MailDoc | null;
  /**
   * The sender's name and licenses: the foot names those of the contact's state. Absent in sends of the company
   * and in older sends.
   */
  licensed?: { name: string; licences: Licence[] };
  foot: string[];
  color: (typeof primaryColors)[number];
}

export interface StoredSend {
  id: number;
  kind: SendKind;
  channel: SendChannel;
  purpose: StoredPurpose;
  status: SendStatus;
  asked_by: number;
  subject: string;
  /** Of a text there is none. */
  content: MailDoc;
  /** Of a text, with its merge fields. */
  body: string | null;
  frame: Frame;
  track_clicks: boolean;
  track_opens: boolean;
  attachments: number[];
  pictures: number[];
  selection: unknown;
  bulk_action_id: number | null;
  send_at: string | null;
  prepared_at: string | null;
  queued: number;
  campaign_trigger_id: number | null;
  campaign_name: string | null;
  campaign_step: string | null;
  /** The `once_key` of its messages; null: of this send alone. */
  message_key: string | null;
  /** `2027-05-01 09:00` by the clocks of each recipient; null: at once. */
  local_at: string | null;
}

/** A text as it is to go out. */
export type SendText = Pick<StoredSend, 'kind' | 'purpose' | 'subject' | 'content'>;

export type CampaignColumns = Pick<
  NewSend,
  'campaign_trigger_id' | 'campaign_name' | 'campaign_step' | 'message_key' | 'local_at'
>;
type NewSend = Omit<Insertable<Sends>, 'company_id' | 'impersonator_id'>;
/** The state of a new send. */
export type SendState = Pick<NewSend, 'status' | 'prepared_at' | 'selection' | 'send_at' | 'local_at'>;

/** Its messages are made in this transaction. */
export const madeNow = (tx: Tx): SendState => ({ status: 'sending', prepared_at: tx.clock() });

/** In the state in which it begins: nobody ever sees another. */
export const insertSendRow = (tx: Tx, send: NewSend): Promise<StoredSend> =>
  tx.db
    .insertInto('sends')
    .values({ ...send, company_id: tx.companyId, impersonator_id: tx.actor.impersonatorId })
    .returningAll()
    .$castTo<StoredSend>()
    .executeTakeFirstOrThrow();

/** Until the transaction ends, nobody else changes it. */
export async function lockSend(tx: Tx, id: number): Promise<StoredSend | undefined> {
  const { rows } = await sql<StoredSend>`
    select * from sends where company_id = ${tx.companyId} and id = ${id} for update`.execute(tx.db);
  return rows[0];
}

export const updateSendColumns = (tx: Tx, id: number, columns: Updateable<Sends>) =>
  tx.db.updateTable('sends').set(columns).where('company_id', '=', tx.companyId).where('id', '=', id).execute();

/** States of messages as the columns of a send count them. */
const columnOf: Record<MessageState, 'queued' | 'sent' | 'failed' | 'blocked' | 'unknown' | 'cancelled'> = {
  queued: 'queued',
  sending: 'queued',
  sent: 'sent',
  failed: 'failed',
  blocked: 'blocked',
  unknown: 'unknown',
  cancelled: 'cancelled',
};

export interface Move {
  /** Null: the message is new. */
  from: MessageState | null;
  to: MessageState;
  /** Messages; one, if absent. */
  count?: number;
}

/** Counts messages that moved from one state to another. */
export async function countMoves(tx: Tx, id: number, moves: Move[]): Promise<void> {
  const delta = { total: 0, queued: 0, sent: 0, failed: 0, blocked: 0, unknown: 0, cancelled: 0 };
  for (const { from, to, count = 1 } of moves) {
    delta[from ? columnOf[from] : 'total'] += from ? -count : count;
    delta[columnOf[to]] += count;
  }
  await sql`
    update sends set total = total + ${delta.total}, queued = queued + ${delta.queued}, sent = sent + ${delta.sent},
      failed = failed + ${delta.failed}, blocked = blocked + ${delta.blocked}, unknown = unknown + ${delta.unknown},
      cancelled = cancelled + ${delta.cancelled}
    where company_id = ${tx.companyId} and id = ${id}`.execute(tx.db);
  await endIfDone(tx, id);
}

/** A send is done when each contact has its message and none waits. */
export async function endIfDone(tx: Tx, id: number): Promise<void> {
  await sql`
    update sends set status = 'done', finished_at = ${tx.clock()}
    where company_id = ${tx.companyId} and id = ${id} and status in ('preparing', 'sending') and prepared_at is not null and queued = 0`.execute(
    tx.db,
  );
}

/** Ends a locked send: its queued messages stay as they are, and count as cancelled; those on their way to the mail server arrive. */
export async function stopWaiting(tx: Tx, id: number, status: 'cancelled' | 'failed' = 'cancelled'): Promise<void> {
  await sql`
    with waiting as (select count(*)::integer as n from messages
      where company_id = ${tx.companyId} and send_id = ${id} and state = 'queued')
    update sends set status = ${status}, finished_at = ${tx.clock()}, selection = null,
      queued = queued - waiting.n, cancelled = cancelled + waiting.n
    from waiting where company_id = ${tx.companyId} and id = ${id}`.execute(tx.db);
}

/** Nothing more of it leaves, and its asker hears why. */
export async function failSend(tx: Tx, { id, asked_by, subject }: StoredSend, failure: string): Promise<void> {
  await stopWaiting(tx, id, 'failed');
  await updateSendColumns(tx, id, { failure });
  tellSend(tx, { id, asked_by });
  tx.tell({ event: 'send.failed', id, subject, failure }, { to: [asked_by] });
}
