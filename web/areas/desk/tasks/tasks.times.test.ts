import { expect, test } from 'vitest';
import { quickTimes } from './tasks.times.ts';

const labels = (now: string) => quickTimes('est', now).map(({ label }) => label);

test('offers times by the clock of the user', () => {
  // A Wednesday, 10:00 in New York.
  expect(quickTimes('est', '2026-11-25T15:00:00Z')).toEqual([
    { label: 'Today, 4:00 PM', due_at: '2026-11-25T21:00:00.000Z' },
    { label: 'Tomorrow, 9:00 AM', due_at: '2026-11-26T14:00:00.000Z' },
    { label: 'Next Monday, 9:00 AM', due_at: '2026-11-30T14:00:00.000Z' },
    { label: 'In two weeks, 9:00 AM', due_at: '2026-12-09T14:00:00.000Z' },
  ]);
});

test('offers nothing that is nearly over, and no day twice', () => {
  expect(labels('2026-11-25T20:40:00Z')[0]).toBe('Tomorrow, 9:00 AM');
  // A Sunday evening in New York, already Monday in UTC: tomorrow is the Monday.
  expect(labels('2026-11-30T01:00:00Z')).toEqual(['Tomorrow, 9:00 AM', 'In two weeks, 9:00 AM']);
  // A Monday: the next one is a week away.
  expect(quickTimes('est', '2026-11-30T15:00:00Z')[2]).toEqual({
    label: 'Next Monday, 9:00 AM',
    due_at: '2026-12-07T14:00:00.000Z',
  });
});
