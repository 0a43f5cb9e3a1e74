// The sound files that a carrier plays for us: any program can play them.
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { atTheEnd } from '#tests/support/atTheEnd.ts';
import { sampleRate } from './sound.ts';
import { mountSounds } from './soundFiles.ts';

const app = fastify();
mountSounds(app);
atTheEnd(() => app.close());

test.each(['ring', 'hold', 'recorded', 'greeting', 'queued'])('%s is a WAV of some seconds', async (name) => {
  const { statusCode, headers, rawPayload } = await app.inject({ url: `/voice_sounds/${name}.wav` });
  expect([statusCode, headers['content-type']]).toEqual([200, 'audio/wav']);
  expect(rawPayload.toString('latin1', 0, 4)).toBe('RIFF');
  expect(rawPayload.readUInt32LE(4)).toBe(rawPayload.length - 8);
  expect((rawPayload.length - 58) / 2 / sampleRate).toBeGreaterThan(0.9);
});

test('there are no others', async () => {
  for (const path of ['/voice_sounds/other.wav', '/voice_sounds/..%2fmain.ts'])
    expect((await app.inject({ url: path })).statusCode, path).toBe(404);
});
