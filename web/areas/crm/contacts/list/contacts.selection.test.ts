import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  countOf,
  everything,
  isSelected,
  isTooLong,
  nothing,
  type Selection,
  toContract,
  toggle,
  wordsOf,
} from './contacts.selection.ts';

const rows = Array.from({ length: 20 }, (_, index) => ({ id: 100 + index, index }));
const chosenOf = (selection: Selection) => rows.filter(({ id, index }) => isSelected(selection, id, index, rows.length));

test('rows are added one by one and by range', () => {
  const some = toggle(toggle(nothing, rows.slice(0, 1), true), rows.slice(3, 6), true);
  expect(chosenOf(some).map(({ id }) => id)).toEqual([100, 103, 104, 105]);
  expect(toContract(some, {})).toEqual({ ids: [100, 103, 104, 105], contacts_scope: {} });
});

test('more than 10,000 rows chosen, or left out, one by one are too many for an action', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => ({ id: index + 1, index }));
  expect([10_000, 10_001].map((count) => isTooLong(toggle(nothing, many(count), true)))).toEqual([false, true]);
  expect([10_000, 10_001].map((count) => isTooLong(toggle(everything, many(count), false)))).toEqual([false, true]);
});

test('all in view but three', () => {
  const all = toggle(everything, rows.slice(2, 5), false);
  expect(wordsOf(all)).toBe('all in view but 3');
  expect(countOf(all, 12_480)).toBe(12_477);
  expect(toContract(all, { q: 'rosa' })).toEqual({ all: true, except_ids: [102, 103, 104], contacts_scope: { q: 'rosa' } });
});

test('the last four, one of them taken out and put back', () => {
  const last: Selection = { mode: 'last', n: 4, except: new Set() };
  const less = toggle(last, rows.slice(18, 19), false, rows.length);
  expect(chosenOf(less).map(({ id }) => id)).toEqual([116, 117, 119]);
  expect(toggle(less, rows.slice(18, 19), true, rows.length)).toEqual(last);
  expect(wordsOf(less)).toBe('the last 4 but 1');
});

test('a row outside of the first n stays off', () => {
  const first: Selection = { mode: 'first', n: 5, except: new Set() };
  expect(chosenOf(toggle(first, rows.slice(4, 8), true, rows.length))).toHaveLength(5);
});

test('what the bar counts is what the list shows', () => {
  const selections = fc.oneof(
    fc.constant(nothing),
    fc.constant(everything),
    fc
      .record({ mode: fc.constantFrom('first' as const, 'last' as const), n: fc.integer({ min: 1, max: 30 }) })
      .map((choice): Selection => ({ ...choice, except: new Set() })),
  );
  const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 19 }), fc.integer({ min: 1, max: 6 }), fc.boolean()));
  fc.assert(
    fc.property(selections, steps, (start, toggles) => {
      const end = toggles.reduce(
        (now, [from, length, on]) => toggle(now, rows.slice(from, from + length), on, rows.length),
        start,
      );
      expect(chosenOf(end)).toHaveLength(countOf(end, rows.length));
    }),
  );
});
