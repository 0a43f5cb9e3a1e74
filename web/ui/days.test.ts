import { expect, test } from 'vitest';
import { dayFrom, dayWords } from './days.ts';

test.each([
  ['04/02/1961', '1961-04-02'],
  ['4/2/1961', '1961-04-02'],
  [' 4-2-1961 ', '1961-04-02'],
  ['04021961', '1961-04-02'],
  ['1961-04-02', '1961-04-02'],
  ['02/29/2024', '2024-02-29'],
  ['02/29/2023', null],
  ['13/01/1961', null],
  ['04/31/1961', null],
  ['4/2/61', null],
  ['0000-01-01', null],
  ['next week', null],
  ['', null],
])('%s is %s', (text, day) => {
  expect(dayFrom(text)).toBe(day);
});

test('what is no day stands as it was typed', () => {
  expect(dayWords('1961-04-02')).toBe('04/02/1961');
  expect(dayWords('13/45/1961')).toBe('13/45/1961');
});
