// Our addresses that the carrier calls, and what they answer: TwiML, the carrier's own language.
import { originOf } from '#kernel/http/links.ts';
import type { Config } from '#kernel/ops/config.ts';
import { withRetries } from '#kernel/telephony/telephony.ts';
import { hookOf, type LegReports } from '#kernel/voice/carrier.ts';

type Origin = Pick<Config, 'publicUrl' | 'port'>;

/** The subject of a report. The carrier signs the whole address, so its content is ours. */
export type About = { of: 'conference' | 'message'; company: number; conference: string } | AboutLeg | AboutRecording;
interface AboutLeg {
  of: 'leg';
  company: number;
  conference: string;
  label: string;
}
interface AboutRecording {
  of: 'recording';
  company: number;
  conference: string;
  sid: string;
}

export function reportOf(config: Origin, about: About): string {
  const query = new URLSearchParams(Object.entries(about).map(([name, value]): [string, string] => [name, String(value)]));
  return withRetries(`${hookOf(config)}?${query}`);
}

export const reportsOf = (config: Origin, at: { company: number; conference: string; label: string }): LegReports => ({
  leg: reportOf(config, { of: 'leg', ...at }),
  conference: reportOf(config, { of: 'conference', company: at.company, conference: at.conference }),
});

export type SoundName = 'ring' | 'hold' | 'recorded' | 'greeting' | 'queued';
export const soundOf = (config: Origin, name: SoundName) => `${originOf(config)}/voice_sounds/${name}.wav`;

// ── TwiML ───────────────────────────────────────────────────────────────────

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (char) => escapes[char] ?? '');
const attributes = (values: Record<string, string | boolean>) =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join('');
const response = (inside: string) => `<?xml version="1.0" encoding="UTF-8"?><Response>${inside}</Response>`;

export const sayAndHangUp = (words: string) => response(`<Say>${escaped(words)}</Say><Hangup/>`);
export const hangUpAnswer = response('<Hangup/>');
/** The phone's test of its own sound. */
export const testAnswer = response('<Say>This is a test of the sound of your phone.</Say><Pause length="8"/><Hangup/>');

export interface Seat {
  label: string;
  endsAll: boolean;
  /** While nobody else is there. '': silence, and the carrier lets the other side's own ring through. */
  hears: string;
  isMuted?: boolean;
  /** The carrier's name of the one leg that hears it. */
  coaches?: string | null;
  /** Seconds of silence before it comes in. */
  comesAfter?: number;
}

/** Seconds. */
const longestCall = 4 * 3600;

export const joinAnswer = (config: Origin, company: number, conference: string, seat: Seat): string =>
  response((seat.comesAfter ? `<Pause length="${seat.comesAfter}"/>` : '') + dial(config, company, conference, seat));

/** A caller of the queue, who may press 1 while that is said: digits are not heard in a conference. */
export const waitAnswer = (config: Origin, company: number, conference: string, seat: Seat): string =>
  response(
    `<Gather${attributes({ numDigits: '1', timeout: '2', action: withRetries(`${hookOf(config)}?of=key`) })}>` +
      `<Play>${escaped(soundOf(config, 'queued'))}</Play></Gather>${dial(config, company, conference, seat)}`,
  );

function dial(config: Origin, company: number, conference: string, seat: Seat): string {
  const of = {
    participantLabel: seat.label,
    beep: false,
    endConferenceOnExit: seat.endsAll,
    waitUrl: seat.hears,
    waitMethod: 'GET',
    ...(seat.isMuted && { muted: true }),
    ...(seat.coaches && { coach: seat.coaches }),
    statusCallback: reportOf(config, { of: 'conference', company, conference }),
    statusCallbackEvent: 'start end join leave announcement',
  };
  return `<Dial timeLimit="${longestCall}"><Conference${attributes(of)}>${conference}</Conference></Dial>`;
}

/** Seconds of a message. */
const longestMessage = 120;

export function messageAnswer(config: Origin, company: number, conference: string): string {
  const of = {
    maxLength: String(longestMessage),
    timeout: '10',
    playBeep: true,
    trim: 'trim-silence',
    recordingStatusCallback: reportOf(config, { of: 'message', company, conference }),
    recordingStatusCallbackEvent: 'completed absent',
    // Without an address of its own it would ask the one before again.
    action: withRetries(`${hookOf(config)}?of=done`),
  };
  return response(`<Play>${escaped(soundOf(config, 'greeting'))}</Play><Record${attributes(of)}/><Hangup/>`);
}
