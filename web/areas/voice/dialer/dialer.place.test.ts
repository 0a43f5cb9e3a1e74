import fc from 'fast-check';
import { expect, test } from 'vitest';
import { otherSideOf, placeWithin, readPlace } from './dialer.place.ts';

const phone = { width: 320, height: 500 };

test('wherever it is dragged, it stays in the window', () =>
  fc.assert(
    fc.property(
      fc.record({ right: fc.integer({ min: -5000, max: 5000 }), bottom: fc.integer({ min: -5000, max: 5000 }) }),
      fc.record({ width: fc.integer({ min: 340, max: 3000 }), height: fc.integer({ min: 520, max: 2000 }) }),
      (place, window) => {
        const { right, bottom } = placeWithin(place, phone, window);
        expect(right).toBeGreaterThanOrEqual(0);
        expect(bottom).toBeGreaterThanOrEqual(0);
        expect(right + phone.width).toBeLessThanOrEqual(window.width);
        expect(bottom + phone.height).toBeLessThanOrEqual(window.height);
      },
    ),
  ));

test('the other side is the other side, and back', () => {
  const window = { width: 1440, height: 900 };
  const left = otherSideOf({ right: 16, bottom: 16 }, phone, window);
  expect(left).toEqual({ right: 1104, bottom: 16 });
  expect(otherSideOf(left, phone, window)).toEqual({ right: 16, bottom: 16 });
});

test.each([[null], [{}], [{ right: 'x', bottom: 1 }], [{ right: null, bottom: 1 }], [[1, 2]]])('%j is no place', (said) =>
  expect(readPlace(said)).toBeUndefined(),
);
