// Connects phones: finds the users that a call is for, rings their devices, and knows which phone is in which
// call.
import { timingSafeEqual } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { loadActor, systemActor } from '#kernel/actors.ts';
import type { Platform, WorkCtx } from '#kernel/context.ts';
import { type CallOrder, CallUnreachable, ColleagueAway } from '#kernel/voice/voice.ts';
import { identityOf, type Phone } from '#providers/voice/voice.tokens.ts';
import type { CallBook, Ring } from './book.ts';
import { createBridge } from './bridge.ts';
import { type Call, createCall, type Pace, usualPace } from './call.ts';
import { createDevices, type Device } from './devices.ts';
import { type Frame, type VoiceError, voiceErrors } from './frames.ts';
import { closeLeg, createLeg, type Leg, newSid, plainEnd, sayAnswer, sayHangup } from './legs.ts';
import { createMedia, type MediaOptions } from './media.ts';
import { createTicker } from './ticker.ts';

export interface SwitchboardOptions {
  platform: Platform;
  book: CallBook;
  /** Ours, in `voice_gateways`. */
  process: string;
  media: Omit<MediaOptions, 'log'>;
  pace?: Pace;
}

type Heard<Type extends Frame['type']> = Extract<Frame, { type: Type }>['payload'];

/** Milliseconds for which a call without a number plays a phone's own sound back to it. */
const echoFor = 8_000;

export type Switchboard = ReturnType<typeof createSwitchboard>;

export function createSwitchboard({ platform, book, process, media, pace = usualPace }: SwitchboardOptions) {
  const { log } = platform;
  const ticker = createTicker();
  const calls = new Set<Call>();
  /** `call`: null while nobody rings yet. */
  const legs = new Map<Leg, Call | null>();
  const newMedia = () => createMedia({ ...media, log });
  const devices = createDevices(platform.seal, log, {
    ctxOf,
    heard,
    registered: (device) => void joinRinging(device),
    gone,
    isBusy: (device) => legOf(device) !== undefined,
  });
  const parts = {
    book,
    ticker,
    log,
    pace,
    newMedia,
    ctxOf: async (companyId: number, userId: number) => (await contextOf(companyId, userId)) ?? systemContext(companyId),
    devicesOf: devices.of,
    isBusy: (identity: string) => [...legs.keys()].some(({ phone }) => phone.identity === identity),
    added: (leg: Leg, call: Call) => legs.set(leg, call),
    removed: (leg: Leg) => legs.delete(leg),
    ended: (call: Call) => void call.settled().then(() => calls.delete(call)),
  };

  async function ctxOf(phone: Phone): Promise<WorkCtx | null> {
    if (phone.number !== undefined) return null;
    const ctx = await contextOf(phone.companyId, phone.userId);
    return ctx?.actor.has('calls.make') && ctx.actor.mayUse('dialer') ? ctx : null;
  }
  const common = { platform, clock: platform.clock, log };
  async function contextOf(companyId: number, userId: number): Promise<WorkCtx | null> {
    const actor = await loadActor(platform, companyId, userId, null);
    return actor && { ...common, actor };
  }
  const systemContext = (companyId: number): WorkCtx => ({ ...common, actor: systemActor(companyId) });

  const legOf = (device: Device, callsid?: string): Leg | undefined =>
    [...legs.keys()].find(
      (leg) => leg.device === device && (callsid === undefined || leg.name === callsid || leg.sid === callsid),
    );

  async function heard(device: Device, { type, payload }: Exclude<Frame, { type: 'listen' | 'register' | 'message' }>) {
    if (type === 'invite') return payload.reconnect === undefined ? invite(device, payload) : comeBack(device, payload);
    const leg = legOf(device, payload.callsid);
    const call = leg && legs.get(leg);
    if (type === 'answer') {
      if (!call) device.say('cancel', { callsid: payload.callsid });
      else await call.answer(leg, payload.sdp);
    } else if (!leg) return;
    else if (type === 'dtmf') call?.press(leg, payload.dtmf);
    else if (!call) forget(leg);
    else if (type === 'reject') call.reject(leg);
    else call.hangUp(leg);
  }

  async function invite(device: Device, { callsid, sdp, twilio }: Heard<'invite'>): Promise<void> {
    const { phone } = device;
    if (!phone) return;
    if (legOf(device)) return device.say('hangup', { callsid, error: voiceErrors.busy });
    const leg = createLeg(device, newMedia(), newSid(), callsid);
    legs.set(leg, null);
    try {
      leg.sdp = await leg.media.answer(sdp);
      const params = new URLSearchParams(twilio.params);
      const to = plainEnd(params.get('To') ?? '');
      if (to === '') return echo(leg);
      await endsWritten();
      if (phone.number !== undefined) await receive(leg, phone.number, to);
      else await place(leg, to, params);
    } catch (err) {
      log.error({ err }, 'a call could not be made');
      refuse(leg, voiceErrors.failed);
    }
  }

  /** Who dials again at once is not on a call any more. */
  const endsWritten = () =>
    Promise.race([
      Promise.all([...calls].flatMap((call) => (call.hasEnded() ? call.written() : []))),
      pause(2_000, undefined, { ref: false }),
    ]);

  const refuse = (leg: Leg, error?: VoiceError) => {
    sayHangup(leg, error);
    forget(leg);
  };
  const forget = (leg: Leg) => {
    closeLeg(leg);
    legs.delete(leg);
  };

  async function place(leg: Leg, to: string, params: URLSearchParams): Promise<void> {
    const { ctx, phone, sid } = leg;
    if (!ctx || phone.number !== undefined) return;
    const contactId = Number(params.get('contact_id') ?? '');
    const placed = await book.placeCall(ctx, {
      sid,
      to,
      contactId: Number.isSafeInteger(contactId) && contactId > 0 ? contactId : null,
      overrideReason: (params.get('override_reason') ?? '').slice(0, 1_000),
      gateway: process,
    });
    if ('refused' in placed) return refuse(leg, placed.refused);
    const { number, maxSeconds, recordAtOnce, from } = placed;
    const { companyId } = phone;
    const call = connect(leg);
    if (!call)
      return void book
        .callEnded(ctx, sid, { outcome: 'cancelled' })
        .catch((err) => log.error({ err }, 'an end was not written down'));
    if (number !== null && !platform.config.demo)
      return call.end({ caller: 'failed', called: 'missed' }, { ...voiceErrors.notFound, message: 'No carrier is set up' });
    await call.ring({
      companyId,
      rings: ringsOf(companyId, placed.rings),
      handset: number === null ? null : { identity: `h${number}`, from },
      to: placed.to,
      isToNumber: number !== null,
      maxSeconds,
      recordAtOnce,
      takesMessages: false,
    });
  }

  /** A handset of the demo calls one of our numbers. */
  async function receive(leg: Leg, from: string, to: string): Promise<void> {
    const digits = to.replace(/\D/g, '').slice(-10);
    const received = await book.receiveCall(platform, { from, to: digits, sid: leg.sid, gateway: process });
    if (!received) return refuse(leg, voiceErrors.notFound);
    const { companyId, rings } = received;
    if (rings.length === 0) return refuse(leg, voiceErrors.unavailable);
    const call = connect(leg);
    const missed = () =>
      Promise.all(
        rings.map(async ({ userId, sid }) => book.callEnded(await parts.ctxOf(companyId, userId), sid, { outcome: 'missed' })),
      );
    if (!call) return void (await missed());
    await call.ring({
      companyId,
      rings: ringsOf(companyId, rings),
      handset: null,
      to: digits,
      isToNumber: true,
      maxSeconds: null,
      recordAtOnce: false,
      takesMessages: true,
    });
  }

  const ringsOf = (companyId: number, rings: Ring[]) =>
    rings.map((ring) => ({ identity: identityOf(companyId, ring.userId), ring }));

  /** Null: its phone is gone meanwhile. */
  function connect(leg: Leg): Call | null {
    if (!legs.has(leg)) return null;
    const call = createCall(parts, leg);
    calls.add(call);
    legs.set(leg, call);
    return call;
  }

  /** The phone's test of its own sound. */
  function echo(leg: Leg) {
    const bridge = createBridge(ticker);
    bridge.join(0, leg.media);
    bridge.echo(0);
    sayAnswer(leg);
    setTimeout(() => {
      if (legs.has(leg)) refuse(leg);
      bridge.close();
    }, echoFor).unref();
  }

  /** A phone whose socket was gone shows which call it was in. It does so more often than needed. */
  function comeBack(device: Device, { callsid, reconnect = '' }: Heard<'invite'>) {
    const leg = [...legs.keys()].find(
      (one) => one.sid === callsid && one.phone.identity === device.phone?.identity && isSame(one.reconnect, reconnect),
    );
    const call = leg && legs.get(leg);
    if (!leg || !call) return device.say('hangup', { callsid, error: voiceErrors.notFound });
    if (leg.grace) clearTimeout(leg.grace);
    Object.assign(leg, { grace: null, device });
    call.recall(leg);
  }

  function gone(device: Device) {
    for (const [leg, call] of [...legs]) {
      if (leg.device !== device) continue;
      leg.device = null;
      if (!call) forget(leg);
      else if (!call.lose(leg)) leg.grace = setTimeout(() => call.hangUp(leg), device.grace);
    }
  }

  async function joinRinging(device: Device) {
    if (legOf(device)) return;
    for (const call of calls) await call.join(device).catch((err) => log.warn({ err }, 'a phone could not be rung'));
  }

  /** Rejects with CallUnreachable where there is no such call here. */
  async function order(companyId: number, sid: string, order: CallOrder): Promise<void> {
    const leg = [...legs.keys()].find((one) => one.sid === sid && one.phone.companyId === companyId);
    const call = leg && legs.get(leg);
    if (!leg || !call || call.sideOf(leg) === null) throw new CallUnreachable();
    if (order.order === 'hang_up') {
      sayHangup(leg);
      return call.hangUp(leg);
    }
    if (!call.isTalking()) throw new CallUnreachable();
    if (order.order === 'announce') void call.announce();
    else if (order.order === 'record') await call.record(leg);
    else if (order.order === 'pause') await call.pause();
    else if (order.order === 'hold') call.hold(leg, order.on);
    else await transfer(call, leg, companyId, order.userId);
  }

  async function transfer(call: Call, leg: Leg, companyId: number, userId: number): Promise<void> {
    const identity = identityOf(companyId, userId);
    const isFree = devices.of(identity).length > 0 && !parts.isBusy(identity);
    const ring = isFree && leg.ctx ? await book.ringColleague(leg.ctx, leg.sid, userId) : null;
    if (!ring) throw new ColleagueAway();
    await call.transfer(leg, ring, identity);
  }

  return {
    accept: devices.accept,
    order,
    /** How many calls run. */
    count: () => new Set(legs.values()).size,
    /** Phones without a call whose company another gateway serves now: they come back there. */
    moveOut(isOurs: (companyId: number) => boolean) {
      for (const device of devices.all()) {
        const companyId = device.phone?.companyId;
        if (companyId !== undefined && !isOurs(companyId) && !legOf(device)) device.close();
      }
    },
    /** Ends all calls, and resolves when they are written down. */
    async stop() {
      const running = [...calls];
      for (const call of running) call.end({ caller: 'failed', called: 'missed' });
      await Promise.allSettled(running.map((call) => call.settled()));
      for (const device of devices.all()) device.close();
      ticker.stop();
    },
  };
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
