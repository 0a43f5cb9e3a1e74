// Calls at the carrier, with their legs. A call is locked while it moves.
import { sql } from 'kysely';
import type { Tx } from '#kernel/context.ts';
import type { CallLeg, CallState } from '#kernel/voice/callState.ts';

export interface CarrierCall extends CallState {
  conference: string;
  carrier_conference: string | null;
  line: string;
  began_at: string;
  due_at: string;
}

export type NewCall = Pick<CarrierCall, 'conference' | 'state' | 'line' | 'record_at_once' | 'takes_messages' | 'legs'> &
  Partial<Pick<CarrierCall, 'wait_until'>>;

/** Seconds until somebody looks at a call that nobody answered, and at one that runs. */
export const lookAfter = { ringing: 90, talking: 300, message: 240, waiting: 5 };

export const later = (tx: Pick<Tx, 'clock'>, seconds: number) => new Date(tx.clock().getTime() + seconds * 1_000).toISOString();

export async function insertCarrierCall(tx: Tx, { legs, ...call }: NewCall): Promise<void> {
  const began_at = tx.clock();
  const due_at = later(tx, call.state === 'waiting' ? lookAfter.waiting : lookAfter.ringing);
  await tx.db
    .insertInto('carrier_calls')
    .values({ ...call, company_id: tx.companyId, began_at, due_at })
    .execute();
  await insertLegs(tx, call.conference, legs);
}

export async function insertLegs(tx: Tx, conference: string, legs: readonly CallLeg[]): Promise<void> {
  const common = { company_id: tx.companyId, conference, began_at: tx.clock() };
  const rows = legs.map((leg) => ({ ...leg, ...common }));
  await tx.db.insertInto('carrier_legs').values(rows).execute();
}

/** Null: there is none. */
export async function lockCarrierCall(tx: Tx, conference: string): Promise<CarrierCall | null> {
  const { rows } = await sql<Omit<CarrierCall, 'legs'>>`
    select * from carrier_calls where company_id = ${tx.companyId} and conference = ${conference} for update`.execute(tx.db);
  const [call] = rows;
  if (!call) return null;
  const { rows: legs } = await sql<CallLeg>`
    select label, carrier_sid, user_id, part, state, sid from carrier_legs
    where company_id = ${tx.companyId} and conference = ${conference} order by began_at, label`.execute(tx.db);
  return { ...call, legs };
}

/** Saves the changes of a move. */
export async function saveCarrierCall(tx: Tx, { legs, ...call }: CarrierCall): Promise<void> {
  const { conference, began_at: _, line: __, ...changed } = call;
  const { company_id: ___, ...values } = changed as typeof changed & { company_id?: number };
  await tx.db
    .updateTable('carrier_calls')
    .set(values)
    .where('company_id', '=', tx.companyId)
    .where('conference', '=', conference)
    .execute();
  for (const { label, carrier_sid, part, state } of legs)
    await tx.db
      .updateTable('carrier_legs')
      .set({ carrier_sid, part, state })
      .where('company_id', '=', tx.companyId)
      .where('label', '=', label)
      .execute();
}

type Place = { conference: string; label: string };

/** Of a call of a user; null: none over the carrier. */
export async function findBySid(tx: Tx, sid: string): Promise<Place | null> {
  const { rows } = await sql<Place>`
    select conference, label from carrier_legs where company_id = ${tx.companyId} and sid = ${sid}`.execute(tx.db);
  return rows[0] ?? null;
}

export async function findByCarrierSid(tx: Tx, carrierSid: string): Promise<Place | null> {
  const { rows } = await sql<Place>`
    select conference, label from carrier_legs where company_id = ${tx.companyId} and carrier_sid = ${carrierSid}`.execute(tx.db);
  return rows[0] ?? null;
}
