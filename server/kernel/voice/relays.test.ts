import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { BadConfig, readConfig } from '#kernel/ops/config.ts';
import { relaysFor } from './relays.ts';

const now = new Date('2026-11-26T10:00:00Z');
const configOf = (more: Record<string, string>) => readConfig({ DATA_DIR: 'data', ...more });

test('a phone gets the TURN servers with a name that expires and a password of the shared secret', () => {
  const { voice } = configOf({
    VOICE_TURN_URLS: 'turn:turn.example.com:3478, turns:turn.example.com:443?transport=tcp',
    VOICE_TURN_SECRET: 'between us',
  });
  const username = `${Date.parse('2026-11-26T16:00:00Z') / 1000}:c1-u7`;
  expect(relaysFor(voice, 'c1-u7', now)).toEqual([
    {
      urls: ['turn:turn.example.com:3478', 'turns:turn.example.com:443?transport=tcp'],
      username,
      credential: createHmac('sha1', 'between us').update(username).digest('base64'),
    },
  ]);
});

test('without servers a phone gets none', () => {
  expect(relaysFor(configOf({}).voice, 'c1-u7', now)).toEqual([]);
});

test.each([
  [{ VOICE_TURN_URLS: 'turn:turn.example.com' }, /VOICE_TURN_SECRET/],
  [{ VOICE_TURN_SECRET: 'between us' }, /VOICE_TURN_URLS/],
  [{ VOICE_TURN_URLS: 'https://turn.example.com', VOICE_TURN_SECRET: 'between us' }, /VOICE_TURN_URLS/],
])('%o does not start', (more, words) => {
  expect(() => configOf(more as Record<string, string>)).toThrow(BadConfig);
  expect(() => configOf(more as Record<string, string>)).toThrow(words);
});
