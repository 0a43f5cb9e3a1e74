// A user asks a colleague before they pass a call on. Until then it is a call between the two, so the
// colleague pays nothing and nothing of it stands at the contact.
import { formatPhone } from '#contract/kit/formats.ts';
import { inTenant, type Tx, type WorkCtx } from '#kernel/context.ts';
import { chargeOn, endCall } from './calls.end.ts';
import { isOnCall, lockCall, lockConference, type StoredCall, updateCallColumns } from './calls.queries.ts';
import { isCallable, passedOn, type Ring, ring } from './calls.rings.ts';
import { tellCall } from './calls.tell.ts';

/** The phones of the colleague ring in the same conference. Null: they are away or on a call. */
export const askColleague = (ctx: WorkCtx, sid: string, userId: number): Promise<Ring | null> =>
  inTenant(ctx, async (tx) => {
    const call = await lockCall(tx, sid);
    if (call.state !== 'active' || !(await isCallable(tx, userId)) || (await isOnCall(tx, userId))) return null;
    const asking = await askedBy(tx, call, userId);
    const [ringing] = await ring(tx, asking, [userId]);
    await tellCall(tx, call);
    return ringing ?? null;
  });

async function askedBy(tx: Tx, call: StoredCall, userId: number) {
  const { conference, gateway, user_id: asking } = call;
  const { name, from } = await passedOn(tx, call);
  const about = name || (from.startsWith('user:') ? '' : formatPhone(from));
  return {
    ...{ from: `user:${asking}`, to: `user:${userId}`, name: about ? `${tx.actor.name}, about ${about}` : tx.actor.name },
    ...{ contactId: null, colleagueId: asking, conference, gateway, consultedFor: call.id },
  };
}

/**
 * The other side is the colleague's from now on, who pays as soon as they have it. The own call has ended,
 * also while the phones of the colleague still ring.
 */
export const callPassedOn = (ctx: WorkCtx, sid: string): Promise<void> =>
  inTenant(ctx, async (tx) => {
    const conference = await lockConference(tx, sid);
    const { mine, all } = conference;
    const colleague = all.find(({ consulted_for, state }) => consulted_for === mine.id && state !== 'ended');
    if (colleague) await takeOver(tx, colleague, conference);
    await endCall(tx, conference, { outcome: 'answered' });
  });

async function takeOver(tx: Tx, colleague: StoredCall, { mine, all }: { mine: StoredCall; all: StoredCall[] }): Promise<void> {
  const { from, to, contactId, colleagueId } = await passedOn(tx, mine);
  const isActive = colleague.state === 'active';
  await updateCallColumns(tx, colleague.id, {
    ...{ consulted_for: null, from_number: from, to_number: to, contact_id: contactId, colleague_id: colleagueId },
    // The talk before was no time with the other side, and the asking user paid for it.
    ...(isActive && { answered_at: tx.clock() }),
  });
  if (isActive) await chargeOn(tx, colleague, all);
  await tellCall(tx, colleague);
}
