// No process holds a call at the carrier. So a pump looks: at calls that nobody answered, and every five
// minutes at those that run, whether they still do, and for their further minutes.
import { type RawBuilder, sql } from 'kysely';
import { atCarrier, callAnswered, callEnded, moreMinutes, waitEnded } from '#areas/voice/calls/calls.service.ts';
import { inTenant, type Tx, type WorkCtx } from '#kernel/context.ts';
import { forgetBatch, forgetInBatches } from '#kernel/jobs/forget.ts';
import type { Pump } from '#kernel/jobs/pump.ts';
import { finish, legAnswered, legEnded, messageEnded } from '#kernel/voice/callMoves.ts';
import type { Act } from '#kernel/voice/callState.ts';
import { carrierCallJobs } from './carrierCalls.jobs.ts';
import { wholeOf } from './carrierCalls.keep.ts';
import { offerCall } from './carrierCalls.offer.ts';
import { move, mustHaveCarrier, perform } from './carrierCalls.perform.ts';
import { type CarrierCall, later, lockCarrierCall, lookAfter } from './carrierCalls.queries.ts';

export const lookPump: Pump = {
  name: 'carrierCalls.look',
  async listDue(db, now, limit) {
    const { rows } = await sql<{ company_id: number }>`
      select company_id from carrier_calls where state <> 'ended' and due_at <= ${now} group by company_id limit ${limit}`.execute(
      db,
    );
    return rows.map(({ company_id }) => company_id);
  },
  async turn(tx, limit) {
    const { rows } = await sql<{ conference: string }>`
      update carrier_calls set due_at = ${later(tx, lookAfter.ringing)}
      where company_id = ${tx.companyId} and conference in (
        select c.conference from carrier_calls c
        where c.company_id = ${tx.companyId} and c.state <> 'ended' and c.due_at <= ${tx.clock()}
        order by c.due_at limit ${limit} for update skip locked)
      returning conference`.execute(tx.db);
    for (const { conference } of rows) tx.enqueue(carrierCallJobs.look, { conference }, { key: conference });
    return rows.length;
  },
};

/** The job of one call. */
export async function look(ctx: WorkCtx, conference: string): Promise<void> {
  const call = await inTenant(ctx, (tx) => lockCarrierCall(tx, conference));
  if (!call || call.state === 'ended') return;
  if (call.state === 'message') return lookForMessage(ctx, call);
  if (call.state === 'waiting') return offerCall(ctx, call);
  const news = await listNews(ctx, call);
  if (news.length > 0) await move(ctx, conference, (one) => news.flatMap((each) => follow(one, each)));
  if (call.recording === 'announcing') await perform(ctx, call, [{ act: 'announce' }]); // its end was not told
  if (call.state === 'talking') await goOn(ctx, call);
}

/** The carrier has not told how it ended. */
async function lookForMessage(ctx: WorkCtx, { conference, legs }: CarrierCall): Promise<void> {
  const caller = legs.find(({ part }) => part === 'caller')?.carrier_sid;
  const [message] = caller ? await mustHaveCarrier(ctx.platform).listRecordings(caller) : [];
  const seconds = message ? wholeOf(message) : null;
  await move(ctx, conference, (call, tx) => {
    const { message_of: sid } = call;
    if (message && sid !== null && seconds !== null)
      tx.enqueue(carrierCallJobs.keep, { recording: message.recording, sid, seconds }, { key: message.recording });
    return messageEnded(call, seconds);
  });
}

interface News {
  label: string;
  what: 'answered' | 'ended' | 'never rang';
}

/** News of the legs that the carrier knows and has not told us. */
async function listNews({ platform }: WorkCtx, { legs }: CarrierCall): Promise<News[]> {
  const carrier = mustHaveCarrier(platform);
  const open = legs.filter(({ state }) => state === 'talking' || state === 'ringing');
  const states = await Promise.all(open.map(async ({ carrier_sid: sid }) => sid && (await carrier.findLeg(sid))));
  return open.flatMap(({ label, state, carrier_sid }, place): News[] => {
    const now = states[place];
    // A crash came between the row and the call.
    if (carrier_sid === null) return state === 'ringing' ? [{ label, what: 'never rang' }] : [];
    if (now === 'ended' || now === null) return [{ label, what: 'ended' }];
    return state === 'ringing' && now === 'talking' ? [{ label, what: 'answered' }] : [];
  });
}

function follow(call: CarrierCall, { label, what }: News): Act[] {
  if (what === 'answered') return legAnswered(call, label);
  return legEnded(call, label, what === 'ended' ? 'gone' : 'failed');
}

/** Of a call that runs: it was answered, and it may use further minutes, or ends. */
async function goOn(ctx: WorkCtx, { conference, payer, talking_at }: CarrierCall): Promise<void> {
  if (payer === null || talking_at === null) return;
  await callAnswered(ctx, payer); // again, in case that it was not written down
  const seconds = (ctx.clock().getTime() - Date.parse(talking_at)) / 1_000;
  const mayGoOn = await moreMinutes(ctx, payer, seconds);
  await move(ctx, conference, (call, tx) => {
    if (call.state !== 'talking') return [];
    if (!mayGoOn) return finish(call, 'answered');
    const blocks = Math.floor(seconds / lookAfter.talking) + 1;
    call.due_at = new Date(Date.parse(talking_at) + blocks * lookAfter.talking * 1_000).toISOString();
    if (call.due_at <= tx.clock().toISOString()) call.due_at = later(tx, lookAfter.talking);
    return [];
  });
}

/** Rows that a crash left open: of a call that never got to the carrier, or that has ended there. */
export const orphanPump: Pump = {
  name: 'carrierCalls.orphans',
  async listDue(db, now, limit) {
    const { rows } = await sql<{ company_id: number }>`
      select k.company_id from calls k where k.state <> 'ended' and ${isOrphan(now, sql`k.company_id`)}
      union select k.company_id from waiting_calls k where k.ended_at is null and ${isOrphan(now, sql`k.company_id`)} limit ${limit}`.execute(
      db,
    );
    return rows.map(({ company_id }) => company_id);
  },
  async turn(tx, limit) {
    const orphan = isOrphan(tx.clock(), sql`${tx.companyId}`);
    const { rows } = await sql<{ sid: string; isWait: boolean }>`
      select k.sid, false as "isWait" from calls k where k.company_id = ${tx.companyId} and k.state <> 'ended' and ${orphan}
      union all select k.sid, true from waiting_calls k where k.company_id = ${tx.companyId} and k.ended_at is null and ${orphan}
      limit ${limit}`.execute(tx.db);
    for (const row of rows) tx.enqueue(carrierCallJobs.end, row, { key: row.sid });
    return 0; // the job ends them
  },
};

const orphanMs = 5 * 60_000;
/** Over `calls k` or `waiting_calls k`. Of a call that has just ended, the rows are being written. */
function isOrphan(now: Date, company: RawBuilder<unknown>): RawBuilder<boolean> {
  const before = sql`${new Date(now.getTime() - orphanMs)}::timestamptz`;
  return sql`k.gateway = ${atCarrier} and k.started_at < ${before} and not exists (
    select from carrier_calls c where c.company_id = ${company} and c.conference = k.conference
      and (c.state <> 'ended' or c.due_at > ${before}))`;
}

/** Ends a call or a wait; an answered call ends as answered. */
export const endOrphan = (ctx: WorkCtx, { sid, isWait }: { sid: string; isWait: boolean }): Promise<void> =>
  isWait ? waitEnded(ctx, sid, 'failed') : callEnded(ctx, sid, { outcome: 'answered' });

/** Each night: of calls that ended a week ago. The calls themselves keep what counts. */
export const forgetCarrierCalls = (ctx: WorkCtx): Promise<void> => forgetInBatches(ctx, [forgetSome]);

async function forgetSome(tx: Tx): Promise<number> {
  const before = new Date(tx.clock().getTime() - 7 * 86_400_000);
  const { numAffectedRows = 0n } = await sql`
    delete from carrier_calls where company_id = ${tx.companyId} and conference in (
      select c.conference from carrier_calls c
      where c.company_id = ${tx.companyId} and c.state = 'ended' and c.began_at < ${before}
      order by c.began_at limit ${forgetBatch})`.execute(tx.db);
  return Number(numAffectedRows);
}
