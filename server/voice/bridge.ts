// What the two sides of a call hear: each other, or what the gateway plays to them; and what is recorded of them.
import type { Media, Sound } from './media.ts';
import type { Side } from './recorder.ts';
import { frameSize, holdMusic, ringBack, silent } from './sound.ts';
import type { Ticker } from './ticker.ts';

export interface Bridge {
  join(side: Side, media: Media): void;
  leave(side: Side): void;
  /** Instead of the other side. Resolves when it was played, or something else is. */
  play(side: Side, sound: Buffer): Promise<void>;
  ring(side: Side): void;
  /** The other side is heard again. */
  quiet(side: Side): void;
  /** `side` waits with music, and neither hears the other; null: both talk. */
  hold(side: Side | null): void;
  isHeld(): boolean;
  /** Hears both sides while neither is on hold; null: nobody does. */
  listen(to: ((side: Side, sound: Sound) => void) | null): void;
  /** A side hears itself. */
  echo(side: Side): void;
  close(): void;
}

interface Seat {
  media: Media;
  playing: { end(): void } | null;
}

export const otherOf = (side: Side): Side => (side === 0 ? 1 : 0);

export function createBridge(ticker: Ticker): Bridge {
  const seats: [Seat | null, Seat | null] = [null, null];
  let held: Side | null = null;
  let listener: ((side: Side, sound: Sound) => void) | null = null;
  let echoed: Side | null = null;

  function hear(side: Side, media: Media, sound: Sound) {
    if (seats[side]?.media !== media) return;
    if (held !== null) return;
    listener?.(side, sound);
    const to = seats[echoed === side ? side : otherOf(side)];
    if (to && !to.playing) to.media.pass(sound, media);
  }

  function play(side: Side, sound: Buffer, loop: boolean): Promise<void> {
    const seat = seats[side];
    if (!seat || sound.length === 0) return Promise.resolve();
    seat.playing?.end();
    const { promise, resolve } = Promise.withResolvers<void>();
    let place = 0;
    const player = {
      end() {
        stop();
        if (seat.playing === player) seat.playing = null;
        resolve();
      },
    };
    const stop = ticker.eachFrame(() => {
      if (place >= sound.length) {
        if (!loop) return player.end();
        place = 0;
      }
      const frame = Buffer.alloc(frameSize, silent);
      sound.copy(frame, 0, place, place + frameSize);
      place += frameSize;
      seat.media.play(frame, player);
    });
    seat.playing = player;
    return promise;
  }

  /** After something was played to a side that waits, the music comes back. */
  const background = (side: Side) => {
    if (held === side) void play(side, holdMusic, true);
  };
  const leave = (side: Side) => {
    seats[side]?.playing?.end();
    seats[side] = null;
    if (held !== null) {
      held = null;
      seats[otherOf(side)]?.playing?.end();
    }
  };

  return {
    join(side, media) {
      seats[side] = { media, playing: null };
      media.onSound((sound) => hear(side, media, sound));
    },
    leave,
    async play(side, sound) {
      await play(side, sound, false);
      if (!seats[side]?.playing) background(side);
    },
    ring: (side) => void play(side, ringBack, true),
    quiet: (side) => seats[side]?.playing?.end(),
    hold(side) {
      for (const each of [0, 1] as const) if (held === each) seats[each]?.playing?.end();
      held = side;
      if (side !== null) background(side);
    },
    isHeld: () => held !== null,
    listen(to) {
      listener = to;
    },
    echo(side) {
      echoed = side;
    },
    close() {
      leave(0);
      leave(1);
      listener = null;
    },
  };
}
