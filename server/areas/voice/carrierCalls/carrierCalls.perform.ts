// Moves a call in a transaction, and tells the book of calls and the carrier after it. The pump that looks at
// running calls finds failures; a job tries an end again.
import { callAnswered, callEnded, callPassedOn, setRecording, waitEnded, watchEnded } from '#areas/voice/calls/calls.service.ts';
import { loadActor, systemActor } from '#kernel/actors.ts';
import { inTenant, type Platform, type Tx, type WorkCtx } from '#kernel/context.ts';
import { TelephonyRefused } from '#kernel/telephony/telephony.ts';
import type { Act, Change } from '#kernel/voice/callState.ts';
import { recorded, unrecorded } from '#kernel/voice/callTalk.ts';
import type { CarrierVoice, LegChange } from '#kernel/voice/carrier.ts';
import { CallUnreachable } from '#kernel/voice/voice.ts';
import { messageAnswer, reportOf, soundOf } from './carrierCalls.addresses.ts';
import { carrierCallJobs } from './carrierCalls.jobs.ts';
import { type CarrierCall, later, lockCarrierCall, lookAfter, saveCarrierCall } from './carrierCalls.queries.ts';

export const mustHaveCarrier = ({ voice }: Pick<Platform, 'voice'>): CarrierVoice => {
  if (!voice?.carrier) throw new CallUnreachable();
  return voice.carrier;
};

/** As the system of a company. */
export const contextOf = (platform: Platform, companyId: number): WorkCtx => ({
  platform,
  clock: platform.clock,
  log: platform.log,
  actor: systemActor(companyId),
});

/** As a user; where they left, as the system. */
export async function contextOfUser(platform: Platform, companyId: number, userId: number): Promise<WorkCtx> {
  const actor = await loadActor(platform, companyId, userId, null);
  return actor ? { ...contextOf(platform, companyId), actor } : contextOf(platform, companyId);
}

/** `change`: of a locked call; answers what is to be done. */
export async function move(
  ctx: WorkCtx,
  conference: string,
  change: (call: CarrierCall, tx: Tx) => Act[] | Promise<Act[]>,
): Promise<CarrierCall | null> {
  const moved = await inTenant(ctx, async (tx) => {
    const call = await lockCarrierCall(tx, conference);
    if (!call) return null;
    const { legs: _, ...before } = call;
    const acts = await change(call, tx);
    if (call.payer !== before.payer) call.talking_at = tx.clock().toISOString(); // their minutes begin
    if (call.state !== before.state || call.payer !== before.payer)
      call.due_at = later(tx, call.state === 'ended' ? 0 : lookAfter[call.state]);
    keepLater(tx, before, call);
    await saveCarrierCall(tx, call);
    return { call, acts };
  });
  if (moved) await perform(ctx, moved.call, moved.acts);
  return moved?.call ?? null;
}

/** Seconds from the end of a recording, which the carrier tells, until somebody looks whether it was told. */
const toldWithin = 900;

function keepLater(tx: Tx, before: Omit<CarrierCall, 'legs'>, { state, recording_sid }: CarrierCall): void {
  const { recording_sid: recording, recording_leg: leg, recording_of: sid } = before;
  const isOver = recording_sid !== recording || (state === 'ended' && before.state !== 'ended');
  if (recording === null || leg === null || sid === null || !isOver) return;
  const runAt = new Date(tx.clock().getTime() + toldWithin * 1_000);
  tx.enqueue(carrierCallJobs.keepLate, { leg, recording, sid }, { key: recording, runAt });
}

/** In order. One that fails keeps none of the others from being done. */
export async function perform(ctx: WorkCtx, call: CarrierCall, acts: readonly Act[]): Promise<void> {
  const { conference } = call;
  let isOpen = false;
  for (const act of acts) {
    try {
      await performOne(ctx, call, act);
    } catch (err) {
      ctx.log.error({ err, act: act.act, conference }, 'what follows a move of a call was not done');
      isOpen ||= act.act === 'end' || act.act === 'hang_up' || act.act === 'leave';
    }
  }
  if (isOpen) await inTenant(ctx, async (tx) => tx.enqueue(carrierCallJobs.close, { conference }, { key: conference }));
}

/** The job. People would talk on, which nobody here pays for or sees. */
export async function close(ctx: WorkCtx, conference: string): Promise<void> {
  const call = await inTenant(ctx, (tx) => lockCarrierCall(tx, conference));
  if (!call) return;
  const carrier = mustHaveCarrier(ctx.platform);
  const { carrier_conference: there } = call;
  if (call.state === 'ended' && there !== null) await carrier.endConference(there);
  for (const { state, carrier_sid } of call.legs)
    if (state === 'ended' && carrier_sid !== null) await leave(carrier, call, carrier_sid);
}

/** While others talk on, the conference must not end with it. A leg that is out of it is refused. */
async function leave(carrier: CarrierVoice, { state, carrier_conference: there }: CarrierCall, leg: string): Promise<void> {
  if (state !== 'ended' && there !== null)
    await carrier.changeLeg(there, leg, { endsAll: false }).catch((err: unknown) => {
      if (!(err instanceof TelephonyRefused)) throw err;
    });
  await carrier.hangUp(leg);
}

async function performOne(ctx: WorkCtx, call: CarrierCall, act: Act): Promise<unknown> {
  const { platform, actor } = ctx;
  const { config } = platform;
  const { conference, carrier_conference: there } = call;
  const carrier = mustHaveCarrier(platform);
  switch (act.act) {
    case 'answered':
      return callAnswered(ctx, act.sid);
    case 'ended':
      return callEnded(ctx, act.sid, { outcome: act.outcome });
    case 'watch_ended':
      return watchEnded(ctx, act.sid);
    case 'wait_ended':
      return waitEnded(ctx, act.sid, act.how);
    case 'passed_on':
      return callPassedOn(ctx, act.sid);
    case 'told_recording':
      return setRecording(ctx, act.sid, act.state);
    case 'hang_up':
      return carrier.hangUp(act.leg);
    case 'leave':
      return leave(carrier, call, act.leg);
    case 'end':
      return there === null ? undefined : carrier.endConference(there);
    case 'change':
      return there === null ? undefined : carrier.changeLeg(there, act.leg, changeOf(config, act.change));
    case 'take_message':
      return carrier.redirect(act.leg, messageAnswer(config, actor.companyId, conference));
    case 'announce':
      return orUnrecorded(ctx, call, () => announce(ctx, call));
    case 'record':
      return orUnrecorded(ctx, call, () => record(ctx, call, act.leg));
    case 'change_recording':
      return act.leg && act.recording && carrier.changeRecording(act.leg, act.recording, act.to);
  }
}

async function announce({ platform }: WorkCtx, { carrier_conference: there }: CarrierCall): Promise<void> {
  if (there === null) throw new CallUnreachable();
  await mustHaveCarrier(platform).announce(there, soundOf(platform.config, 'recorded'));
}

const changeOf = (config: Platform['config'], { hold, ...change }: Change): LegChange => ({
  ...change,
  ...(hold !== undefined && { hold: hold && soundOf(config, hold) }),
});

/** On failure, takes the recording's mark off the call: no phone shows that it is recorded. */
async function orUnrecorded(ctx: WorkCtx, { conference, recording_of: sid }: CarrierCall, run: () => Promise<void>) {
  try {
    await run();
  } catch (err) {
    await move(ctx, conference, (call) => (call.recording_of === sid ? unrecorded(call) : []));
    throw err;
  }
}

async function record(ctx: WorkCtx, { conference, recording_of: sid }: CarrierCall, leg: string): Promise<void> {
  const { platform, actor } = ctx;
  if (sid === null) return;
  const report = reportOf(platform.config, { of: 'recording', company: actor.companyId, conference, sid });
  const recording = await mustHaveCarrier(platform).record(leg, report);
  await move(ctx, conference, (call) => recorded(call, { sid, leg, recording }));
}
