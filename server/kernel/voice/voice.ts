// The phone service as areas see it: tokens of devices, and orders to a running call. The adapters are in
// server/providers/voice.

import type { WatchMode } from '#contract/callLists.ts';
import type { CarrierVoice } from './carrier.ts';

/** The user and session of the phone that a token opens. */
export interface Device {
  companyId: number;
  userId: number;
  /** The session that asked for the token: when it ends, the device is disconnected. */
  sessionId: number | null;
}

/** A process's orders to a running call. `announce`: both sides hear that it is recorded. */
export type CallOrder =
  | { order: 'announce' }
  | { order: 'record' }
  | { order: 'pause' }
  | { order: 'hang_up' }
  | { order: 'hold'; on: boolean }
  | { order: 'transfer'; userId: number }
  /** The other side waits while the user speaks with a colleague; then it is passed on, or taken back. */
  | { order: 'consult'; userId: number }
  | { order: 'complete' }
  | { order: 'take_back' }
  /** Of a leader who takes part: `sid` is their own phone's in that call. */
  | { order: 'watch'; mode: WatchMode };

/** The address that a leader's phone calls to take part in a running call; its parameter `mode` is a WatchMode. */
export const watchAddress = (sid: string) => `watch:${sid}`;

export interface VoiceProvider {
  service: 'gateway' | 'twilio';
  /**
   * A token of at most `seconds`, and the identity that it registers. `ttl`: its seconds, where they are
   * fewer.
   */
  issueToken(device: Device, seconds: number): Promise<{ token: string; identity: string; ttl?: number }>;
  /**
   * Rejects with ColleagueAway where a call cannot be passed on, with CallUnreachable where the call's process
   * does not answer, or knows no such call.
   */
  order(companyId: number, sid: string, order: CallOrder): Promise<void>;
  /** Users with an open phone. */
  listPhones(companyId: number): Promise<Set<number>>;
  /** Null where it works; else why not, as a code. */
  check(): Promise<string | null>;
  /** Calls over a carrier: no process of ours holds them. */
  carrier?: CarrierVoice;
  /** The demo alone: a token for the handset of an outside number, ten digits. */
  issueHandset?(number: string, seconds: number): Promise<string>;
}

export class CallUnreachable extends Error {
  override name = 'CallUnreachable';
}

/** A colleague without an open phone. */
export class ColleagueAway extends Error {
  override name = 'ColleagueAway';
}
