// Rows of callers who wait in the queue.
import { sql } from 'kysely';
import type { Tx } from '#kernel/context.ts';
import { tellCentre } from './calls.tell.ts';

export type WaitOutcome = 'answered' | 'gave_up' | 'message' | 'failed';

export interface StoredWait {
  id: number;
  sid: string;
  conference: string;
  from_number: string;
  to_number: string;
  contact_id: number | null;
  people: number[];
  gateway: string;
  started_at: string;
}

/** Nobody else changes it until the transaction ends. Null: it waits no more. */
export async function lockWait(tx: Tx, sid: string): Promise<StoredWait | null> {
  const { rows } = await sql<StoredWait>`
    select w.id, w.sid, w.conference, w.from_number, w.to_number, w.contact_id, w.people, w.gateway, w.started_at
    from waiting_calls w
    where w.company_id = ${tx.companyId} and w.sid = ${sid} and w.ended_at is null for update`.execute(tx.db);
  return rows[0] ?? null;
}

export async function isWaiting(tx: Tx, conference: string): Promise<boolean> {
  const { rows } = await sql`
    select from waiting_calls w
    where w.company_id = ${tx.companyId} and w.conference = ${conference} and w.ended_at is null`.execute(tx.db);
  return rows.length > 0;
}

/** The first end counts. */
export async function endWait(tx: Tx, conference: string, outcome: WaitOutcome, at = tx.clock()): Promise<void> {
  const { rows } = await sql<{ people: number[] }>`
    update waiting_calls w set ended_at = greatest(${at}::timestamptz, w.started_at), outcome = ${outcome}
    where w.company_id = ${tx.companyId} and w.conference = ${conference} and w.ended_at is null returning w.people`.execute(
    tx.db,
  );
  for (const { people } of rows) await tellCentre(tx, people);
}
