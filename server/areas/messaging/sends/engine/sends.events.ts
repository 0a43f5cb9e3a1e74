// Events of a mail or a text after it left: delivered, bounced, opened, clicked, complained about, answered,
// refused. Each event counts once, whatever its order.
import { sql } from 'kysely';
import { tellChanged } from '#areas/crm/contacts/contacts.service.ts';
import { pauseOnComplaints, restAddress, suppress } from '#areas/messaging/compliance/compliance.service.ts';
import { type MessageEventKind, type MessageState, messageEventKinds, type SendChannel } from '#contract/sendLists.ts';
import type { Tx } from '#kernel/context.ts';
import { countMoves, lockSend } from './sends.queries.ts';
import { tellSend } from './sends.tell.ts';

export interface MessageEvent {
  messageId: number;
  kind: MessageEventKind;
  at: Date;
  /** Names the event wherever it comes from. */
  key: string;
  /** A program opened it or followed its links. */
  byMachine?: boolean;
  /** Of a bounce: the address will never work. */
  permanent?: boolean;
  /** The other side's explanation. */
  detail?: string;
}

/** The events in the timeline. A delivery is no news, and a revocation is an entry of its own. */
export const toldEvents = messageEventKinds.filter((kind) => kind !== 'delivered' && kind !== 'unsubscribed');

interface Subject {
  id: number;
  send_id: number;
  /** Null: a text to a number of nobody. */
  contact_id: number | null;
  channel: SendChannel;
  address: string;
  subject: string | null;
  state: MessageState;
  owner_id: number | null;
  pool_id: number | null;
  asked_by: number;
}

/** False for an event that is known already, or whose message is gone. */
export async function recordEvent(tx: Tx, event: MessageEvent): Promise<boolean> {
  const found = await findSubject(tx, event.messageId);
  // In the order in which settling locks them: the send first.
  if (!found || !(await lockSend(tx, found.send_id)) || !(await insertEvent(tx, event))) return false;
  const subject = (await findSubject(tx, event.messageId)) ?? found;
  await moveToSent(tx, subject, event.at);
  if (event.byMachine) return true;
  const isFirst = await markFirst(tx, event, subject);
  if (isFirst && toldEvents.some((kind) => kind === event.kind)) await writeJournal(tx, event, subject);
  await drawConsequences(tx, event, subject);
  tellSend(tx, { id: subject.send_id, asked_by: subject.asked_by });
  if (subject.contact_id !== null) await tellChanged(tx, subject.contact_id, subject);
  return true;
}

/** The mail service took it, as it says on its own. */
export async function learnSent(tx: Tx, messageId: number, at: Date): Promise<void> {
  const found = await findSubject(tx, messageId);
  if (!found || !(await lockSend(tx, found.send_id))) return;
  const subject = (await findSubject(tx, messageId)) ?? found;
  if (!(await moveToSent(tx, subject, at))) return;
  tellSend(tx, { id: subject.send_id, asked_by: subject.asked_by });
  if (subject.contact_id !== null) await tellChanged(tx, subject.contact_id, subject);
}

/** The server's answer was lost, and now it is known that the mail left. */
async function moveToSent(tx: Tx, { id, send_id, state }: Subject, at: Date): Promise<boolean> {
  if (state !== 'unknown') return false;
  await sql`update messages set state = 'sent', sent_at = ${at} where company_id = ${tx.companyId} and id = ${id}`.execute(tx.db);
  await countMoves(tx, send_id, [{ from: 'unknown', to: 'sent' }]);
  return true;
}

async function findSubject(tx: Tx, id: number): Promise<Subject | undefined> {
  const { rows } = await sql<Subject>`
    select m.id, m.send_id, m.contact_id, m.address, m.subject, m.state, c.owner_id, c.pool_id, s.asked_by, s.channel
    from messages m
    join sends s on s.company_id = ${tx.companyId} and s.id = m.send_id
    left join contacts c on c.company_id = ${tx.companyId} and c.id = m.contact_id
    where m.company_id = ${tx.companyId} and m.id = ${id}`.execute(tx.db);
  return rows[0];
}

async function insertEvent(
  tx: Tx,
  { messageId, kind, at, key, byMachine = false, permanent = false, detail = '' }: MessageEvent,
) {
  const { rows } = await sql`
    insert into message_events (company_id, message_id, contact_id, address, kind, at, by_machine, permanent, detail, event_key)
    select ${tx.companyId}::bigint, m.id, m.contact_id, m.address, ${kind}, ${at}::timestamptz, ${byMachine}, ${permanent}, ${detail.slice(0, 500)}, ${key.slice(0, 500)}
    from messages m where m.company_id = ${tx.companyId} and m.id = ${messageId}
    on conflict (company_id, event_key) do nothing returning id`.execute(tx.db);
  return rows.length > 0;
}

/** The first of its kind is what the message shows and the send counts. */
async function markFirst(tx: Tx, { kind, at }: MessageEvent, { id, send_id }: Subject): Promise<boolean> {
  const column = sql.ref(`${kind}_at`);
  const { rows } = await sql`
    update messages set ${column} = ${at} where company_id = ${tx.companyId} and id = ${id} and ${column} is null returning id`.execute(
    tx.db,
  );
  if (rows.length === 0) return false;
  const count = sql.ref(kind);
  await sql`update sends set ${count} = ${count} + 1 where company_id = ${tx.companyId} and id = ${send_id}`.execute(tx.db);
  return true;
}

const writeJournal = (tx: Tx, { kind, detail = '' }: MessageEvent, { id, contact_id, channel, subject }: Subject) =>
  contact_id !== null &&
  sql`
  insert into contact_changes (company_id, contact_id, action, after)
  values (${tx.companyId}, ${contact_id}, ${`${channel}_${kind}`},
    ${JSON.stringify({
      ...(channel === 'email' && { 'email.subject': subject }),
      [`${channel}.message_id`]: id,
      ...(detail && { [`${channel}.detail`]: detail.slice(0, 500) }),
    })}::jsonb)`.execute(tx.db);

async function drawConsequences(tx: Tx, { kind, permanent, at }: MessageEvent, { address, channel }: Subject): Promise<void> {
  if (channel !== 'email') return;
  const never = { channel: 'email', address, purpose: 'all' } as const;
  if (kind === 'bounced' && permanent) await suppress(tx, [{ ...never, reason: 'bounce', note: 'A mail came back for good' }]);
  if (kind === 'bounced' && !permanent && (await countBounces(tx, address, at)) >= bouncesToRest)
    await restAddress(tx, address, at);
  if (kind !== 'complained') return;
  await suppress(tx, [{ ...never, reason: 'complaint', note: 'The receiver called a mail spam' }]);
  await pauseOnComplaints(tx);
}

/** So many mails that came back for a while within 30 days let the address rest. */
const bouncesToRest = 3;

async function countBounces(tx: Tx, address: string, at: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from message_events where company_id = ${tx.companyId} and address = ${address} and kind = 'bounced' and not permanent
      and at > ${at}::timestamptz - interval '30 days'`.execute(tx.db);
  return rows[0]?.count ?? 0;
}
