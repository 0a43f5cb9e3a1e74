// Takes messages that are due, and asks the gate about each once more: much may have happened since they were queued.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type Decided, mayContact } from '#areas/messaging/compliance/compliance.service.ts';
import { listRecipients, type Recipient } from '#areas/messaging/templates/templates.service.ts';
import { isOfCompany, type MessageState, type SendChannel, type SendKind, type StoredPurpose } from '#contract/sendLists.ts';
import type { Tx } from '#kernel/context.ts';
import { holdLease, leaseMs } from './sends.lane.ts';
import { mailPacing, paceOut } from './sends.pace.ts';
import { agentOf } from './sends.prepare.ts';
import { type Settled, settle } from './sends.settle.ts';

interface ClaimedRow {
  id: number;
  send_id: number;
  /** Null: a number of nobody. */
  contact_id: number | null;
  address: string;
  secret: string;
  round: number;
  tries: number;
  claim: string;
}

/** A message that is due, with what the gate must know of its send. */
export interface Due extends ClaimedRow {
  purpose: StoredPurpose;
  kind: SendKind;
  asked_by: number;
}

export interface Claimed extends ClaimedRow {
  contact_id: number;
  recipient: Recipient;
}

export interface Batch<M> {
  /** Counts those, too, that the gate stopped now, or that get a later place. */
  taken: number;
  messages: M[];
  /** The lease's end: a worker that is not done by then sends nothing more of it. */
  until: Date;
}

/** Null: the lease is another's. Of an address one message at most: the limit of a day counts it before the next is looked at. */
export async function takeDue(tx: Tx, channel: SendChannel, lease: string, limit: number): Promise<Batch<Due> | null> {
  if (!(await holdLease(tx, channel, lease))) return null;
  const now = tx.clock();
  const until = new Date(now.getTime() + leaseMs);
  const { rows } = await sql<Due>`
    with due as (
      select id, purpose, kind, asked_by from (
      select m.id, s.purpose, s.kind, s.asked_by, s.id as send_id, m.place,
        row_number() over (partition by m.address order by s.kind <> 'single', m.place, s.id) as of_address
      from sends s
      cross join lateral (
        select m.id, m.address, row_number() over (order by m.due_at, m.id) as place from messages m
        where m.company_id = ${tx.companyId} and m.send_id = s.id and m.state = 'queued' and m.due_at <= ${now}
        order by m.due_at, m.id limit ${limit}) m
      join users u on u.company_id = ${tx.companyId} and u.id = s.asked_by and u.active
      where s.company_id = ${tx.companyId} and s.channel = ${channel} and s.status in ('preparing', 'sending')) d
      where of_address = 1
      order by kind <> 'single', place, send_id limit ${limit}
    )
    update messages m set state = 'sending', claimed_at = ${now}, claim = ${randomUUID()}, held = false, tries = tries + 1 from due
    where m.company_id = ${tx.companyId} and m.id = due.id and m.state = 'queued'
    returning m.id, m.send_id, m.contact_id, m.address, m.secret, m.round, m.tries, m.claim, due.purpose, due.kind, due.asked_by`.execute(
    tx.db,
  );
  return { taken: rows.length, messages: rows, until };
}

export async function claimDue(tx: Tx, lease: string, limit: number): Promise<Batch<Claimed> | null> {
  const due = await takeDue(tx, 'email', lease, limit);
  if (!due || due.taken === 0) return due && { ...due, messages: [] };
  const rows = due.messages;
  const paced = await paceOut(tx, rows, mailPacing);
  const { stopped } = await askAgain(tx, 'email', paced.now);
  for (const { due_at, ...row } of paced.later) stopped.set(row.id, { ...row, state: 'queued', reason: 'paced', due_at });
  const recipients = await listRecipients(
    tx,
    rows.flatMap(({ contact_id }) => contact_id ?? []),
  );
  const messages: Claimed[] = [];
  for (const { purpose: _, kind: __, asked_by: ___, contact_id, ...row } of rows) {
    const recipient = contact_id === null ? undefined : recipients.get(contact_id);
    if (stopped.has(row.id)) continue;
    if (contact_id !== null && recipient?.address.toLowerCase() === row.address) messages.push({ ...row, contact_id, recipient });
    else stopped.set(row.id, { ...row, contact_id, state: 'blocked', reason: recipient ? 'address_changed' : 'deleted' });
  }
  await settle(tx, [...stopped.values()]);
  return { ...due, messages };
}

/** Asks for each sender and purpose; each message keeps the decision. */
export async function askAgain(tx: Tx, channel: SendChannel, rows: readonly Due[]) {
  const stopped = new Map<number, Settled>();
  /** When the permitted hours of a message end. */
  const openUntil = new Map<number, string | null>();
  for (const group of Map.groupBy(
    rows,
    ({ purpose, kind, asked_by }) => `${purpose} ${isOfCompany(kind)} ${asked_by}`,
  ).values()) {
    const [first] = group as [Due];
    const { purpose } = first;
    const asked = group.map(({ contact_id, address }) => ({ contactId: contact_id, address }));
    const decisions = await mayContact(tx, asked, { channel, purpose, at: tx.clock(), ...agentOf(first) });
    group.forEach((row, index) => {
      const { answer = 'no', reason = 'unknown', until = null, open_until = null } = decisions[index] ?? {};
      openUntil.set(row.id, open_until);
      if (answer === 'yes') return;
      const state: MessageState = answer === 'no' ? 'blocked' : 'queued';
      stopped.set(row.id, { ...row, state, reason, ...(until && { due_at: until }) });
    });
    await keepDecisions(tx, group, decisions);
  }
  return { stopped, openUntil };
}

/** In the order of the rows. */
async function keepDecisions(tx: Tx, rows: readonly Due[], decisions: Decided[]): Promise<void> {
  const kept = rows.flatMap(({ id }, index) => {
    const { open_until: _, ...decision } = decisions[index] ?? {};
    return decisions[index] ? { id, decision } : [];
  });
  await sql`
    update messages m set decision = r.decision from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) r (id bigint, decision jsonb)
    where m.company_id = ${tx.companyId} and m.id = r.id`.execute(tx.db);
}

export interface Lost {
  id: number;
  send_id: number;
  contact_id: number | null;
  claim: string | null;
  claimed_at: string;
  secret: string;
  round: number;
  address: string;
  /** Of a text. */
  sender: string | null;
  body: string | null;
}

/** Messages of workers that died, or whose answer was lost. */
export async function listLost(tx: Tx, channel: SendChannel, lease: string, before: Date): Promise<Lost[]> {
  if (!(await holdLease(tx, channel, lease))) return [];
  const { rows } = await sql<Lost>`
    select m.id, m.send_id, m.contact_id, m.claim, m.claimed_at, m.secret, m.round, m.address, m.sender, m.body from messages m
    join sends s on s.company_id = ${tx.companyId} and s.id = m.send_id and s.channel = ${channel}
    where m.company_id = ${tx.companyId} and m.state = 'sending' and m.claimed_at <= ${before}
    order by m.claimed_at, m.id limit 1000`.execute(tx.db);
  return rows;
}
