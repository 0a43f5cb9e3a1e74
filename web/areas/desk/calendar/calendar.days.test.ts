// Which days each view shows, and what a step to the next or the previous one shows.
import { expect, test } from 'vitest';
import { rangeOf, stepped, titleOf } from './calendar.days.ts';
import { validCalendarSearch } from './calendar.search.ts';

test('a week starts on Sunday, a month has whole weeks', () => {
  expect(rangeOf('week', '2026-03-10', 'sunday')).toEqual({ from: '2026-03-08', to: '2026-03-14' });
  expect(rangeOf('month', '2026-03-10', 'sunday')).toEqual({ from: '2026-03-01', to: '2026-04-04' });
  expect(rangeOf('month', '2026-11-30', 'sunday')).toEqual({ from: '2026-11-01', to: '2026-12-05' });
  expect(rangeOf('agenda', '2026-12-20', 'sunday')).toEqual({ from: '2026-12-20', to: '2027-01-16' });
});

test('a week starts on Monday where the company wants it', () => {
  expect(rangeOf('week', '2026-03-08', 'monday')).toEqual({ from: '2026-03-02', to: '2026-03-08' });
  expect(rangeOf('week', '2026-03-09', 'monday')).toEqual({ from: '2026-03-09', to: '2026-03-15' });
  expect(rangeOf('month', '2026-03-10', 'monday')).toEqual({ from: '2026-02-23', to: '2026-04-05' });
});

test('a step over the end of a short month stays in the next month', () => {
  expect(stepped('month', '2026-01-31', 1)).toBe('2026-02-28');
  expect(stepped('month', '2026-03-31', -1)).toBe('2026-02-28');
  expect(stepped('week', '2026-03-05', 1)).toBe('2026-03-12');
  expect(stepped('day', '2026-11-01', 1)).toBe('2026-11-02');
});

test('the title names what is on screen', () => {
  expect(titleOf('month', '2026-11-23', 'sunday')).toBe('November 2026');
  expect(titleOf('day', '2026-11-23', 'sunday')).toBe('Monday, November 23, 2026');
  expect(titleOf('week', '2026-12-30', 'sunday')).toMatch(/Dec 27, 2026.*Jan 2, 2027/);
});

test('an address with nonsense shows the defaults', () => {
  expect(validCalendarSearch({ view: 'year', day: 'x'.repeat(11), types: 'call', user: -1, q: 5 } as never)).toEqual({
    types: [],
    q: '5',
  });
});
