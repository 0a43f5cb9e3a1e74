// Words of the board.
import type { PhoneState } from '#contract/callLists.ts';
import { clockOf } from '#web/areas/voice/dialer/dialer.numbers.ts';

export const stateWords: Record<PhoneState, string> = {
  on_call: 'On a call',
  ringing: 'Ringing',
  available: 'Available',
  offline: 'Offline',
};
export const stateTones = { on_call: 'blue', ringing: 'yellow', available: 'green', offline: 'gray' } as const satisfies Record<
  PhoneState,
  string
>;

/** `7:05` of talk is written 07:05; from an hour on 1:07:05. */
export const lengthOf = (seconds: number): string => {
  const hours = Math.floor(seconds / 3600);
  const rest = clockOf(seconds % 3600);
  return hours > 0 ? `${hours}:${rest}` : rest;
};
