import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countsOf, turnsOf } from '#contract/shares.ts';

test.each([
  [[1], [0]],
  [
    [1, 1],
    [0, 1],
  ],
  [
    [2, 1],
    [0, 1, 0],
  ],
  [
    [50, 50],
    [0, 1],
  ],
  [
    [3, 1, 1],
    [0, 1, 0, 2, 0],
  ],
])('shares %j take turns as %j', (shares, turns) => expect(turnsOf(shares)).toEqual(turns));

test('the counts are those of the turns, add up, and differ from the exact share by less than one', () => {
  const shares = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(shares, fc.integer({ min: 0, max: 3_000 }), (given, total) => {
      const turns = turnsOf(given);
      const dealt = given.map(() => 0);
      for (let ordinal = 0; ordinal < total; ordinal++) {
        const turn = turns[ordinal % turns.length] ?? 0;
        dealt[turn] = (dealt[turn] ?? 0) + 1;
      }
      const counts = countsOf(given, total);
      expect(counts).toEqual(dealt);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(total);
      const all = given.reduce((sum, share) => sum + share, 0);
      for (const [place, share] of given.entries())
        expect(Math.abs((counts[place] ?? 0) - (total * share) / all)).toBeLessThan(1);
    }),
  );
});
