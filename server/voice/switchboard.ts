// Connects phones: finds the users that a call is for, rings their devices, and knows which phone is in which
// call.
import { timingSafeEqual } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { watchModes } from '#contract/callLists.ts';
import { loadActor, systemActor } from '#kernel/actors.ts';
import type { Platform, WorkCtx } from '#kernel/context.ts';
import { type CallOrder, CallUnreachable, ColleagueAway, watchAddress } from '#kernel/voice/voice.ts';
import { identityOf, type Phone } from '#providers/voice/voice.tokens.ts';
import type { CallBook, Received, Ring } from './book.ts';
import { createBridge } from './bridge.ts';
import { type Pace, type Terms, usualPace, type Wanted } from './call.parts.ts';
import * as running from './call.ts';
import { createDevices, type Device } from './devices.ts';
import { type Frame, type VoiceError, voiceErrors } from './frames.ts';
import { closeLeg, createLeg, type Leg, newSid, plainEnd, sayAnswer, sayHangup } from './legs.ts';
import { createMedia, type MediaOptions } from './media.ts';
import { createPresence } from './presence.ts';
import { createQueue } from './queue.ts';
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

/** Milliseconds for which a stop waits until its calls are written down. */
const stopPatience = 20_000;

export type Switchboard = ReturnType<typeof createSwitchboard>;

export function createSwitchboard({ platform, book, process, media, pace = usualPace }: SwitchboardOptions) {
  const { log } = platform;
  const ticker = createTicker();
  const calls = new Set<running.Call>();
  /** `call`: null while nobody rings yet. */
  const legs = new Map<Leg, running.Call | null>();
  const newMedia = () => createMedia({ ...media, log });
  const devices = createDevices(platform.seal, log, {
    ctxOf,
    heard,
    registered: (device) => void joinRinging(device).then(queue.offerAll),
    changed: (device) => presence.changed(device),
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
    removed(leg: Leg) {
      legs.delete(leg);
      setImmediate(queue.offerAll); // its end is reported first
    },
  };
  const queue = createQueue({ ...parts, endsWritten });
  const presence = createPresence({ book, log, devicesOf: devices.of });

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
      else await running.answer(call, leg, payload.sdp);
    } else if (!leg) return;
    else if (type === 'reinvite') await (call && renew(leg, payload.sdp));
    else if (type === 'dtmf') call && running.press(call, leg, payload.dtmf);
    else if (!call) forget(leg);
    else if (type === 'reject') running.reject(call, leg);
    else running.hangUp(call, leg);
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

  /** Waits until ended calls are stored, so that a user who dials again at once does not count as on a call. */
  function endsWritten(): Promise<unknown> {
    const written = Promise.all([...calls].flatMap((call) => (running.hasEnded(call) ? running.rowsEnded(call) : [])));
    return Promise.race([written, pause(2_000, undefined, { ref: false })]);
  }

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
    if (to.startsWith(watchAddress(''))) return watch(leg, ctx, to.slice(watchAddress('').length), params.get('mode'));
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
    const common = { companyId, to: placed.to, maxSeconds, recordAtOnce };
    const call = connect(leg, { ...common, isToNumber: number !== null, takesMessages: false });
    if (!call)
      return void book
        .callEnded(ctx, sid, { outcome: 'cancelled' })
        .catch((err) => log.error({ err }, 'an end was not written down'));
    if (number !== null && !platform.config.demo)
      return running.end(call, 'failed', { ...voiceErrors.notFound, message: 'No carrier is set up' });
    const handset = { identity: `h${number}`, ring: null, sid: newSid(), from, to: placed.to };
    await running.ring(call, [...wantedBy(companyId, placed.rings, placed.to), ...(number === null ? [] : [handset])]);
  }

  /** A leader takes part in a call that runs here. */
  async function watch(leg: Leg, ctx: WorkCtx, of: string, mode: string | null): Promise<void> {
    const asked = watchModes.find((one) => one === mode) ?? 'listen';
    const watched = sideWith(leg.phone.companyId ?? 0, of);
    if (!watched || !running.isTalking(watched.call)) return refuse(leg, voiceErrors.notFound);
    const answer = await book.watchCall(ctx, { sid: leg.sid, of, mode: asked });
    if ('refused' in answer) return refuse(leg, answer.refused);
    if (legs.has(leg) && running.watch(watched.call, leg, watched.leg, asked)) return;
    refuse(leg, voiceErrors.notFound);
    await book.watchEnded(ctx, leg.sid);
  }

  /** A phone that is one of the two sides of a call. */
  function sideWith(companyId: number, sid: string): { leg: Leg; call: running.Call } | null {
    for (const [leg, call] of legs)
      if (leg.sid === sid && leg.phone.companyId === companyId && call && running.isSide(call, leg)) return { leg, call };
    return null;
  }

  /** A handset of the demo calls one of our numbers. */
  async function receive(leg: Leg, from: string, to: string): Promise<void> {
    const digits = to.replace(/\D/g, '').slice(-10);
    const hasPhone = (companyId: number, userId: number) => {
      const identity = identityOf(companyId, userId);
      if (devices.of(identity).length === 0) return 'none';
      return parts.isBusy(identity) || queue.isFor(companyId, userId) ? 'busy' : 'free';
    };
    const received = await book.receiveCall(platform, { from, to: digits, sid: leg.sid, gateway: process, hasPhone });
    if (!received) return refuse(leg, voiceErrors.notFound);
    const { companyId, rings, waiting, message } = received;
    if (rings.length === 0 && !waiting && !message) return refuse(leg, voiceErrors.unavailable);
    const terms = { companyId, to: digits, isToNumber: true, maxSeconds: null, recordAtOnce: false, takesMessages: true };
    const call = connect(leg, terms);
    if (!call) return missed(received, leg.sid);
    if (waiting) queue.add(call, waiting);
    else if (message) running.takeMessage(call, message);
    else await running.ring(call, wantedBy(companyId, rings, digits));
  }

  /** The caller hung up meanwhile. */
  async function missed({ companyId, rings, waiting, message }: Received, sid: string): Promise<void> {
    if (waiting) await book.waitEnded(systemContext(companyId), sid, 'gave_up');
    const all = message ? [...rings, message] : rings;
    await Promise.all(
      all.map(async (ring) => book.callEnded(await parts.ctxOf(companyId, ring.userId), ring.sid, { outcome: 'missed' })),
    );
  }

  const wantedBy = (companyId: number, rings: Ring[], to: string): Wanted[] =>
    rings.map((ring) => ({ identity: identityOf(companyId, ring.userId), ring, sid: ring.sid, from: ring.from, to }));

  /** Null: its phone is gone meanwhile. */
  function connect(leg: Leg, terms: Terms): running.Call | null {
    if (!legs.has(leg)) return null;
    const own = {
      added: (one: Leg) => void legs.set(one, call),
      ended: () => void running.settled(call).then(() => calls.delete(call)),
    };
    const call = running.createCall({ ...parts, ...own }, terms, leg);
    calls.add(call);
    legs.set(leg, call);
    return call;
  }

  /** The phone's test of its own sound. */
  function echo(leg: Leg) {
    const bridge = createBridge(ticker);
    const seat = bridge.sit(leg.media, 0);
    bridge.connect(new Map([[seat, [seat]]]));
    sayAnswer(leg);
    setTimeout(() => {
      if (legs.has(leg)) refuse(leg);
      bridge.close();
    }, echoFor).unref();
  }

  /** The way of its sound is lost, or its network changed. It goes on asking where we fail. */
  async function renew(leg: Leg, sdp: string): Promise<void> {
    leg.sdp = await leg.media.renew(sdp);
    running.recall(leg);
  }

  /** A phone whose socket was gone shows which call it was in. It does so more often than needed. */
  async function comeBack(device: Device, { callsid, reconnect = '', sdp }: Heard<'invite'>) {
    const leg = [...legs.keys()].find(
      (one) => one.sid === callsid && one.phone.identity === device.phone?.identity && isSame(one.reconnect, reconnect),
    );
    const call = leg && legs.get(leg);
    if (!leg || !call) return device.say('hangup', { callsid, error: voiceErrors.notFound });
    if (leg.grace) clearTimeout(leg.grace);
    Object.assign(leg, { grace: null, device });
    if (leg.media.knows(sdp)) running.recall(leg);
    else await renew(leg, sdp);
  }

  function gone(device: Device) {
    for (const [leg, call] of [...legs]) {
      if (leg.device !== device) continue;
      leg.device = null;
      if (!call) forget(leg);
      else if (!running.lose(call, leg)) leg.grace = setTimeout(() => running.hangUp(call, leg), device.grace);
    }
  }

  async function joinRinging(device: Device) {
    if (legOf(device)) return;
    for (const call of calls) await running.join(call, device).catch((err) => log.warn({ err }, 'a phone could not be rung'));
  }

  /** Rejects with CallUnreachable where there is no such call here. */
  async function order(companyId: number, sid: string, order: CallOrder): Promise<void> {
    const leg = [...legs.keys()].find((one) => one.sid === sid && one.phone.companyId === companyId);
    const call = leg && legs.get(leg);
    if (!leg || !call) throw new CallUnreachable();
    if (order.order === 'watch') return running.changeWatch(call, leg, order.mode);
    if (order.order === 'transfer' || order.order === 'consult') return passOn(call, leg, companyId, order);
    await running.order(call, leg, order);
  }

  async function passOn(
    call: running.Call,
    leg: Leg,
    companyId: number,
    order: Extract<CallOrder, { userId: number }>,
  ): Promise<void> {
    running.mustTake(call, leg, order);
    const { userId } = order;
    const identity = identityOf(companyId, userId);
    const isFree = devices.of(identity).length > 0 && !parts.isBusy(identity);
    const ask = order.order === 'transfer' ? book.ringColleague : book.askColleague;
    const ring = isFree && leg.ctx ? await ask(leg.ctx, leg.sid, userId) : null;
    if (!ring) throw new ColleagueAway();
    try {
      await running.bringIn(call, leg, { ring, identity }, order);
    } catch (err) {
      // The call ended, or was passed on by another order, while the row was written.
      await book.callEnded(await parts.ctxOf(companyId, userId), ring.sid, { outcome: 'missed' });
      throw err;
    }
  }

  return {
    accept: devices.accept,
    order,
    /** Users of a company with an open phone. */
    phonesOf: devices.usersOf,
    /** How many calls run. */
    count: () => new Set(legs.values()).size,
    /** Phones without a call whose company another gateway serves now: they come back there. */
    moveOut(isOurs: (companyId: number) => boolean) {
      for (const device of devices.all()) {
        const companyId = device.phone?.companyId;
        if (companyId === undefined || isOurs(companyId) || queue.isOf(companyId)) continue;
        if (!legOf(device)) device.close();
      }
    },
    /** Ends all calls, and resolves when they are written down; what an outage keeps, the pump of lost calls ends. */
    async stop() {
      const open = [...calls];
      for (const call of open) running.end(call, 'failed');
      const settled = Promise.allSettled(open.map(running.settled));
      await Promise.race([settled, pause(stopPatience, undefined, { ref: false })]);
      presence.stop();
      for (const device of devices.all()) device.close();
      ticker.stop();
    },
  };
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
