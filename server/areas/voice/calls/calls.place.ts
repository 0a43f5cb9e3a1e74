// A user calls a colleague or a number.
import { sql } from 'kysely';
import { type Decided, passesOf } from '#areas/messaging/compliance/compliance.service.ts';
import { findNumber } from '#areas/messaging/phoneNumbers/phoneNumbers.service.ts';
import { dialLength } from '#contract/callLists.ts';
import { errorCodes } from '#contract/kit/errors.ts';
import { normalPhone } from '#contract/kit/formats.ts';
import { inTenant, type Tx, type WorkCtx } from '#kernel/context.ts';
import { getSetting } from '#kernel/settings.ts';
import { findContactOf, findWithNumber } from './calls.contacts.ts';
import { decideOnCall, mayOverride, reasonWords } from './calls.gate.ts';
import { recordAll } from './calls.officeSettings.ts';
import { numberShown } from './calls.presence.ts';
import { insertCall, isOnCall, listOnCall, updateCallColumns } from './calls.queries.ts';
import { type Block, findLine, refusalOfQuota, takeBlock } from './calls.quota.ts';
import { type Refused, refuse } from './calls.refused.ts';
import { isCallable, newSid, type Ring, ring, whoRings } from './calls.rings.ts';
import { tellCall } from './calls.tell.ts';

export interface PlaceAsked {
  sid: string;
  /** A number, or `user:7`. */
  to: string;
  contactId: number | null;
  overrideReason: string;
  /** As in `voice_gateways`: when it is gone, its calls end. */
  gateway: string;
}

interface Begun {
  callId: number;
  sid: string;
  conference: string;
  from: string;
  to: string;
  rings: Ring[];
  /** An outside number, which the carrier rings. */
  number: string | null;
  recordAtOnce: boolean;
  maxSeconds: number | null;
}
export type Placed = Refused | Begun;

/** Seconds after which a call that somebody forgot ends. */
const longestCall = 4 * 3600;
const declined = 31002;
const badRequest = 31400;
const notFound = 31404;
const unavailable = 31480;
const busy = 31486;

/** As the user of the device: decides quota, gate and numbers, and writes the rows. */
export const placeCall = (ctx: WorkCtx, asked: PlaceAsked): Promise<Placed> =>
  inTenant(ctx, async (tx) => {
    const { actor } = tx;
    if (!actor.has('calls.make') || !actor.mayUse('dialer')) return refuse(declined, errorCodes.feature_off.text);
    await sql`select from users where company_id = ${tx.companyId} and id = ${actor.userId} for no key update`.execute(tx.db);
    if (await isOnCall(tx, actor.userId)) return refuse(busy, 'A Call is already active');
    const colleague = /^(?:client:)?user:(\d{1,15})$/.exec(asked.to.trim())?.[1];
    return colleague ? callColleague(tx, asked, Number(colleague)) : callNumber(tx, asked);
  });

async function callColleague(tx: Tx, asked: PlaceAsked, userId: number): Promise<Placed> {
  if (userId === tx.actor.userId) return refuse(badRequest, 'This is your own phone');
  if (!(await isCallable(tx, userId))) return refuse(notFound, 'This colleague has no phone');
  return ringInside(tx, asked, { to: `user:${userId}`, people: [userId] });
}

async function callNumber(tx: Tx, asked: PlaceAsked): Promise<Placed> {
  const typed = asked.to.replace(/[^\d+]/g, '');
  const number = normalPhone(asked.to);
  if (typed.length < dialLength.min || typed.length > dialLength.max || number === '')
    return refuse(badRequest, 'Invlaid phone number');
  const ours = await findNumber(tx, number);
  if (ours) {
    const people = (await whoRings(tx, ours, null)).filter((id) => id !== tx.actor.userId);
    return people.length > 0 ? ringInside(tx, asked, { to: number, people }) : refuse(unavailable, 'Nobody answers this number');
  }
  return callOutside(tx, asked, number);
}

async function callOutside(tx: Tx, asked: PlaceAsked, number: string): Promise<Placed> {
  const { userId } = tx.actor;
  const line = await findLine(tx, userId);
  if (!line) return refuse(declined, errorCodes['calls.not_allowed'].text);
  const named = asked.contactId === null ? null : await findWithNumber(tx, asked.contactId, number);
  const contact = named ?? (await findContactOf(tx, number)) ?? (await findContactOf(tx, number, { company: true }));
  const decided = await decideOnCall(tx, { contactId: contact?.id ?? null, number });
  const overrideReason = asked.overrideReason.trim().slice(0, 500);
  const overridden = decided.answer !== 'yes' && mayOverride(decided) && overrideReason !== '';
  if (decided.answer !== 'yes' && !overridden) return refuse(declined, reasonWords(decided));
  const block = await takeBlock(tx, { sid: asked.sid, user_id: userId, blocks: 0 });
  if (!block) return refuse(declined, (await refusalOfQuota(tx, userId)) ?? 'Over minutes allocated');
  const contactId = contact?.id ?? null;
  const from = await numberShown(tx, line, { contactId, number });
  const begun = await begin(tx, asked, { from, to: number, contactId, block });
  const { open_until: _, related: __, ...decision } = decided;
  await keepDecision(tx, begun.callId, decision, overridden ? overrideReason : '');
  return { ...begun, number, recordAtOnce: await getSetting(tx, recordAll) };
}

/** With the call, and for the next decisions. */
async function keepDecision(tx: Tx, id: number, decision: Omit<Decided, 'open_until'>, override_reason: string): Promise<void> {
  await updateCallColumns(tx, id, { decision: JSON.stringify(decision), override_reason });
  await passesOf(tx, sql`select ${JSON.stringify(decision)}::jsonb as decision`).execute(tx.db);
}

/** No plan's minutes and no gate: these are our own phones. */
async function ringInside(tx: Tx, asked: PlaceAsked, { to, people }: { to: string; people: number[] }): Promise<Placed> {
  const engaged = await listOnCall(tx, people);
  const free = people.filter((id) => !engaged.has(id));
  if (free.length === 0) return refuse(busy, 'Busy');
  const colleagueId = people.length === 1 ? (people[0] ?? null) : null;
  const begun = await begin(tx, asked, { from: `user:${tx.actor.userId}`, to, contactId: null, colleagueId });
  const { conference } = begun;
  const caller = { from: begun.from, name: tx.actor.name, contactId: null, colleagueId: tx.actor.userId };
  return { ...begun, rings: await ring(tx, { ...caller, to, conference, gateway: asked.gateway }, free) };
}

interface Beginning {
  from: string;
  to: string;
  contactId: number | null;
  colleagueId?: number | null;
  block?: Block;
}

async function begin(tx: Tx, asked: PlaceAsked, { from, to, contactId, colleagueId = null, block }: Beginning): Promise<Begun> {
  const { userId } = tx.actor;
  const conference = newSid('CF');
  const callId = await insertCall(tx, {
    sid: asked.sid,
    conference,
    user_id: userId,
    direction: 'outbound',
    from_number: from,
    to_number: to,
    contact_id: contactId,
    colleague_id: colleagueId,
    gateway: asked.gateway,
    ...(block && { ...block, blocks: 1 }),
  });
  await tellCall(tx, { id: callId, user_id: userId });
  return { callId, sid: asked.sid, conference, from, to, rings: [], number: null, recordAtOnce: false, maxSeconds: longestCall };
}
