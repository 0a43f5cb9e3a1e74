// One call: who waits, which phones ring, who talks, and how it ends. The first answer wins.
import { setTimeout as pause } from 'node:timers/promises';
import type { CallOutcome, WatchMode } from '#contract/callLists.ts';
import type { Ring } from './book.ts';
import { createBridge } from './bridge.ts';
import { createConsult } from './call.consult.ts';
import { createMessage } from './call.message.ts';
import { createNotice } from './call.notice.ts';
import { createOffer } from './call.offer.ts';
import type { CallParts, Queued, Ringing } from './call.parts.ts';
import { countMinutes, reportTalkers } from './call.reports.ts';
import { createRingGroup, type RingGroup } from './call.rings.ts';
import { arrange, type CallState, otherOf } from './call.seats.ts';
import { createTaping } from './call.taping.ts';
import { createTimers } from './call.timers.ts';
import { createWatching } from './call.watching.ts';
import type { Device } from './devices.ts';
import { type VoiceError, voiceErrors } from './frames.ts';
import { closeLeg, type Leg, sayAnswer, sayCancel, sayHangup, sayRinging } from './legs.ts';
import type { Side } from './recorder.ts';
import { createReports } from './reports.ts';
import { digitTones } from './sound.ts';

/** Milliseconds for which the end of a call waits for its recording to be stored. */
const patience = 3_000;

export type Call = ReturnType<typeof createCall>;

export function createCall(parts: CallParts, caller: Leg) {
  const { book, log, pace, ticker } = parts;
  const bridge = createBridge(ticker);
  const reports = createReports(log);
  // With reports of its own: what is slow to store must not keep a call from ending.
  const taped = createReports(log);
  const legs: [Leg | null, Leg | null] = [caller, null];
  const seated = () => legs.flatMap((leg) => (leg?.seat ? [leg] : []));
  const notice = createNotice(bridge);
  const taping = createTaping({ book, bridge, reports: taped, ticker, log, announce: () => notice.again(seated()) });
  const watching = createWatching({ parts, bridge, reports, arrange: place, announce: () => notice.once(seated()) });
  const message = createMessage(bridge, taping, caller);
  const consult = createConsult({ parts, bridge, reports, taping, call: () => call, arrange: place, lost });
  let state: CallState = 'ringing';
  let terms: Ringing | null = null;
  /** Phones that ring for the side that waits. */
  let group: RingGroup | null = null;
  let isRingBack = false;
  let held: Side | null = null;
  const closing: Promise<void>[] = [];
  const { after, stop: stopTimers } = createTimers();
  let queued: Queued | null = null;
  caller.seat = bridge.sit(caller.media, 0);

  const sideOf = (leg: Leg): Side | null => (legs[0] === leg ? 0 : legs[1] === leg ? 1 : null);
  /** The side that waits for an answer. */
  const waiting = (): Side => (legs[0] ? 0 : 1);
  const hasEnded = () => state === 'ended';

  /** Each phone hears those that it may hear now. */
  function place() {
    if (hasEnded()) return;
    const watchers = notice.wasHeardBy(seated()) ? watching.list() : [];
    const rings = isRingBack && state === 'ringing' ? waiting() : null;
    const { hears, recorded, plays } = arrange({ legs, state, rings, held, asking: consult.now(), watchers });
    bridge.connect(hears, recorded);
    for (const [seat, sound] of plays) bridge.background(seat, sound);
  }

  /** Rings all of them, and says so to the one who waits. Ends at once where nobody can be reached. */
  async function ring(wanted: Ringing): Promise<void> {
    terms = wanted;
    state = 'ringing';
    const mine = createRingGroup(parts, () => call, wanted);
    group = mine;
    await mine.start();
    if (state !== 'ringing' || group !== mine) return;
    const waits = legs[waiting()];
    if (mine.isReached() || (wanted.takesMessages && mine.rows().length > 0)) {
      if (waits && !waits.wasAnswered) sayRinging(waits);
      isRingBack = true;
      place();
    }
    if (mine.isReached()) return void after(pace.ring, () => unanswered('no_answer'));
    return unanswered(mine.wasBusy() ? 'busy' : 'unavailable');
  }

  /** Nobody answered, could, or wanted to. */
  function unanswered(why: 'no_answer' | 'busy' | 'declined' | 'unavailable') {
    if (state !== 'ringing') return;
    const [first] = group?.rows() ?? [];
    if (terms?.takesMessages && first) return void takeMessage(first).catch(fail);
    if (why === 'unavailable') end({ caller: 'no_answer', called: 'missed' }, voiceErrors.unavailable);
    else end({ caller: why, called: 'missed' }, why === 'no_answer' ? voiceErrors.unavailable : voiceErrors[why]);
  }

  async function takeMessage(of: Ring): Promise<void> {
    state = 'message';
    stopTimers();
    leaveQueue();
    group?.cancel();
    place();
    if (await message.take(of, () => state === 'message')) after(pace.message, () => end(talked));
  }

  /** A phone that rings takes the call. */
  async function answer(leg: Leg, sdp: string): Promise<void> {
    if (consult.has(leg)) return consult.answer(leg, sdp);
    if ((state !== 'ringing' && state !== 'queued') || !terms || !group?.take(leg)) return sayCancel(leg);
    state = 'talking';
    group = null;
    stopTimers();
    leaveQueue();
    const there = waiting();
    const waits = legs[there];
    legs[otherOf(there)] = leg;
    leg.wasAnswered = true;
    const told = leg.ctx ? leg : waits;
    if (told?.ctx) {
      const { ctx, sid } = told;
      void reports.add('an answer', () => book.callAnswered(ctx, sid)); // ends the rows of the other phones, too
    }
    try {
      await leg.media.accept(sdp);
    } catch (err) {
      return fail(err);
    }
    if (hasEnded()) return;
    leg.seat = bridge.sit(leg.media, otherOf(there));
    if (waits && !waits.wasAnswered) sayAnswer(waits);
    if (waits) waits.wasAnswered = true;
    for (const each of [leg, waits]) each?.media.onFailed(() => each && lost(each));
    goOn(told);
  }

  /** `payer`: the user who talks from now on. */
  function goOn(payer: Leg | null) {
    count(payer);
    place();
    welcome();
    if (terms?.recordAtOnce && payer) void taping.start(payer).catch(fail);
  }

  /** Where leaders listen, who comes in hears of it first. */
  function welcome() {
    if (watching.list().length > 0) void notice.once(seated()).then(place);
  }

  function leaveQueue() {
    const was = queued;
    queued = null;
    was?.over();
  }

  /** Asks for further minutes while it runs, and keeps to its longest time. */
  function count(payer: Leg | null) {
    const over = () => end(talked);
    if (terms?.maxSeconds) after(terms.maxSeconds * 1_000, over);
    const isRunning = () => state === 'talking' && payer !== null && sideOf(payer) !== null;
    if (terms?.isToNumber && payer) countMinutes({ book, reports, every: pace.minutes, payer, isRunning, after, over });
  }

  const talked = { caller: 'answered', called: 'missed' } as const;
  function lost(leg: Leg) {
    if (consult.has(leg)) consult.takeBack('failed');
    else if (consult.now()?.asker === leg) void complete(leg).catch(fail);
    else if (sideOf(leg) !== null) end(talked, voiceErrors.mediaLost);
  }
  const fail = (err: unknown) => {
    log.error({ err }, 'a call failed');
    end({ caller: 'failed', called: 'missed' }, voiceErrors.failed);
  };

  function reject(leg: Leg) {
    if (consult.has(leg)) return consult.takeBack('declined', leg);
    if (!group?.has(leg)) return;
    const ring = group.decline(leg);
    // The last one may still get a message, and its row stays open for it.
    if (state === 'ringing' && group.rows().length === 1 && terms?.takesMessages && ring) message.declined();
    else if (ring) {
      group.forget(ring);
      void reportEnd(ring, 'declined');
    }
    if (!group.isReached()) unanswered('declined'); // what is left has no open phone
  }

  /** By its user, or because its phone did not come back. */
  function hangUp(leg: Leg) {
    if (watching.has(leg)) return watching.leave(leg);
    if (consult.now()?.asker === leg) return void complete(leg, true).catch(fail);
    if (sideOf(leg) === null) return reject(leg);
    end(state === 'talking' || state === 'message' ? talked : { caller: 'cancelled', called: 'missed' }, undefined, leg);
  }

  const reportEnd = ({ userId, sid }: Ring, outcome: CallOutcome) =>
    reports.add('the end of a call', async () =>
      book.callEnded(await parts.ctxOf(terms?.companyId ?? 0, userId), sid, { outcome }),
    );

  /** `caller`: of a side that was never answered; one that was has answered. `told`: it knows already. */
  function end({ caller: outcome, called }: { caller: CallOutcome; called: CallOutcome }, error?: VoiceError, told?: Leg) {
    if (state === 'ended') return;
    const wasMessage = state === 'message';
    consult.end();
    watching.end();
    state = 'ended';
    stopTimers();
    for (const leg of legs) if (leg && leg !== told) sayHangup(leg, error);
    const talkers = legs.flatMap((leg) => leg ?? []);
    const rows = (group?.rows() ?? []).filter((row) => !wasMessage || !message.isFor(row));
    group?.cancel();
    const kept = taping.isRecording() && !wasMessage ? taping.finish() : null;
    const companyId = terms?.companyId ?? 0;
    if (wasMessage) closing.push(message.finish((userId) => parts.ctxOf(companyId, userId)));
    const wait = queued;
    const write = () => {
      reportTalkers({ book, reports }, talkers, outcome, error);
      for (const row of rows) void reportEnd(row, called);
      const how = outcome === 'failed' ? 'failed' : 'gave_up';
      if (wait)
        void reports.add('the end of waiting', async () => book.waitEnded(await parts.ctxOf(companyId, 0), wait.sid, how));
    };
    // The recording first, where that is quick: then the timeline has one entry for both.
    if (kept) closing.push(kept, Promise.race([kept, pause(patience, undefined, { ref: false })]).then(write));
    else write();
    leaveQueue();
    bridge.close();
    for (const leg of talkers) {
      leg.seat = null;
      closeLeg(leg);
      parts.removed(leg);
    }
    group = null;
    parts.ended(call);
  }

  /** Takes a side out that passes the call on. Resolves when its recording is stored, where that is quick. */
  function stepOut(leg: Leg, side: Side, told: boolean): Promise<void> {
    stopTimers();
    held = null;
    watching.end(side);
    legs[side] = null;
    if (!told) sayHangup(leg);
    consult.unseat(leg);
    place();
    const kept = taping.finish();
    closing.push(kept);
    return Promise.race([kept, pause(patience, undefined, { ref: false })]);
  }

  /** Passes the call on: the other side waits while the colleague's phones ring. */
  async function transfer(leg: Leg, to: Ring, identity: string): Promise<void> {
    const side = sideOf(leg);
    if (state !== 'talking' || side === null || !legs[otherOf(side)] || !terms) return;
    state = 'ringing';
    const left = async () => {
      await stepOut(leg, side, false);
      reportTalkers({ book, reports }, [leg], 'answered');
    };
    closing.push(left());
    await ring({ ...terms, rings: [{ identity, ring: to }], handset: null, takesMessages: false });
  }

  /** Passes it on to the colleague who was asked. One whose phones still ring takes it when they answer. */
  async function complete(leg: Leg, told = false): Promise<void> {
    const was = consult.leave();
    const { ctx, sid } = leg;
    if (!was || !ctx || !terms) return;
    terms = { ...terms, takesMessages: false };
    const { side, colleague } = was;
    if (!colleague) {
      state = 'ringing';
      group = was.group;
      isRingBack = true;
    }
    const kept = stepOut(leg, side, told);
    if (colleague) {
      legs[side] = colleague;
      goOn(colleague);
    } else after(pace.ring, () => unanswered('no_answer'));
    await reports.add('a call that is passed on', async () => {
      await kept; // the timeline has one entry for both
      await book.callPassedOn(ctx, sid);
    });
  }

  const offer: (to: Ring, identity: string, number: string) => Promise<boolean> = createOffer({
    ...{ parts, call: () => call, isQueued: () => state === 'queued', reportEnd },
    set(rung) {
      group = rung;
    },
  });

  const call = {
    ring,
    answer,
    reject,
    hangUp,
    transfer,
    complete,
    end,
    isTalking: () => state === 'talking' && !consult.now(),
    isQueued: () => state === 'queued',
    hasEnded,
    sideOf,
    isAsking: (leg: Leg) => consult.now()?.asker === leg,
    takeBack: () => consult.takeBack(),
    async ask(leg: Leg, ring: Ring, identity: string): Promise<void> {
      const side = sideOf(leg);
      held = null;
      if (side !== null) await consult.start(leg, side, ring, identity);
    },
    /** A leader takes part, for the user of `of`. False: that call is over. */
    watch(leg: Leg, of: Leg, mode: WatchMode): boolean {
      const side = sideOf(of);
      if (side === null || hasEnded()) return false;
      parts.added(leg, call);
      void watching.add(leg, side, mode).catch(fail);
      return true;
    },
    changeWatch: watching.change,
    /** Nobody is free: music, until a phone is offered the call. */
    queue(wanted: Ringing, by: Queued) {
      terms = wanted;
      state = 'queued';
      queued = by;
      caller.wasAnswered = true;
      sayAnswer(caller);
      place();
    },
    offer,
    say: async (sound: Buffer) => void (caller.seat && (await bridge.play(caller.seat, sound))),
    takeMessage(wanted: Ringing, of: Ring): Promise<void> {
      terms = wanted;
      for (const row of group?.rows() ?? []) void reportEnd(row, 'missed');
      const asked = group;
      group = null;
      asked?.cancel();
      return takeMessage(of);
    },
    /** A phone that opens while the call rings joins in. */
    async join(device: Device) {
      await group?.join(device);
      await consult.now()?.group.join(device);
    },
    /** A ringing phone whose socket is gone: it may open again. True if it was one. */
    lose: (leg: Leg): boolean => (group?.lose(leg) ?? false) || (consult.now()?.group.lose(leg) ?? false),
    /** Tells a phone that came back how the call stands. */
    recall(leg: Leg) {
      if (leg.wasAnswered || state === 'message' || state === 'queued') sayAnswer(leg);
      else sayRinging(leg);
    },
    press(leg: Leg, digits: string) {
      if (queued && leg === caller) return queued.pressed(digits);
      const side = sideOf(leg);
      const other = side === null || !call.isTalking() ? null : legs[otherOf(side)];
      if (other?.seat) void bridge.play(other.seat, digitTones(digits));
    },
    hold(leg: Leg, on: boolean) {
      const side = sideOf(leg);
      if (side !== null) held = on ? otherOf(side) : null;
      place();
    },
    announce: () => notice.again(seated()),
    record: (leg: Leg) => taping.start(leg),
    pause: () => taping.pause(),
    /** Its rows have ended. */
    written: () => reports.idle(),
    /** Its recording is stored as well. */
    async settled() {
      await Promise.allSettled(closing);
      await Promise.all([taped.idle(), reports.idle()]);
    },
  };
  return call;
}
