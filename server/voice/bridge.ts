// Which phones of a call hear each other, what the gateway plays to them, and what is recorded. A phone that
// hears one other gets its packets as they came; one that hears several gets them mixed.
import type { Media, Sound } from './media.ts';
import { createMixer, type Mixer } from './mixer.ts';
import type { Side } from './recorder.ts';
import { frameSize, silent } from './sound.ts';
import type { Ticker } from './ticker.ts';

/** A phone's place in a call. */
export interface Seat {
  readonly media: Media;
  /** Its channel in the recording. */
  readonly side: Side;
}

type Listener = (side: Side, sound: Sound, source: object) => void;

export interface Bridge {
  sit(media: Media, side: Side): Seat;
  leave(seat: Seat): void;
  /** The seats that each seat hears from now on; an unnamed one hears nobody. `recorded`: seats that the listener hears. */
  connect(hears: ReadonlyMap<Seat, readonly Seat[]>, recorded?: readonly Seat[]): void;
  /**
   * Instead of the others. True when it was played to its end; false: something else is, or the phone is
   * gone.
   */
  play(seat: Seat, sound: Buffer): Promise<boolean>;
  /** Plays on and on, except while something else is played; null: the others are heard again. */
  background(seat: Seat, sound: Buffer | null): void;
  listen(to: Listener | null): void;
  close(): void;
}

interface Place extends Seat {
  /** The places that hear it. */
  to: Place[];
  isRecorded: boolean;
  playing: { isBackground: boolean; end(wasWhole?: boolean): void } | null;
  background: Buffer | null;
  mixer: Mixer | null;
}

export function createBridge(ticker: Ticker): Bridge {
  const places = new Set<Place>();
  let listener: Listener | null = null;

  function hear(place: Place, sound: Sound) {
    if (place.isRecorded) listener?.(place.side, sound, place);
    for (const to of place.to) {
      if (to.playing) continue;
      if (to.mixer) to.mixer.put(place, sound.payload);
      else to.media.pass(sound, place.media);
    }
  }

  function mixerOf(place: Place): Mixer {
    const mixer: Mixer = createMixer(ticker, (frame) => {
      if (!place.playing) place.media.play(frame, mixer);
    });
    return mixer;
  }

  function start(place: Place, sound: Buffer, isBackground: boolean): Promise<boolean> {
    if (!places.has(place) || sound.length === 0) return Promise.resolve(false);
    place.playing?.end();
    const { promise, resolve } = Promise.withResolvers<boolean>();
    let at = 0;
    const player = {
      isBackground,
      end(wasWhole = false) {
        stop();
        if (place.playing === player) place.playing = null;
        resolve(wasWhole);
      },
    };
    const stop = ticker.eachFrame(() => {
      if (at >= sound.length) {
        if (!isBackground) return player.end(true);
        at = 0;
      }
      const frame = Buffer.alloc(frameSize, silent);
      sound.copy(frame, 0, at, at + frameSize);
      at += frameSize;
      place.media.play(frame, player);
    });
    place.playing = player;
    return promise;
  }

  const placeOf = (seat: Seat) => seat as Place;
  const leave = (seat: Seat) => {
    const place = placeOf(seat);
    places.delete(place);
    place.playing?.end();
    place.mixer?.stop();
    Object.assign(place, { to: [], isRecorded: false, background: null, mixer: null });
    for (const other of places) other.to = other.to.filter((to) => to !== place);
  };

  return {
    sit(media, side) {
      const place: Place = { media, side, to: [], isRecorded: false, playing: null, background: null, mixer: null };
      places.add(place);
      media.onSound((sound) => hear(place, sound));
      return place;
    },
    leave,
    connect(hears, recorded = []) {
      for (const place of places) {
        place.isRecorded = recorded.includes(place);
        place.to = [];
      }
      for (const place of places) {
        const heard = hears.get(place)?.map(placeOf) ?? [];
        for (const other of heard) other.to.push(place);
        if (heard.length < 2) {
          place.mixer?.stop();
          place.mixer = null;
          continue;
        }
        place.mixer ??= mixerOf(place);
        place.mixer.keep(heard);
      }
    },
    async play(seat, sound) {
      const place = placeOf(seat);
      const wasWhole = await start(place, sound, false);
      if (!place.playing && place.background) void start(place, place.background, true);
      return wasWhole;
    },
    background(seat, sound) {
      const place = placeOf(seat);
      if (place.background === sound) return;
      place.background = sound;
      if (place.playing && !place.playing.isBackground) return; // it follows
      if (sound) void start(place, sound, true);
      else place.playing?.end();
    },
    listen(to) {
      listener = to;
    },
    close() {
      for (const place of places) leave(place);
      listener = null;
    },
  };
}
