// The form of a repeating event reads a rule, and writes it back. 2026-03-31 is a Tuesday, the fifth and last
// of its month.
import { expect, test } from 'vitest';
import { everyUnit, monthDaysOf, movedRule, repetitionOf, ruleOf, ruleWords } from './calendar.repeats.ts';

test.each([
  ['FREQ=DAILY', '2026-03-10', 'Every day'],
  ['FREQ=DAILY;INTERVAL=3;COUNT=10', '2026-03-10', 'Every 3 days, 10 times'],
  ['FREQ=WEEKLY;BYDAY=MO', '2026-03-09', 'Every week on Monday'],
  [
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE,FR;UNTIL=20261231',
    '2026-03-09',
    'Every 2 weeks on Monday, Wednesday, and Friday until 12/31/2026',
  ],
  ['FREQ=MONTHLY;BYMONTHDAY=10', '2026-03-10', 'Every month on day 10'],
  ['FREQ=MONTHLY;BYDAY=2TU', '2026-03-10', 'Every month on the 2nd Tuesday'],
  ['FREQ=MONTHLY;BYDAY=-1TU', '2026-03-31', 'Every month on the last Tuesday'],
  ['FREQ=MONTHLY;BYMONTHDAY=-1', '2026-03-31', 'Every month on the last day'],
  ['FREQ=YEARLY', '2026-03-10', 'Every year on March 10'],
])('%s is shown in words, and comes out of the form as it went in', (rule, start, words) => {
  expect(ruleWords(rule, start)).toBe(words);
  const repetition = repetitionOf(rule, start);
  expect(repetition && ruleOf(repetition, start)).toBe(rule);
});

test.each([
  'FREQ=MONTHLY;BYDAY=MO;BYSETPOS=1',
  'FREQ=YEARLY;BYMONTH=5',
  'FREQ=HOURLY',
  'FREQ=MONTHLY;BYMONTHDAY=1,15',
  'FREQ=WEEKLY;BYDAY=1MO',
])('%s is left as it is: the form cannot show it', (rule) => {
  expect(repetitionOf(rule, '2026-03-10')).toBeNull();
  expect(movedRule(rule, '2026-03-10', '2026-03-11')).toBe(rule);
});

test('a rule follows its event to another day, but not weekdays that were chosen', () => {
  expect(movedRule('FREQ=WEEKLY;BYDAY=TU', '2026-03-10', '2026-03-12')).toBe('FREQ=WEEKLY;BYDAY=TH');
  expect(movedRule('FREQ=WEEKLY;BYDAY=TU,TH', '2026-03-10', '2026-03-11')).toBe('FREQ=WEEKLY;BYDAY=TU,TH');
  expect(movedRule('FREQ=MONTHLY;BYDAY=2TU', '2026-03-10', '2026-03-18')).toBe('FREQ=MONTHLY;BYDAY=3WE');
  expect(movedRule('FREQ=MONTHLY;BYMONTHDAY=-1', '2026-03-31', '2026-03-10')).toBe('FREQ=MONTHLY;BYMONTHDAY=10');
  expect(movedRule(null, '2026-03-10', '2026-03-11')).toBeNull();
});

test('a month repeats by what its first day is', () => {
  expect(monthDaysOf('2026-03-10')).toEqual(['date', 'nth']);
  expect(monthDaysOf('2026-03-24')).toEqual(['date', 'nth']);
  expect(monthDaysOf('2026-03-31')).toEqual(['date', 'last', 'last_day']);
  expect(monthDaysOf('2026-02-28')).toEqual(['date', 'nth', 'last', 'last_day']);
  expect(ruleOf(everyUnit('WEEKLY', '2026-03-10'), '2026-03-10')).toBe('FREQ=WEEKLY;BYDAY=TU');
});
