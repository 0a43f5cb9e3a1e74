// The state of the phone: its device, the call that rings or runs, the last one, and the last error. Only the
// phone's own files write here.
import { ApiError } from '#app/api.ts';
import { textOf } from '#app/notices.tsx';
import { createStore } from '#app/store.ts';
import type { WatchMode } from '#contract/callLists.ts';
import type { Person } from '#contract/users.ts';
import { type Failure, failures, voiceErrorOf } from './voiceErrors.ts';

export type DeviceStatus = 'STARTING' | 'READY' | 'DISCONNECTED';

/** A colleague's call in which a leader takes part. */
export interface Watched {
  /** Of the colleague's call. */
  call_id: string;
  user: Person;
  /** The other side of that call, in words. */
  other: string;
  mode: WatchMode;
}

export interface LiveCall {
  direction: 'INBOUND' | 'OUTBOUND';
  state: 'pending' | 'connecting' | 'ringing' | 'open' | 'reconnecting';
  /** Ten digits, as dialled, or `user:7`. */
  number: string;
  /** Of the other side, where somebody said it. */
  name: string;
  contact: Person | null;
  /** Null until the phone service has named it. */
  sid: string | null;
  /** Of its row. */
  id: number | null;
  /** Milliseconds since 1970. */
  answeredAt: number | null;
  /** Of a caller who waited in the queue: since when, in milliseconds since 1970. */
  waitingSince: number | null;
  watched: Watched | null;
  isMuted: boolean;
  isHeld: boolean;
  /** Sent during the call. */
  digits: string;
  /** In words. */
  warnings: readonly string[];
}

export interface EndedCall extends Pick<LiveCall, 'direction' | 'number' | 'name' | 'contact' | 'id' | 'sid'> {
  seconds: number;
  isAnswered: boolean;
}

export const deviceStatus = createStore<DeviceStatus>('STARTING');
export const live = createStore<LiveCall | null>(null);
/** The last call, until the user has said how it went. */
export const ended = createStore<EndedCall | null>(null);
/** The last error, in words; null once it is read or over. */
export const trouble = createStore<string | null>(null);

export const fresh = {
  contact: null,
  sid: null,
  id: null,
  answeredAt: null,
  waitingSince: null,
  watched: null,
  isMuted: false,
  isHeld: false,
  digits: '',
  warnings: [],
} satisfies Partial<LiveCall>;

export const change = (next: Partial<LiveCall>) => {
  const now = live.get();
  if (now) live.set({ ...now, ...next });
};

/** Says what could not be done, in the spec's words, and why. */
export const fail = (what: Failure, error: unknown) => trouble.set(`${failures[what]}: ${reasonOf(error)}`);

function reasonOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'number')
    return voiceErrorOf(error).message;
  return error instanceof ApiError || error instanceof TypeError || !(error instanceof Error) ? textOf(error) : error.message;
}
