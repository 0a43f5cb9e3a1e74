// The sound of a call in plain words, by the thresholds of the spec: jitter above 30 ms, MOS below 3, round trip
// above 400 ms, loss above 1 %.
import type { FeedbackIssue } from '#contract/callLists.ts';

/** Warnings of the phone's library. */
const warnings: Record<string, string> = {
  'high-jitter': 'The sound arrives unevenly, and may be choppy',
  'low-mos': 'The sound is poor',
  'high-rtt': 'The sound arrives late. Leave the other person time to answer',
  'high-packet-loss': 'Parts of the sound are lost',
  'high-packets-lost-fraction': 'Parts of the sound are lost',
  'low-bytes-received': 'No sound arrives from the other side',
  'low-bytes-sent': 'Your sound does not leave this computer',
  'constant-audio-input-level': 'Your microphone is silent. Check that it is on',
  'ice-connectivity-lost': 'The connection of the call is interrupted',
};
/** Null: nothing that a user can hear or mend. */
export const warningWords = (name: string): string | null => warnings[name] ?? null;

/** Of a mean opinion score. */
export function mosWords(mos: number): string {
  if (mos > 4.2) return 'Excellent';
  if (mos >= 4.1) return 'Great';
  if (mos >= 3.7) return 'Good';
  return mos >= 3.1 ? 'Fair' : 'Degraded';
}

export const testWords = {
  connecting: 'Connecting',
  connected: 'Connected: listening for some seconds',
  completed: 'Completed',
  failed: 'Failed',
} as const;
export type TestStatus = keyof typeof testWords;

export const issueWords: Record<FeedbackIssue, string> = {
  'audio-latency': 'Sound came late',
  'choppy-audio': 'Choppy sound',
  'dropped-call': 'The call dropped',
  echo: 'Echo',
  'noisy-call': 'Noise',
  'one-way-audio': 'Only one side heard the other',
};

/** A second of sound, as `reportCallQuality` takes it. */
export interface Sample {
  at: string;
  jitter: number | null;
  round_trip: number | null;
  mos: number | null;
  packet_loss: number | null;
}

const within = (value: unknown, highest: number) =>
  typeof value === 'number' && Number.isFinite(value) ? Math.min(Math.max(value, 0), highest) : null;

export const sampleOf = (said: Record<string, unknown>, at: string): Sample => ({
  at,
  jitter: within(said.jitter, 60_000),
  round_trip: within(said.rtt, 60_000),
  mos: within(said.mos, 5),
  packet_loss: within(said.packetsLostFraction, 100),
});
