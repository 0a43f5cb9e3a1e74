// A call goes on: it is answered, recorded, charged, and ends. The gateway may say each of these twice, and
// after a crash the pump says that it ended.
import { sql } from 'kysely';
import { type ContactChange, journal } from '#areas/crm/contacts/contacts.service.ts';
import { keepCallFile } from '#areas/crm/files/files.service.ts';
import type { CallOutcome, RecordingState } from '#contract/callLists.ts';
import { inTenant, type Tx, type WorkCtx } from '#kernel/context.ts';
import type { StoredFile } from '#kernel/files/files.ts';
import { callJobs } from './calls.jobs.ts';
import { lockCall, lockConference, type StoredCall, updateCallColumns } from './calls.queries.ts';
import { blockMinutes, closeBlock, takeBlock } from './calls.quota.ts';
import { tellCall } from './calls.tell.ts';
import { endWait, isWaiting } from './calls.waits.ts';
import { endWatchers } from './calls.watch.ts';

export interface Conference {
  mine: StoredCall;
  all: StoredCall[];
}

export interface Ending {
  outcome: CallOutcome;
  errorCode?: number;
  /** Of a lost call: when it was last heard of. */
  at?: Date;
}

/** Answers the sids of this conference's calls that now end `elsewhere`. */
export const callAnswered = (ctx: WorkCtx, sid: string): Promise<{ others: string[] }> =>
  inTenant(ctx, async (tx) => {
    const { mine, all } = await lockConference(tx, sid);
    if (mine.state !== 'ringing') return { others: [] };
    await answer(tx, mine);
    if (mine.consulted_for !== null) return tellAsking(tx, mine, all);
    const passedOn = mine.direction === 'inbound' && all.some((call) => call.id !== mine.id && hasTalked(call));
    if (passedOn) await chargeOn(tx, mine, all);
    else if (mine.direction === 'inbound') await endWait(tx, mine.conference, 'answered');
    const others: string[] = [];
    if (mine.direction === 'outbound') return { others };
    for (const call of all) {
      if (call.id === mine.id || call.state !== 'ringing') continue;
      if (call.direction === 'outbound') await answer(tx, call);
      else {
        await endRow(tx, call, { outcome: 'elsewhere' });
        others.push(call.sid);
      }
    }
    return { others };
  });

/** With the other side. */
const hasTalked = ({ answered_at, consulted_for }: StoredCall) => answered_at !== null && consulted_for === null;

/** The user who asks sees whether the colleague answered. */
async function tellAsking(tx: Tx, { consulted_for }: StoredCall, all: readonly StoredCall[]): Promise<{ others: string[] }> {
  const asking = all.find(({ id }) => id === consulted_for);
  if (asking) await tellCall(tx, asking);
  return { others: [] };
}

async function answer(tx: Tx, call: StoredCall): Promise<void> {
  await updateCallColumns(tx, call.id, { state: 'active', answered_at: tx.clock() });
  await tellCall(tx, call);
}

/** The user who talks on pays for the call from then on. A user without minutes left is not cut off. */
export async function chargeOn(tx: Tx, call: StoredCall, all: readonly StoredCall[]): Promise<void> {
  if (!all.some(({ paid_by }) => paid_by !== null)) return;
  const block = (await takeBlock(tx, call)) ?? { paid_by: 'free' };
  await updateCallColumns(tx, call.id, { ...block, blocks: 1 });
}

/** The first end counts. */
export const callEnded = (ctx: WorkCtx, sid: string, how: { outcome: CallOutcome; errorCode?: number }): Promise<void> =>
  inTenant(ctx, async (tx) => endCall(tx, await lockConference(tx, sid), how));

/** And phones that still ring for a caller who gave up. */
export async function endCall(tx: Tx, { mine, all }: Conference, how: Ending): Promise<void> {
  if (mine.state === 'ended') return;
  const ended = [await endRow(tx, mine, { ...how, outcome: outcomeOf(mine, how.outcome) })];
  const callerGone = mine.direction === 'outbound' && mine.state === 'ringing';
  for (const call of callerGone ? all.filter(({ id, state }) => id !== mine.id && state === 'ringing') : [])
    ended.push(await endRow(tx, call, { ...how, outcome: 'missed' }));
  if (mine.consulted_for !== null) await tellAsking(tx, mine, all);
  await tellContact(tx, mine, [...all.filter(({ id }) => !ended.some((call) => call.id === id)), ...ended]);
}

/** Voicemail and failures aside, a call that was answered ends as answered, and no other does. */
function outcomeOf({ answered_at, direction }: StoredCall, said: CallOutcome): CallOutcome {
  if (said === 'voicemail' || said === 'failed') return said;
  if (answered_at !== null) return 'answered';
  if (said !== 'answered') return said;
  return direction === 'inbound' ? 'missed' : 'no_answer';
}

async function endRow(tx: Tx, call: StoredCall, { outcome, errorCode, at = tx.clock() }: Ending): Promise<StoredCall> {
  const used = Math.min(Math.ceil(secondsOf(call, at) / 60), call.blocks * blockMinutes);
  const before = Math.max(call.blocks - 1, 0) * blockMinutes;
  if (call.blocks > 0) await closeBlock(tx, call, Math.max(used - before, 0));
  await updateCallColumns(tx, call.id, {
    state: 'ended',
    outcome,
    ended_at: at,
    recording: 'off',
    error_code: errorCode ?? null,
    minutes: Math.max(used, before),
    licence_minutes: 0,
    wallet_minutes: 0,
  });
  await endWatchers(tx, call, at);
  await tellCall(tx, call);
  return { ...call, state: 'ended', outcome, ended_at: at.toISOString() };
}

const secondsOf = ({ answered_at }: StoredCall, at: Date) =>
  answered_at === null ? 0 : Math.max(0, (at.getTime() - Date.parse(answered_at)) / 1000);

/**
 * One entry for each side that talked; of a call that nobody took, one when the last phone is silent and the
 * caller waits no more.
 */
export async function tellContact(tx: Tx, mine: StoredCall, all: readonly StoredCall[]): Promise<void> {
  const ended = all.find(({ id }) => id === mine.id) ?? mine;
  const taken = ended.outcome === 'answered' || (ended.outcome === 'failed' && ended.answered_at !== null);
  if (ended.direction === 'outbound' || taken) return journalCall(tx, ended);
  const inbound = all.every(({ direction, colleague_id }) => direction === 'inbound' && colleague_id === null);
  const open = all.some(({ state, answered_at }) => state !== 'ended' || answered_at !== null);
  if (!inbound || open || (await isWaiting(tx, mine.conference))) return;
  await journalCall(tx, ended);
  if (ended.outcome !== 'declined' && ended.contact_id !== null)
    tx.enqueue(callJobs.missed, { id: ended.id }, { as: (await ownerOf(tx, ended.contact_id)) ?? ended.user_id });
}

/** Null: nobody who is still here. */
async function ownerOf(tx: Tx, contactId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select u.id from contacts c join users u on u.company_id = ${tx.companyId} and u.id = c.owner_id and u.active
    where c.company_id = ${tx.companyId} and c.id = ${contactId}`.execute(tx.db);
  return rows[0]?.id ?? null;
}

/** In the name of the user of the phone. */
export async function journalCall(tx: Tx, call: StoredCall, contactId = call.contact_id): Promise<void> {
  if (contactId === null) return;
  const after = {
    'call.id': call.id,
    'call.direction': call.direction,
    'call.number': call.their_number,
    'call.outcome': call.outcome,
    'call.seconds': Math.floor(secondsOf(call, call.ended_at === null ? tx.clock() : new Date(call.ended_at))),
    'call.recorded': call.call_file_id !== null,
    ...(call.override_reason !== '' && { 'call.override': call.override_reason }),
  };
  await journalAs(tx, call, { contactId, action: 'called', after });
}

const journalAs = ({ ...tx }: Tx, { user_id: userId }: StoredCall, change: ContactChange) => {
  if (tx.actor.userId !== userId) tx.actor = { ...tx.actor, userId, impersonatorId: null };
  return journal(tx, change);
};

export const setRecording = (ctx: WorkCtx, sid: string, state: RecordingState): Promise<void> =>
  inTenant(ctx, async (tx) => {
    const call = await lockCall(tx, sid);
    if (call.state === 'ended' || call.recording === state) return;
    await updateCallColumns(tx, call.id, { recording: state });
    await tellCall(tx, call);
  });

/** `file`: stored before, and kept from now on. A second recording of a call is not kept. */
export const keepRecording = (ctx: WorkCtx, sid: string, file: StoredFile, seconds: number): Promise<void> =>
  inTenant(ctx, async (tx) => {
    const call = await lockCall(tx, sid);
    if (call.call_file_id !== null) return;
    const { contact_id, user_id, direction, their_number: number, started_at } = call;
    const of = { contact_id, user_id, direction, number, started_at, seconds: Math.round(seconds) };
    const call_file_id = await keepCallFile(tx, file, of);
    await updateCallColumns(tx, call.id, { call_file_id });
    await tellCall(tx, call);
    if (call.state !== 'ended' || contact_id === null) return;
    const after = { 'call.id': call.id, 'call.number': number, 'call.recorded': true };
    await journalAs(tx, call, { contactId: contact_id, action: 'call_recorded', after });
  });

/** Every five minutes of a call to a number, with the seconds that it has lasted; false: hang up. */
export const moreMinutes = (ctx: WorkCtx, sid: string, seconds: number): Promise<boolean> =>
  inTenant(ctx, async (tx) => {
    const call = await lockCall(tx, sid);
    if (call.state === 'ended') return false;
    if (call.blocks === 0 || call.paid_by === 'free') return true;
    if (seconds < call.blocks * blockMinutes * 60 - 60) return true; // asked twice: this block is paid
    await closeBlock(tx, call, blockMinutes);
    const block = await takeBlock(tx, call);
    const minutes = call.blocks * blockMinutes;
    if (block) await updateCallColumns(tx, call.id, { ...block, blocks: call.blocks + 1, minutes });
    else await updateCallColumns(tx, call.id, { licence_minutes: 0, wallet_minutes: 0, minutes });
    return block !== null;
  });
