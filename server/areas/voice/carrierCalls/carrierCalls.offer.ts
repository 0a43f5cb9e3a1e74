// A caller of the queue: every few seconds somebody looks who is free now. After the company's longest wait
// the caller leaves a message.
import { sql } from 'kysely';
import { callEnded, leaveMessage, offerWaiting, type Ring } from '#areas/voice/calls/calls.service.ts';
import { inTenant, type Platform, type WorkCtx } from '#kernel/context.ts';
import { offer, takeMessage } from '#kernel/voice/callMoves.ts';
import { hangUpAnswer } from './carrierCalls.addresses.ts';
import { answerAgain, type Begun, companyOf, ringAll, ringLeg } from './carrierCalls.begin.ts';
import { contextOf, contextOfUser, move } from './carrierCalls.perform.ts';
import { type CarrierCall, findByCarrierSid, insertLegs, later, lookAfter } from './carrierCalls.queries.ts';

export async function offerCall(ctx: WorkCtx, call: CarrierCall): Promise<void> {
  const { conference, line, wait_until: until } = call;
  const sid = call.legs.find(({ part }) => part === 'caller')?.carrier_sid;
  if (!sid || until === null) return;
  if (Date.parse(until) <= ctx.clock().getTime()) return endWait(ctx, conference, sid, { isAsking: false });
  const ring = await findFree(ctx, sid);
  let isThere = false;
  await move(ctx, conference, async (one, tx) => {
    if (one.state !== 'waiting') return [];
    isThere = true;
    one.due_at = later(tx, lookAfter.waiting);
    if (!ring) return [];
    const leg = ringLeg(ring);
    await insertLegs(tx, conference, [leg]);
    offer(one, leg);
    return [];
  });
  if (ring && isThere) await ringAll(ctx, { conference, line }, [ring], { to: line });
  else if (ring) await callEnded(ctx, ring.sid, { outcome: 'missed' }); // the caller is gone
}

/** The first who is free. */
async function findFree(ctx: WorkCtx, sid: string): Promise<Ring | null> {
  const { platform, actor } = ctx;
  const open = (await platform.voice?.listPhones(actor.companyId)) ?? new Set();
  const people = await inTenant(ctx, async (tx) => {
    const { rows } = await sql<{ people: number[] }>`
      select w.people from waiting_calls w
      where w.company_id = ${tx.companyId} and w.sid = ${sid} and w.ended_at is null`.execute(tx.db);
    return rows[0]?.people ?? [];
  });
  for (const userId of people.filter((id) => open.has(id))) {
    const ring = await offerWaiting(await contextOfUser(platform, actor.companyId, userId), sid, userId);
    if (ring) return ring;
  }
  return null;
}

/** `isAsking`: the carrier asks what the caller does next, and needs no word of ours. */
export async function endWait(ctx: WorkCtx, conference: string, sid: string, { isAsking }: { isAsking: boolean }): Promise<void> {
  const message = await leaveMessage(ctx, sid);
  if (!message) return;
  const silent = { ...ringLeg(message), state: 'silent' as const };
  await move(ctx, conference, async (call, tx) => {
    await insertLegs(tx, conference, [silent]);
    call.legs.push(silent);
    return takeMessage(call, silent.label).filter(({ act }) => act !== 'take_message' || !isAsking);
  });
}

/** A caller of the queue pressed a key while it was said that 1 takes a message. */
export async function pressed(platform: Platform, { leg, to, more }: Begun): Promise<string> {
  const companyId = await companyOf(platform, to);
  const ctx = companyId === null ? null : contextOf(platform, companyId);
  const place = ctx && (await inTenant(ctx, (tx) => findByCarrierSid(tx, leg)));
  if (!ctx || !place) return hangUpAnswer;
  if (more.Digits === '1') await endWait(ctx, place.conference, leg, { isAsking: true });
  return answerAgain(ctx, place);
}
