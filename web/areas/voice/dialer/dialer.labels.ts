// Words of calls on screen.
import type { CallDirection, CallOutcome, WatchMode } from '#contract/callLists.ts';
import type { Call } from '#contract/dialer.ts';
import { numberWords } from './dialer.numbers.ts';

export const directionWords: Record<CallDirection, string> = { inbound: 'Incoming', outbound: 'Outgoing' };

export const outcomeWords: Record<CallOutcome, string> = {
  answered: 'Answered',
  no_answer: 'No answer',
  busy: 'Busy',
  declined: 'Declined',
  cancelled: 'Cancelled',
  missed: 'Missed',
  elsewhere: 'Answered elsewhere',
  voicemail: 'Voicemail',
  failed: 'Failed',
};
export const outcomeTones = {
  answered: 'green',
  no_answer: 'gray',
  busy: 'yellow',
  declined: 'yellow',
  cancelled: 'gray',
  missed: 'red',
  elsewhere: 'gray',
  voicemail: 'blue',
  failed: 'red',
} as const satisfies Record<CallOutcome, string>;

/** The other side of a call: the caller's number of an inbound one, the called number of an outbound one. */
export const numberOf = ({ call_direction, call_from, call_to }: Pick<Call, 'call_direction' | 'call_from' | 'call_to'>) =>
  call_direction === 'inbound' ? call_from : call_to;

type Named = Pick<Call, 'contact' | 'colleague' | 'call_direction' | 'call_from' | 'call_to'>;

/** The other side of a call: a contact, a colleague, or the number. */
export const nameOf = (call: Named): string => (call.contact ?? call.colleague)?.name || numberWords(numberOf(call));

export const watchWords: Record<WatchMode, string> = { listen: 'Listen', whisper: 'Whisper', join: 'Join' };

/** Explains a mode, with the name of the colleague on the call. */
export const watchAbout = (mode: WatchMode, name: string): string =>
  ({
    listen: 'You hear both sides. Nobody hears you.',
    whisper: `${name} hears you. The other side does not.`,
    join: 'Both sides hear you.',
  })[mode];
