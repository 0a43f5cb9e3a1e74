// The port of calls over a carrier: phones ("legs") meet in a conference there, and the carrier tells us what
// happens. Each function may be repeated, and rejects with TelephonyRefused or TelephonyUnavailable.
import { accountToken } from '#contract/webhooks.ts';
import { originOf } from '#kernel/http/links.ts';
import type { Config } from '#kernel/ops/config.ts';
import { type SignedCall, withRetries } from '#kernel/telephony/telephony.ts';

/** Addresses of ours that the carrier calls. */
export interface LegReports {
  /** For the leg's reports. */
  leg: string;
  /** For the conference's events: the address of its first leg counts. */
  conference: string;
}

export interface NewLeg {
  /** A user's phones (`identity`), with what they are told; or ten digits. */
  to: { identity: string; told: Record<string, string> } | { number: string };
  /** A number of ours, ten digits. */
  from: string;
  /** Ours. */
  label: string;
  /** Seconds for which it rings. */
  rings: number;
  /** Whether those who wait hear how it rings there. */
  isHeardRinging: boolean;
  /** Whether the conference ends with it. */
  endsAll: boolean;
  /** Hears, and is heard by nobody, or by the leg with this name alone. */
  watches?: { isMuted: boolean; coaches: string | null };
  reports: LegReports;
}

export interface LegChange {
  /** It waits, and hears this address; null: it talks again. */
  hold?: string | null;
  endsAll?: boolean;
  isMuted?: boolean;
  /** The name of the one leg that hears it; null: everybody does. */
  coaches?: string | null;
}

/** `seconds`: null until it is over. */
export interface KeptRecording {
  recording: string;
  seconds: number | null;
}

export type LegState = 'ringing' | 'talking' | 'ended';

export interface CarrierVoice {
  /** The application that numbers and browsers call, as the operator configured it. */
  app: string;
  /** Tells the carrier the addresses of the application. */
  setUp(): Promise<void>;
  /** Calls to a number of ours come to the application. `id`: the carrier's name of the number. */
  attachNumber(id: string): Promise<void>;
  /** Rings somebody and lets them into the conference, which `name` begins where there is none. */
  addLeg(name: string, leg: NewLeg): Promise<{ sid: string; conference: string }>;
  /** Names are the carrier's. */
  changeLeg(conference: string, sid: string, change: LegChange): Promise<void>;
  hangUp(sid: string): Promise<void>;
  /** It leaves its conference for what the answer says. */
  redirect(sid: string, answer: string): Promise<void>;
  /** Null: the carrier knows no such leg. */
  findLeg(sid: string): Promise<LegState | null>;
  /** All who talk hear what this address answers. */
  announce(conference: string, address: string): Promise<void>;
  endConference(conference: string): Promise<void>;
  /** Records a leg, both directions apart, and answers the recording's name. */
  record(leg: string, report: string): Promise<string>;
  changeRecording(leg: string, recording: string, to: 'paused' | 'running' | 'stopped'): Promise<void>;
  /** Of a leg, those that it still has, the latest first. */
  listRecordings(leg: string): Promise<KeptRecording[]>;
  fetchRecording(recording: string): Promise<AsyncIterable<Uint8Array>>;
  dropRecording(recording: string): Promise<void>;
  /** Whether the carrier made this call to one of our addresses. */
  isSigned(call: SignedCall): boolean;
}

/** Of webhooks: the carrier has one account for all companies. */
export const callHook = 'calls';

export const hookOf = (config: Pick<Config, 'publicUrl' | 'port'>) =>
  `${originOf(config)}/v1/webhooks/${callHook}/${accountToken}`;

/** Without a company: a call that begins at the carrier, or ends there. */
export const applicationOf = (config: Pick<Config, 'publicUrl' | 'port'>) => ({
  calls: withRetries(`${hookOf(config)}?of=call`),
  ended: withRetries(`${hookOf(config)}?of=end`),
});
