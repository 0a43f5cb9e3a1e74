import { expect, test } from 'vitest';
import { everyBar, topOf } from './wallet.bars.ts';

test('days without use have a bar, too; a use of the evening before in the user’s zone begins the chart', () => {
  const days = everyBar([{ day: '2026-02-26', amount: '0.30' }], { from: '2026-02-27', to: '2026-03-02', months: false });
  expect(days.map(({ day, amount }) => `${day} ${amount}`)).toEqual([
    '2026-02-26 0.30',
    '2026-02-27 0.00',
    '2026-02-28 0.00',
    '2026-03-01 0.00',
    '2026-03-02 0.00',
  ]);
});

test('a year has its months, from the first of each', () => {
  const bars = everyBar([{ day: '2026-01-01', amount: '1.00' }], { from: '2025-11-26', to: '2026-01-26', months: true });
  expect(bars.map(({ day }) => day)).toEqual(['2025-11-01', '2025-12-01', '2026-01-01']);
});

test.each([
  [0, 100],
  [100, 100],
  [18_100, 20_000],
  [20_001, 50_000],
  [99_999, 100_000],
])('a scale for %s ends at %s', (most, top) => {
  expect(topOf(most)).toBe(top);
});
