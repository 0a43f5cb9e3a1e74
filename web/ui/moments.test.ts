import { expect, test } from 'vitest';
import { momentAt, momentOf, wallTimeIn, wallTimeOf } from './moments.ts';

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

test.each([
  ['America/New_York', '2026-03-08T02:30', '2026-03-08T07:30:00.000Z', '2026-03-08T03:30'],
  ['America/Los_Angeles', '2026-03-08T02:00', '2026-03-08T10:00:00.000Z', '2026-03-08T03:00'],
  ['America/Phoenix', '2026-03-08T02:30', '2026-03-08T09:30:00.000Z', '2026-03-08T02:30'],
  ['America/Chicago', '2026-11-01T01:30', '2026-11-01T06:30:00.000Z', '2026-11-01T01:30'],
])(
  'in %s, %s is %s: an hour that a clock skips is the one after it, one that it repeats is the first',
  (iana, wall, moment, shown) => {
    expect(momentOf(iana, wall)).toBe(moment);
    expect(wallTimeOf(iana, moment)).toBe(shown);
  },
);
