// Takes messages that are due, and asks the gate about each once more: much may have happened since they were queued.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type Decided, storableDecisions } from '#areas/messaging/compliance/compliance.service.ts';
import { isOfCompany, type MessageState, type SendChannel, type SendKind, type StoredPurpose } from '#contract/sendLists.ts';
import type { Tx } from '#kernel/context.ts';
import { holdLease, leaseMs } from './sends.lane.ts';
import { agentOf } from './sends.prepare.ts';
import type { Settled } from './sends.settle.ts';

export interface MessageRow {
  id: number;
  send_id: number;
  /** Null: a number of nobody. */
  contact_id: number | null;
  address: string;
  secret: string;
  round: number;
  /** This one included. */
  tries: number;
  /** Null until it is claimed. */
  claim: string | null;
}

/** A message that is due, with what the gate must know of its send. */
export interface Due extends MessageRow {
  purpose: StoredPurpose;
  kind: SendKind;
  asked_by: number;
}

export interface Batch<M> {
  /** Counts those, too, that the gate stopped now, or that get a later place. */
  taken: number;
  messages: M[];
  /** The claimed messages that the gate stopped now. */
  stopped: Settled[];
  /** The lease's end: a worker that is not done by then sends nothing more of it. */
  until: Date;
}

/**
 * Takes the due messages; only the holder of the lease works on them. Null: the lease is another's.
 * One message for each address: the limit of a day counts it before the next is looked at.
 */
export async function takeDue(
  tx: Tx,
  channel: SendChannel,
  lease: string,
  limit: number,
): Promise<Omit<Batch<Due>, 'stopped'> | null> {
  if (!(await holdLease(tx, channel, lease))) return null;
  const now = tx.clock();
  const until = new Date(now.getTime() + leaseMs);
  const { rows } = await sql<Due>`
    select d.id, d.send_id, d.contact_id, d.address, d.secret, d.round, d.tries + 1 as tries, d.purpose, d.kind, d.asked_by, null as claim from (
      select m.*, s.purpose, s.kind, s.asked_by,
        row_number() over (partition by m.address order by s.kind <> 'single', m.place, s.id) as of_address
      from sends s
      cross join lateral (
        select m.id, m.send_id, m.contact_id, m.address, m.secret, m.round, m.tries, row_number() over (order by m.due_at, m.id) as place
        from messages m where m.company_id = ${tx.companyId} and m.send_id = s.id and m.state = 'queued' and m.due_at <= ${now}
        order by m.due_at, m.id limit ${limit}) m
      join users u on u.company_id = ${tx.companyId} and u.id = s.asked_by and u.active
      where s.company_id = ${tx.companyId} and s.channel = ${channel} and s.status in ('preparing', 'sending')) d
    where of_address = 1
    order by kind <> 'single', place, send_id limit ${limit}`.execute(tx.db);
  return { taken: rows.length, messages: rows, until };
}

/** Postpones messages that have no place now to the moment of their place. */
export async function postpone(tx: Tx, later: readonly { id: number; due_at: string }[]): Promise<void> {
  if (later.length === 0) return;
  await sql`
    update messages m set reason = 'paced', due_at = r.due_at
    from unnest(${later.map(({ id }) => id)}::bigint[], ${later.map(({ due_at }) => due_at)}::timestamptz[]) r (id, due_at)
    where m.company_id = ${tx.companyId} and m.id = r.id and m.state = 'queued'`.execute(tx.db);
}

/**
 * Asks the gate once more, for each sender and purpose, and marks the messages as on their way, with the
 * decision. Stopped messages are to be settled; one that was cancelled meanwhile is in neither list.
 * `openUntil`: when the permitted hours of a message end.
 */
export async function claimAsked<T extends Due>(tx: Tx, channel: SendChannel, rows: readonly T[]) {
  const claim = randomUUID();
  const claimed: T[] = [];
  const stopped: Settled[] = [];
  const openUntil = new Map<number, string | null>();
  for (const group of Map.groupBy(
    rows,
    ({ purpose, kind, asked_by }) => `${purpose} ${isOfCompany(kind)} ${asked_by}`,
  ).values()) {
    const answers = await markSending(tx, channel, group, claim);
    for (const row of group) {
      const given = answers.get(row.id);
      if (!given) continue;
      const { answer, reason, until, open_until } = given;
      openUntil.set(row.id, open_until);
      const state: MessageState = answer === 'no' ? 'blocked' : 'queued';
      if (answer === 'yes') claimed.push({ ...row, claim });
      else stopped.push({ ...row, claim, state, reason, ...(until && { due_at: until }) });
    }
  }
  return { claimed, stopped, openUntil };
}

/** The gate's answers by message. All of one purpose and sender. */
async function markSending(tx: Tx, channel: SendChannel, group: readonly Due[], claim: string) {
  const now = tx.clock();
  const [{ purpose, ...send }] = group as [Due];
  const column = <T>(part: (row: Due) => T) => group.map(part);
  const asked = sql`select a.contact_id, a.address, a.position
    from unnest(${column(({ id }) => id)}::bigint[], ${column(({ contact_id }) => contact_id)}::bigint[], ${column(({ address }) => address)}::text[])
      a (position, contact_id, address)`;
  const decisions = await storableDecisions(tx, asked, { channel, purpose, at: now, ...agentOf(send) });
  const { rows } = await sql<Pick<Decided, 'answer' | 'reason' | 'until' | 'open_until'> & { id: number }>`
    with decided as materialized (${decisions})
    update messages m set state = 'sending', claimed_at = ${now}, claim = ${claim}, held = false, licence_id = null, licence_period = null, units = null, tries = m.tries + 1, decision = d.decision
    from decided d where m.company_id = ${tx.companyId} and m.id = d.position and m.state = 'queued'
    returning m.id, d.answer, d.reason, d.until, d.open_until`.execute(tx.db);
  return new Map(rows.map((row) => [row.id, row]));
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
  /** The other side's id of it, where that became known on its own. */
  provider_id: string | null;
  /** Of a text. */
  sender: string | null;
  body: string | null;
}

/** Messages of workers that died, or whose answer was lost. */
export async function listLost(tx: Tx, channel: SendChannel, lease: string, before: Date): Promise<Lost[]> {
  if (!(await holdLease(tx, channel, lease))) return [];
  const { rows } = await sql<Lost>`
    select m.id, m.send_id, m.contact_id, m.claim, m.claimed_at, m.secret, m.round, m.address, m.provider_id, m.sender, m.body from messages m
    join sends s on s.company_id = ${tx.companyId} and s.id = m.send_id and s.channel = ${channel}
    where m.company_id = ${tx.companyId} and m.state = 'sending' and m.claimed_at <= ${before}
    order by m.claimed_at, m.id limit 1000`.execute(tx.db);
  return rows;
}
