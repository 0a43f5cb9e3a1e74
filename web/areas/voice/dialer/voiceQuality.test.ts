import { expect, test } from 'vitest';
import { mosWords, sampleOf, warningWords } from './voiceQuality.ts';

test.each([
  [4.3, 'Excellent'],
  [4.2, 'Great'],
  [4.1, 'Great'],
  [4.05, 'Good'],
  [3.7, 'Good'],
  [3.69, 'Fair'],
  [3.1, 'Fair'],
  [3, 'Degraded'],
])('a score of %d is %s', (mos, words) => expect(mosWords(mos)).toBe(words));

test('the four thresholds of the spec have words, an unknown warning has none', () => {
  for (const name of ['high-jitter', 'low-mos', 'high-rtt', 'high-packets-lost-fraction'])
    expect(warningWords(name)).toBeTruthy();
  expect(warningWords('constant-audio-output-level')).toBeNull();
});

test('a sample has what was measured, within its limits', () => {
  const at = '2026-11-25T20:00:00.000Z';
  expect(sampleOf({ jitter: 3.5, rtt: 70_000, mos: null, packetsLostFraction: Number.NaN }, at)).toEqual({
    at,
    jitter: 3.5,
    round_trip: 60_000,
    mos: null,
    packet_loss: null,
  });
});
