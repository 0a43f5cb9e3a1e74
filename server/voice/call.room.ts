// The phones in a call: what each hears, and what is recorded.
import type { WatchMode } from '#contract/callLists.ts';
import { type CallState, isTalker } from '#kernel/voice/callState.ts';
import { type Bridge, createBridge } from './bridge.ts';
import { createNotice } from './call.notice.ts';
import type { CallParts } from './call.parts.ts';
import { arrange, otherOf } from './call.seats.ts';
import { createTaping } from './call.taping.ts';
import type { createWritten } from './call.written.ts';
import type { VoiceError } from './frames.ts';
import { closeLeg, type Leg, sayAnswer, sayHangup } from './legs.ts';
import type { Side } from './recorder.ts';
import { digitTones } from './sound.ts';

/** The phones that are there, and what each hears. */
function createPlaces(parts: CallParts, call: CallState, bridge: Bridge) {
  const notice = createNotice(bridge);
  const phones = new Map<string, Leg>();
  const waits = new Map<string, 'ring' | 'hold'>();
  const modes = new Map<string, WatchMode>();
  let isRung = false;
  const talkers = () => call.legs.filter(isTalker).flatMap(({ label }) => phones.get(label) ?? []);
  const seated = () => talkers().filter(({ seat }) => seat !== null);

  /** Each phone hears those that it may hear now. */
  function place() {
    if (call.state === 'ended') return;
    const told = notice.wasHeardBy(seated()) ? modes : new Map<string, WatchMode>();
    const { hears, recorded, plays } = arrange({ call, phones, waits, isRung, modes: told });
    bridge.connect(hears, recorded);
    for (const [seat, sound] of plays) bridge.background(seat, sound);
  }

  return {
    phones,
    place,
    /** The two sides. */
    talkers,
    seated,
    notice,
    /** If leaders take part, the talking sides hear the notice first. */
    async welcome(): Promise<void> {
      if (modes.size > 0) await notice.once(seated());
      place();
    },
    isWatched: (leg: Leg) => modes.has(leg.sid),
    changeWatch(leg: Leg, mode: WatchMode) {
      modes.set(leg.sid, mode);
      place();
    },
    /** Lets the caller hear that it rings. */
    rings() {
      isRung = true;
      place();
    },
    wait(sid: string, hears: 'ring' | 'hold' | null) {
      if (hears === null) waits.delete(sid);
      else waits.set(sid, hears);
    },
    /** Its part is over; where `error` is not left out, its phone is told. */
    drop(leg: Leg, ...told: [] | [VoiceError | undefined]) {
      if (told.length > 0) sayHangup(leg, told[0]);
      for (const all of [phones, waits, modes]) all.delete(leg.sid);
      if (leg.seat) bridge.leave(leg.seat);
      leg.seat = null;
      closeLeg(leg);
      parts.removed(leg);
    },
  };
}

export function createRoom(parts: CallParts, { ctxOf }: Pick<ReturnType<typeof createWritten>, 'ctxOf'>, call: CallState) {
  const bridge = createBridge(parts.ticker);
  const taping = createTaping({ ...parts, bridge, ctxOf });
  const { phones, talkers, seated, notice, ...places } = createPlaces(parts, call, bridge);
  /** The phone that comes in hears what is played to both sides. */
  let coming: Promise<unknown> = Promise.resolve();

  function sit(leg: Leg, side: Side) {
    phones.set(leg.sid, leg);
    leg.seat = bridge.sit(leg.media, side);
  }

  return {
    ...places,
    taping,
    talkers,
    has: (leg: Leg) => phones.get(leg.sid) === leg,
    sendAway(sid: string, error?: VoiceError) {
      const leg = phones.get(sid);
      if (leg) places.drop(leg, error);
    },
    /** The channel in the recording of a phone that answers. */
    sideFor(sid: string): Side {
      const isAsked = call.legs.some(({ label, part }) => label === sid && part === 'asked');
      const asker = call.asking === null ? undefined : phones.get(call.asking);
      const [waiter] = seated();
      return isAsked ? (asker?.seat?.side ?? 0) : otherOf(waiter?.seat?.side ?? 0);
    },
    /** Seats the caller. */
    open: (leg: Leg) => sit(leg, 0),
    /** `sound`: resolves when its sound can flow. It gets its seat then. */
    comesIn(leg: Leg, sound: Promise<unknown>) {
      phones.set(leg.sid, leg);
      leg.wasAnswered = true;
      coming = sound.catch(() => {}); // told to who lets it in
    },
    /** Seats an answered phone, and tells the side that waited for it. */
    seat(leg: Leg, side: Side, lost: (leg: Leg) => void) {
      sit(leg, side);
      for (const one of talkers()) {
        if (!one.wasAnswered) sayAnswer(one);
        one.wasAnswered = true;
      }
      for (const one of new Set([leg, ...talkers()])) one.media.onFailed(() => lost(one));
      places.place();
      void places.welcome();
    },
    watches(leg: Leg, mode: WatchMode, side: Side) {
      sit(leg, side);
      leg.wasAnswered = true;
      sayAnswer(leg);
      places.changeWatch(leg, mode);
      void places.welcome();
    },
    /** `of`: a recording of that call begins with it. Resolves when both sides have heard it. */
    async announce(of: () => string | null): Promise<void> {
      await coming;
      const sid = of();
      if (sid !== null) taping.begin(sid);
      await notice.again(seated());
    },
    async say({ seat }: Leg, ...sounds: Buffer[]): Promise<void> {
      for (const sound of sounds) if (seat) await bridge.play(seat, sound);
    },
    /** Keys of one side are heard by the other. */
    press(leg: Leg, digits: string) {
      const other = talkers().find((one) => one !== leg);
      if (other?.seat) void bridge.play(other.seat, digitTones(digits));
    },
    close(error?: VoiceError) {
      for (const leg of phones.values()) places.drop(leg, error);
      bridge.close();
    },
  };
}
