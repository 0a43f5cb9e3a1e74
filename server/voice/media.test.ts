// The clock of what a phone hears, descriptions of sound, and sounds made by arithmetic.
import { networkInterfaces } from 'node:os';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shareOf } from '#tests/support/phones.ts';
import { announced, createOutgoing } from './media.ts';
import { digitTones, frameSize, ofMulaw, prompts, ringBack, sampleRate, toMulaw, tone } from './sound.ts';

test('µ-law keeps a sample within a thirtieth of its size', () => {
  fc.assert(
    fc.property(fc.integer({ min: -32_000, max: 32_000 }), (sample) => {
      expect(Math.abs(ofMulaw(toMulaw(sample)) - sample)).toBeLessThanOrEqual(Math.max(8, Math.abs(sample) / 30));
    }),
  );
});

test('tones have their frequencies and lengths', () => {
  expect(shareOf(tone([1_000], 500), 1_000)).toBeGreaterThan(0.95);
  expect(ringBack).toHaveLength(6 * sampleRate);
  const five = digitTones('5');
  expect(shareOf(five.subarray(0, 1_280), 770)).toBeGreaterThan(0.4);
  expect(shareOf(five.subarray(0, 1_280), 1_336)).toBeGreaterThan(0.4);
  expect(digitTones('w')).toHaveLength(sampleRate / 2);
  expect(digitTones('x€')).toHaveLength(0);
  for (const spoken of Object.values(prompts())) expect(spoken.length).toBeGreaterThan(sampleRate);
});

test('what one phone hears is one stream, also where the speaker changes: numbers follow each other, and time goes on', () => {
  let now = 0;
  const out = createOutgoing(() => now);
  const [caller, music] = [{}, {}];
  const first = out.follow(caller, 65_535, 4_294_967_200);
  const second = out.follow(caller, 0, 64); // both of its clocks went round
  expect(second.sequence).toBe((first.sequence + 1) & 0xffff);
  expect((second.timestamp - first.timestamp) >>> 0).toBe(frameSize);
  now = 1_000;
  const third = out.next(music, frameSize);
  expect(third).toMatchObject({ sequence: (second.sequence + 1) & 0xffff, marker: true });
  expect((third.timestamp - second.timestamp) >>> 0).toBe(sampleRate); // a second of silence
  const back = out.follow(caller, 50, 8_000);
  expect(back).toMatchObject({ sequence: (third.sequence + 1) & 0xffff, marker: true });
  const later = out.follow(caller, 52, 8_320);
  const late = out.follow(caller, 51, 8_160);
  expect(late).toEqual({ sequence: (back.sequence + 1) & 0xffff, timestamp: (back.timestamp + frameSize) >>> 0, marker: false });
  expect(out.follow(caller, 53, 8_480).sequence).toBe((later.sequence + 1) & 0xffff);
});

test('an announced address stands beside each of the machine’s own, with its port', () => {
  const own = Object.values(networkInterfaces())
    .flat()
    .find((one) => one?.family === 'IPv4' && !one.internal)?.address;
  const lines = ['v=0', 'a=candidate:abc 1 udp 2116026367 127.0.0.1 4000 typ host'];
  if (own) lines.push(`a=candidate:def 1 udp 2116026367 ${own} 4001 typ host`);
  const told = announced(lines.join('\r\n'), ['203.0.113.5']).split('\r\n');
  expect(told.slice(0, lines.length)).toEqual(lines);
  expect(told.slice(lines.length)).toEqual(own ? ['a=candidate:def1 1 udp 2116026367 203.0.113.5 4001 typ host'] : []);
});
