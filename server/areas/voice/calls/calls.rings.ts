// Chooses the phones that ring: of a colleague, of one of our numbers, and where a call is passed on. The
// gateway knows which of them are open.
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { HeldNumber } from '#areas/messaging/phoneNumbers/phoneNumbers.service.ts';
import { allows, roles } from '#contract/permissions.ts';
import { inTenant, type Tx, type WorkCtx } from '#kernel/context.ts';
import { listWith } from '#kernel/features.ts';
import { findContactOf } from './calls.contacts.ts';
import { endCall } from './calls.end.ts';
import { insertCalls, isOnCall, lockCall, lockConference, type StoredCall } from './calls.queries.ts';
import { tellCall, tellRinging } from './calls.tell.ts';

/** A phone that rings: all devices of this user. */
export interface Ring {
  userId: number;
  callId: number;
  sid: string;
  /** The caller: ten digits, or `user:7`. */
  from: string;
  name: string;
  /** Of a caller who waited in the queue. */
  waitingSince?: string;
}

/** Of a number of the company: so many phones ring at once. */
const maxRings = 20;

export interface Ringing {
  from: string;
  to: string;
  name: string;
  contactId: number | null;
  colleagueId?: number | null;
  conference: string;
  gateway: string;
  /** The call that waits while its user asks this phone's. */
  consultedFor?: number;
}

export async function ring(tx: Tx, call: Ringing, people: readonly number[]): Promise<Ring[]> {
  const rows = people.map((userId) => rowOf(call, userId));
  const ids = await insertCalls(tx, rows);
  const rings = rows.map(({ sid, user_id: userId }) => ({
    userId,
    callId: ids.get(sid) ?? 0,
    sid,
    from: call.from,
    name: call.name,
  }));
  for (const { userId, callId: id, sid } of rings) {
    tellRinging(tx, { id, sid, userId, number: call.from });
    await tellCall(tx, { id, user_id: userId });
  }
  return rings;
}

const rowOf = (call: Ringing, user_id: number) => ({
  sid: newSid('CA'),
  conference: call.conference,
  user_id,
  direction: 'inbound',
  from_number: call.from,
  to_number: call.to,
  contact_id: call.contactId,
  colleague_id: call.colleagueId ?? null,
  gateway: call.gateway,
  consulted_for: call.consultedFor ?? null,
});

/** Nobody can answer now; somebody still sees that this person called. */
export async function miss(tx: Tx, call: Ringing, userId: number): Promise<void> {
  const { sid } = await silently(tx, call, userId);
  await endCall(tx, await lockConference(tx, sid), { outcome: 'missed' });
}

/** A call of this user whose phones do not ring: it is for the message that the caller leaves. */
export async function silently(tx: Tx, call: Ringing, userId: number): Promise<Ring> {
  const row = rowOf(call, userId);
  const ids = await insertCalls(tx, [row]);
  return { userId, callId: ids.get(row.sid) ?? 0, sid: row.sid, from: call.from, name: call.name };
}

/**
 * A running call is passed on: the phones of a colleague ring in the same conference. Null: they are away or on
 * a call.
 */
export const ringColleague = (ctx: WorkCtx, sid: string, userId: number): Promise<Ring | null> =>
  inTenant(ctx, async (tx) => {
    const call = await lockCall(tx, sid);
    if (call.state !== 'active' || !(await isCallable(tx, userId)) || (await isOnCall(tx, userId))) return null;
    const [ringing] = await ring(tx, await passedOn(tx, call), [userId]);
    return ringing ?? null;
  });

/** The colleague sees who is at the other end. */
export async function passedOn(tx: Tx, call: StoredCall): Promise<Ringing> {
  const contact = call.contact_id === null ? null : await findContactOf(tx, call.their_number, { company: true });
  const { their_number: from, contact_id: contactId, colleague_id: colleagueId, conference, gateway } = call;
  const to = call.direction === 'inbound' ? call.to_number : call.from_number;
  return { from, to, name: contact?.name ?? '', contactId, colleagueId, conference, gateway };
}

/** Whether this user is here and may take calls. */
export const isCallable = async (tx: Tx, userId: number): Promise<boolean> => (await listCallable(tx, [userId])).length > 0;

/**
 * The user whose number it is; of the company's numbers the owner of the contact, else everyone who is signed in
 * and may take calls. It passes over users who are gone or have no phone.
 */
export async function whoRings(tx: Tx, line: HeldNumber, ownerId: number | null): Promise<number[]> {
  for (const id of [line.user_id, ownerId]) {
    const callable = id === null ? [] : await listCallable(tx, [id]);
    if (callable.length > 0) return callable;
  }
  const { rows } = await sql<{ id: number }>`
    select u.id from users u where u.company_id = ${tx.companyId} and u.active and u.role = any(${callers}::text[])
      and exists (select from sessions s where s.company_id = ${tx.companyId} and s.user_id = u.id and s.revoked_at is null
        and s.expires_at > ${tx.clock()}::timestamptz)
    order by u.id limit ${maxRings}`.execute(tx.db);
  const ids = rows.map(({ id }) => id);
  const withDialer = await listWith(tx, 'dialer', ids);
  return ids.filter((id) => withDialer.has(id));
}

const callers = roles.filter((role) => allows(role, 'calls.make'));

/** The active users among them who may take calls. */
async function listCallable(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select u.id from users u where u.company_id = ${tx.companyId} and u.id = any(${ids}::bigint[]) and u.active
      and u.role = any(${callers}::text[])`.execute(tx.db);
  const withDialer = await listWith(
    tx,
    'dialer',
    rows.map(({ id }) => id),
  );
  return rows.map(({ id }) => id).filter((id) => withDialer.has(id));
}

export const newSid = (kind: 'CA' | 'CF') => `${kind}${randomBytes(16).toString('hex')}`;
