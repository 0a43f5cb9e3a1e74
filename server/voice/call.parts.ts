// A call's needs of its gateway, and the terms with which it begins.
import { ringSeconds } from '#contract/callLists.ts';
import type { WorkCtx } from '#kernel/context.ts';
import type { Log } from '#kernel/ops/log.ts';
import type { CallBook, Ring } from './book.ts';
import type { Device } from './devices.ts';
import type { Leg } from './legs.ts';
import type { Media } from './media.ts';
import type { Ticker } from './ticker.ts';

/** Milliseconds; tests use shorter ones. */
export interface Pace {
  ring: number;
  minutes: number;
  message: number;
  /**
   * For one who becomes free, to take a caller who waits; until they are asked again; between two notices.
   */
  offer: number;
  again: number;
  notice: number;
}
export const usualPace: Pace = {
  ...{ ring: ringSeconds * 1_000, minutes: 5 * 60_000, message: 120_000 },
  ...{ offer: 20_000, again: 60_000, notice: 30_000 },
};

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
  /** A leg of this call is reachable by its sid and device from now on, or no longer. */
  added(leg: Leg): void;
  removed(leg: Leg): void;
  ended(): void;
}

export interface Terms {
  companyId: number;
  /** Ten digits, or `user:7`. */
  to: string;
  /** Minutes count. */
  isToNumber: boolean;
  maxSeconds: number | null;
  recordAtOnce: boolean;
  /** Whether a message is taken where nobody answers. */
  takesMessages: boolean;
}

/** The target to ring: all devices of a user, or, in the demo alone, the handset of an outside number, which has no row. */
export interface Wanted {
  identity: string;
  ring: Ring | null;
  sid: string;
  from: string;
  to: string;
}

/** A caller in the queue. */
export interface Queued {
  pressed(digits: string): void;
  /** They wait no more, whatever ended it. */
  over(): void;
}
