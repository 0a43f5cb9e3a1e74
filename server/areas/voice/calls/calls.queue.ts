// The queue: callers who wait because everyone who could answer is on a call. The gateway keeps their phones,
// and asks here who may be rung.
import { inTenant, type Tx, type WorkCtx } from '#kernel/context.ts';
import { findContactOf } from './calls.contacts.ts';
import { tellContact } from './calls.end.ts';
import { isOnCall, lockConferenceOf } from './calls.queries.ts';
import { isCallable, miss, type Ring, type Ringing, ring, silently } from './calls.rings.ts';
import { tellCentre } from './calls.tell.ts';
import { endWait, lockWait, type StoredWait, type WaitOutcome } from './calls.waits.ts';

export interface Waiting {
  /** Of the caller's phone. */
  sid: string;
  /** Users who can answer. */
  people: number[];
  seconds: number;
}

export async function beginWait(tx: Tx, call: Ringing, { sid, people, seconds }: Waiting): Promise<Waiting> {
  const { from, to, contactId: contact_id, conference, gateway } = call;
  const row = { company_id: tx.companyId, sid, conference, from_number: from, to_number: to, contact_id, gateway };
  await tx.db
    .insertInto('waiting_calls')
    .values({ ...row, people, started_at: tx.clock() })
    .execute();
  await tellCentre(tx, people);
  return { sid, people, seconds };
}

/** Null: the caller waits no more, or this user cannot answer now. */
export const offerWaiting = (ctx: WorkCtx, sid: string, userId: number): Promise<Ring | null> =>
  inTenant(ctx, async (tx) => {
    const wait = await lockWait(tx, sid);
    if (!wait || !(await isCallable(tx, userId)) || (await isOnCall(tx, userId))) return null;
    const [ringing] = await ring(tx, await callOf(tx, wait), [userId]);
    return ringing ? { ...ringing, waitingSince: wait.started_at } : null;
  });

/** The caller leaves a message: for the first of those who could answer. Null: they wait no more. */
export const leaveMessage = (ctx: WorkCtx, sid: string): Promise<Ring | null> =>
  inTenant(ctx, async (tx) => {
    const wait = await lockWait(tx, sid);
    const [first] = wait?.people ?? [];
    if (!wait || first === undefined) return null;
    const message = await silently(tx, await callOf(tx, wait), first);
    await endWait(tx, wait.conference, 'message');
    return message;
  });

/** The caller hung up, or their phone was lost. Somebody sees that they called. */
export const waitEnded = (ctx: WorkCtx, sid: string, outcome: 'gave_up' | 'failed'): Promise<void> =>
  inTenant(ctx, (tx) => endWaitOf(tx, sid, outcome));

export async function endWaitOf(tx: Tx, sid: string, outcome: WaitOutcome, at = tx.clock()): Promise<void> {
  const wait = await lockWait(tx, sid);
  if (!wait) return;
  await endWait(tx, wait.conference, outcome, at);
  const rung = await lockConferenceOf(tx, wait.conference);
  const last = rung.at(-1);
  const [first] = wait.people;
  if (last) await tellContact(tx, last, rung);
  else if (first !== undefined) await miss(tx, await callOf(tx, wait), first);
}

async function callOf(
  tx: Tx,
  { from_number: from, to_number: to, contact_id, conference, gateway }: StoredWait,
): Promise<Ringing> {
  const contact = contact_id === null ? null : await findContactOf(tx, from, { company: true });
  return { from, to, name: contact?.owner_id ? contact.name : '', contactId: contact_id, conference, gateway };
}
