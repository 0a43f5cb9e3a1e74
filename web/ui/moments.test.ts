import { expect, test } from 'vitest';
import { momentAt, wallTimeIn } from './moments.ts';

test.each([
  ['est', '2026-01-15T20:04:00.000Z', '2026-01-15T15:04'],
  ['est', '2026-07-15T19:04:00.000Z', '2026-07-15T15:04'],
  ['hst', '2026-07-15T05:00:00.000Z', '2026-07-14T19:00'],
] as const)('%s %s is %s there, and back', (zone, moment, wall) => {
  expect(wallTimeIn(zone, moment)).toBe(wall);
  expect(momentAt(zone, wall)).toBe(moment);
});

test('half a date is no moment', () => {
  expect(momentAt('est', '')).toBe('');
  expect(wallTimeIn('est', '')).toBe('');
});
