// Takes messages that are due, and asks the gate about each once more: much may have happened since they were queued.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { mayContact } from '#areas/messaging/compliance/compliance.service.ts';
import { listRecipients, type Recipient } from '#areas/messaging/templates/templates.service.ts';
import type { Decision } from '#contract/compliance.ts';
import { isOfCompany, type MessageState, type SendKind, type StoredPurpose } from '#contract/sendLists.ts';
import type { Tx } from '#kernel/context.ts';
import { holdLease, leaseMs } from './sends.lane.ts';
import { paceOut } from './sends.pace.ts';
import { agentOf } from './sends.prepare.ts';
import { type Settled, settle } from './sends.settle.ts';

export interface Claimed {
  id: number;
  send_id: number;
  contact_id: number;
  address: string;
  secret: string;
  round: number;
  tries: number;
  claim: string;
  recipient: Recipient;
}

type Row = Omit<Claimed, 'recipient'> & { purpose: StoredPurpose; kind: SendKind; asked_by: number };

interface Batch {
  /** Counts those, too, that the gate stopped now, or that get a later place. */
  taken: number;
  messages: Claimed[];
  /** The lease's end: a worker that is not done by then sends nothing more of it. */
  until: Date;
}

/** Null: the lease is another's. Of an address one message at most: the limit of a day counts it before the next is looked at. */
export async function claimDue(tx: Tx, lease: string, limit: number): Promise<Batch | null> {
  if (!(await holdLease(tx, lease))) return null;
  const now = tx.clock();
  const until = new Date(now.getTime() + leaseMs);
  const { rows } = await sql<Row>`
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
      where s.company_id = ${tx.companyId} and s.status in ('preparing', 'sending')) d
      where of_address = 1
      order by kind <> 'single', place, send_id limit ${limit}
    )
    update messages m set state = 'sending', claimed_at = ${now}, claim = ${randomUUID()}, tries = tries + 1 from due
    where m.company_id = ${tx.companyId} and m.id = due.id and m.state = 'queued'
    returning m.id, m.send_id, m.contact_id, m.address, m.secret, m.round, m.tries, m.claim, due.purpose, due.kind, due.asked_by`.execute(
    tx.db,
  );
  if (rows.length === 0) return { taken: 0, messages: [], until };
  const paced = await paceOut(tx, rows);
  const stopped = await askAgain(tx, paced.now);
  for (const { due_at, ...row } of paced.later) stopped.set(row.id, { ...row, state: 'queued', reason: 'paced', due_at });
  const recipients = await listRecipients(
    tx,
    rows.map(({ contact_id }) => contact_id),
  );
  const messages: Claimed[] = [];
  for (const { purpose: _, kind: __, asked_by: ___, ...row } of rows) {
    const recipient = recipients.get(row.contact_id);
    if (stopped.has(row.id)) continue;
    if (recipient?.address.toLowerCase() === row.address) messages.push({ ...row, recipient });
    else stopped.set(row.id, { ...row, state: 'blocked', reason: recipient ? 'address_changed' : 'deleted' });
  }
  await settle(tx, [...stopped.values()]);
  return { taken: rows.length, messages, until };
}

/** Asks for each sender and purpose; each message keeps the decision. */
async function askAgain(tx: Tx, rows: Row[]): Promise<Map<number, Settled>> {
  const stopped = new Map<number, Settled>();
  for (const group of Map.groupBy(
    rows,
    ({ purpose, kind, asked_by }) => `${purpose} ${isOfCompany(kind)} ${asked_by}`,
  ).values()) {
    const [first] = group as [Row];
    const { purpose } = first;
    const asked = group.map(({ contact_id, address }) => ({ contactId: contact_id, address }));
    const decisions = await mayContact(tx, asked, { channel: 'email', purpose, at: tx.clock(), ...agentOf(first) });
    group.forEach((row, index) => {
      const { answer = 'no', reason = 'unknown', until = null } = decisions[index] ?? {};
      if (answer === 'yes') return;
      const state: MessageState = answer === 'no' ? 'blocked' : 'queued';
      stopped.set(row.id, { ...row, state, reason, ...(until && { due_at: until }) });
    });
    await keepDecisions(tx, group, decisions);
  }
  return stopped;
}

/** In the order of the rows. */
async function keepDecisions(tx: Tx, rows: Row[], decisions: Decision[]): Promise<void> {
  const kept = rows.flatMap(({ id }, index) => (decisions[index] ? { id, decision: decisions[index] } : []));
  await sql`
    update messages m set decision = r.decision from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) r (id bigint, decision jsonb)
    where m.company_id = ${tx.companyId} and m.id = r.id`.execute(tx.db);
}

interface Lost {
  id: number;
  send_id: number;
  contact_id: number;
  claim: string | null;
  secret: string;
  round: number;
}

/** Messages of workers that died, or whose answer was lost. */
export async function listLost(tx: Tx, lease: string, before: Date): Promise<Lost[]> {
  if (!(await holdLease(tx, lease))) return [];
  const { rows } = await sql<Lost>`
    select m.id, m.send_id, m.contact_id, m.claim, m.secret, m.round from messages m
    where m.company_id = ${tx.companyId} and m.state = 'sending' and m.claimed_at <= ${before}
    order by m.claimed_at, m.id limit 1000`.execute(tx.db);
  return rows;
}
