// One call: who waits, which phones ring, who talks, and how it ends. The first answer wins.
import { setTimeout as pause } from 'node:timers/promises';
import type { CallOutcome } from '#contract/callLists.ts';
import { ringSeconds } from '#contract/callLists.ts';
import type { WorkCtx } from '#kernel/context.ts';
import type { Log } from '#kernel/ops/log.ts';
import type { CallBook, Ring } from './book.ts';
import { createBridge, otherOf } from './bridge.ts';
import { createTaping } from './call.taping.ts';
import type { Device } from './devices.ts';
import { type VoiceError, voiceErrors } from './frames.ts';
import { closeLeg, createLeg, type Leg, newSid, sayAnswer, sayCancel, sayHangup, sayInvite, sayRinging } from './legs.ts';
import type { Media } from './media.ts';
import type { Side } from './recorder.ts';
import { createReports } from './reports.ts';
import { beep, digitTones, prompts } from './sound.ts';
import type { Ticker } from './ticker.ts';

/** Milliseconds; tests use shorter ones. */
export interface Pace {
  ring: number;
  minutes: number;
  message: number;
}
export const usualPace: Pace = { ring: ringSeconds * 1_000, minutes: 5 * 60_000, message: 120_000 };

export interface CallParts {
  book: CallBook;
  ticker: Ticker;
  log: Log;
  pace: Pace;
  newMedia(): Media;
  /** Of a user of a company; where the user left, of the company. */
  ctxOf(companyId: number, userId: number): Promise<WorkCtx>;
  devicesOf(identity: string): Device[];
  /** Whether a phone of this identity is in another call. */
  isBusy(identity: string): boolean;
  /** A leg is reachable by its sid and device from now on, or no longer. */
  added(leg: Leg, call: Call): void;
  removed(leg: Leg): void;
  ended(call: Call): void;
}

/** Milliseconds for which the end of a call waits for its recording to be stored. */
const patience = 3_000;

/** Phones that ring for one user, or for one outside number. */
interface Branch {
  identity: string;
  /** Null: an outside number, which has no row. */
  ring: Ring | null;
  sid: string;
  legs: Leg[];
  /** Whether it had a phone that could ring. */
  wasReached: boolean;
}

export type Call = ReturnType<typeof createCall>;

export interface Ringing {
  companyId: number;
  /** Of the called, by the identities of their devices. */
  rings: { identity: string; ring: Ring }[];
  /** An outside number whose handset rings: the demo alone. */
  handset: { identity: string; from: string } | null;
  to: string;
  /** Minutes count. */
  isToNumber: boolean;
  maxSeconds: number | null;
  recordAtOnce: boolean;
  /** Whether a message is taken where nobody answers. */
  takesMessages: boolean;
}

export function createCall(parts: CallParts, caller: Leg) {
  const { book, log, pace, ticker } = parts;
  const bridge = createBridge(ticker);
  const reports = createReports(log);
  // With reports of its own: what is slow to store must not keep a call from ending.
  const taped = createReports(log);
  const taping = createTaping({ book, bridge, reports: taped, ticker });
  const legs: [Leg | null, Leg | null] = [caller, null];
  let branches: Branch[] = [];
  let state: 'ringing' | 'talking' | 'message' | 'ended' = 'ringing';
  let terms: Ringing | null = null;
  let timers: NodeJS.Timeout[] = [];
  const closing: Promise<void>[] = [];
  /** How a call ends whose caller leaves no message. */
  let silence: 'missed' | 'declined' = 'missed';
  /** Who passed the call on: their row ends when a colleague has it. */
  let leaving: Leg | null = null;
  bridge.join(0, caller.media);

  const stopTimers = () => {
    for (const timer of timers) clearTimeout(timer);
    timers = [];
  };
  const after = (ms: number, work: () => void) => timers.push(setTimeout(work, ms));
  const sideOf = (leg: Leg): Side | null => (legs[0] === leg ? 0 : legs[1] === leg ? 1 : null);
  /** The side that waits for an answer. */
  const waiting = (): Side => (legs[0] ? 0 : 1);

  /** Rings all of them, and says so to the one who waits. Ends at once where nobody can be reached. */
  async function ring(wanted: Ringing): Promise<void> {
    terms = wanted;
    state = 'ringing';
    branches = wanted.rings.map(({ identity, ring }) => ({ identity, ring, sid: ring.sid, legs: [], wasReached: false }));
    if (wanted.handset)
      branches.push({ identity: wanted.handset.identity, ring: null, sid: newSid(), legs: [], wasReached: true });
    const busy = branches.filter(({ identity }) => parts.isBusy(identity));
    await Promise.all(
      branches.flatMap((branch) =>
        busy.includes(branch) ? [] : parts.devicesOf(branch.identity).map((device) => ringAt(branch, device)),
      ),
    );
    if (state !== 'ringing') return;
    const waits = legs[waiting()];
    if (branches.some(({ wasReached }) => wasReached) || (wanted.takesMessages && branches.length > 0)) {
      if (waits && !waits.wasAnswered) sayRinging(waits);
      bridge.ring(waiting());
    }
    if (branches.some(({ wasReached }) => wasReached)) return void after(pace.ring, () => unanswered('no_answer'));
    return unanswered(busy.length > 0 ? 'busy' : 'unavailable');
  }

  async function ringAt(branch: Branch, device: Device): Promise<void> {
    const leg = createLeg(device, parts.newMedia(), branch.sid, branch.sid);
    branch.wasReached = true;
    branch.legs.push(leg);
    parts.added(leg, call);
    try {
      leg.sdp = await leg.media.offer();
    } catch (err) {
      log.warn({ err }, 'a phone could not be rung');
      return drop(branch, leg);
    }
    if (state !== 'ringing' || !branch.legs.includes(leg)) return;
    const { ring } = branch;
    const from = ring?.from ?? terms?.handset?.from ?? '';
    sayInvite(leg, { from, to: terms?.to ?? '', callId: ring?.callId ?? null, name: ring?.name ?? '' });
  }

  function drop(branch: Branch, leg: Leg) {
    branch.legs = branch.legs.filter((other) => other !== leg);
    closeLeg(leg);
    parts.removed(leg);
  }

  /** Nobody answered, could, or wanted to. */
  function unanswered(why: 'no_answer' | 'busy' | 'declined' | 'unavailable') {
    if (state !== 'ringing') return;
    if (terms?.takesMessages && branches.some(({ ring }) => ring)) return void takeMessage().catch(fail);
    const errors = { no_answer: voiceErrors.unavailable, busy: voiceErrors.busy, declined: voiceErrors.declined };
    const error = why === 'unavailable' ? voiceErrors.unavailable : errors[why];
    end({ caller: why === 'unavailable' ? 'no_answer' : why, called: 'missed' }, error);
  }

  /** The caller speaks a message after the tone; its recording belongs to the first of those who were rung. */
  async function takeMessage(): Promise<void> {
    state = 'message';
    stopTimers();
    dropRinging();
    sayAnswer(caller);
    await bridge.play(0, prompts().greeting);
    await bridge.play(0, beep);
    if (state !== 'message') return;
    taping.startMessage();
    after(pace.message, () => end(talked));
  }

  /** All phones that still ring stop. */
  function dropRinging() {
    for (const branch of branches)
      for (const leg of branch.legs) {
        sayCancel(leg);
        drop(branch, leg);
      }
  }

  /** A phone that rings takes the call. */
  async function answer(leg: Leg, sdp: string): Promise<void> {
    if (state !== 'ringing') return sayCancel(leg);
    const branch = branches.find((one) => one.legs.includes(leg));
    if (!branch || !terms) return;
    state = 'talking';
    stopTimers();
    branch.legs = branch.legs.filter((other) => other !== leg);
    dropRinging();
    branches = []; // the rows of the others end `elsewhere` when this answer is written down
    const there = waiting();
    const waits = legs[there];
    const here = otherOf(there);
    legs[here] = leg;
    leg.wasAnswered = true;
    try {
      await leg.media.accept(sdp);
    } catch (err) {
      return fail(err);
    }
    if (hasEnded()) return;
    bridge.quiet(there);
    bridge.join(here, leg.media);
    if (waits && !waits.wasAnswered) sayAnswer(waits);
    if (waits) waits.wasAnswered = true;
    const told = leg.ctx ? leg : waits;
    if (told?.ctx) {
      const { ctx, sid } = told;
      void reports.add('an answer', () => book.callAnswered(ctx, sid));
    }
    endLeaving();
    for (const each of [leg, waits]) each?.media.onFailed(() => each && lost(each));
    count(told);
    if (terms.recordAtOnce && told) void taping.start(told).catch(fail);
  }

  const hasEnded = () => state === 'ended';
  const endLeaving = () => {
    const { ctx = null, sid = '' } = leaving ?? {};
    leaving = null;
    if (ctx) void reports.add('the end of a call', () => book.callEnded(ctx, sid, { outcome: 'answered' }));
  };

  /** Asks for further minutes while it runs, and keeps to its longest time. */
  function count(payer: Leg | null) {
    if (terms?.maxSeconds) after(terms.maxSeconds * 1_000, () => end(talked));
    if (!terms?.isToNumber || !payer?.ctx) return;
    const { ctx, sid } = payer;
    let seconds = 0;
    const next = () =>
      after(pace.minutes, () => {
        seconds += pace.minutes / 1_000;
        const ask = async () => {
          if (state !== 'talking') return;
          if (await book.moreMinutes(ctx, sid, seconds)) next();
          else end(talked);
        };
        void reports.add('the minutes of a call', ask);
      });
    next();
  }

  const talked = { caller: 'answered', called: 'missed' } as const;
  const lost = (leg: Leg) => {
    if (sideOf(leg) !== null) end(talked, voiceErrors.mediaLost);
  };
  const fail = (err: unknown) => {
    log.error({ err }, 'a call failed');
    end({ caller: 'failed', called: 'missed' }, voiceErrors.failed);
  };

  function reject(leg: Leg) {
    const branch = branches.find((one) => one.legs.includes(leg));
    if (!branch) return;
    for (const other of branch.legs) {
      if (other !== leg) sayCancel(other);
      drop(branch, other);
    }
    const others = branches.filter((one) => one !== branch);
    const { ring } = branch;
    // The last one may still get a message, and its row stays open for it.
    if (others.length === 0 && terms?.takesMessages && ring) silence = 'declined';
    else {
      branches = others;
      if (ring && terms) void reportEnd(terms.companyId, ring, 'declined');
    }
    if (!others.some(({ wasReached }) => wasReached)) unanswered('declined'); // what is left has no open phone
  }

  /** By its user, or because its phone did not come back. */
  function hangUp(leg: Leg) {
    if (sideOf(leg) === null) return reject(leg);
    end(state === 'talking' || state === 'message' ? talked : { caller: 'cancelled', called: 'missed' }, undefined, leg);
  }

  const reportEnd = (companyId: number, { userId, sid }: Ring, outcome: CallOutcome) =>
    reports.add('the end of a call', async () => book.callEnded(await parts.ctxOf(companyId, userId), sid, { outcome }));

  /** `caller`: of a side that was never answered; one that was has answered. `told`: it knows already. */
  function end({ caller: outcome, called }: { caller: CallOutcome; called: CallOutcome }, error?: VoiceError, told?: Leg) {
    if (state === 'ended') return;
    const wasMessage = state === 'message';
    state = 'ended';
    stopTimers();
    for (const leg of legs) if (leg && leg !== told) sayHangup(leg, error);
    dropRinging();
    const talkers = legs.flatMap((leg) => leg ?? []);
    const rung = branches.flatMap(({ ring }) => ring ?? []);
    const kept = taping.isRecording() && !wasMessage ? taping.finish() : null;
    const companyId = terms?.companyId ?? 0;
    const [first] = wasMessage ? rung : [];
    if (first) closing.push(taping.finishMessage(() => parts.ctxOf(companyId, first.userId), first.sid, silence));
    const write = () => {
      for (const { ctx, sid, wasAnswered } of talkers) {
        const how = { outcome: wasAnswered ? ('answered' as const) : outcome, ...(error && { errorCode: error.code }) };
        if (ctx) void reports.add('the end of a call', () => book.callEnded(ctx, sid, how));
      }
      endLeaving();
      for (const ring of rung) if (ring !== first) void reportEnd(companyId, ring, called);
    };
    // The recording first, where that is quick: then the timeline has one entry for both.
    if (kept) closing.push(kept, Promise.race([kept, pause(patience, undefined, { ref: false })]).then(write));
    else write();
    bridge.close();
    for (const leg of legs) {
      if (!leg) continue;
      closeLeg(leg);
      parts.removed(leg);
    }
    branches = [];
    parts.ended(call);
  }

  /** Passes the call on: the other side waits while the colleague's phones ring. */
  async function transfer(leg: Leg, ring: Ring, identity: string): Promise<void> {
    const side = sideOf(leg);
    const stays = side !== null && legs[otherOf(side)];
    if (state !== 'talking' || side === null || !stays || !terms) return;
    stopTimers();
    await taping.finish();
    if (hasEnded()) return;
    bridge.leave(side);
    legs[side] = null;
    sayHangup(leg);
    closeLeg(leg);
    parts.removed(leg);
    leaving = leg;
    await call.ring({ ...terms, rings: [{ identity, ring }], handset: null, recordAtOnce: false, takesMessages: false });
  }

  const call = {
    ring,
    answer,
    reject,
    hangUp,
    transfer,
    end,
    isTalking: () => state === 'talking',
    hasEnded,
    sideOf,
    /** A phone that opens while the call rings joins in. */
    async join(device: Device) {
      const branch = state === 'ringing' && branches.find(({ identity }) => identity === device.phone?.identity);
      if (branch && !branch.legs.some((leg) => leg.device === device)) await ringAt(branch, device);
    },
    /** A ringing phone whose socket is gone: it may open again. True if it was one. */
    lose(leg: Leg): boolean {
      const branch = branches.find((one) => one.legs.includes(leg));
      if (branch) drop(branch, leg);
      return branch !== undefined;
    },
    /** Tells a phone that came back how the call stands. */
    recall(leg: Leg) {
      if (leg.wasAnswered || state === 'message') sayAnswer(leg);
      else sayRinging(leg);
    },
    press(leg: Leg, digits: string) {
      const side = sideOf(leg);
      if (side !== null && state === 'talking') void bridge.play(otherOf(side), digitTones(digits));
    },
    hold(leg: Leg, on: boolean) {
      const side = sideOf(leg);
      if (side !== null) bridge.hold(on ? otherOf(side) : null);
    },
    announce: () => Promise.all([bridge.play(0, prompts().recorded), bridge.play(1, prompts().recorded)]),
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
