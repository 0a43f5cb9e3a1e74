import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  calendarWords,
  clockOf,
  colleagueOf,
  dialled,
  hasDialLength,
  isTone,
  otherSide,
  sentAs,
  typedNumber,
} from './dialer.numbers.ts';

test.each([
  ['3', '3'],
  ['305', '305'],
  ['3055', '305-5'],
  ['305555', '305-555'],
  ['3055550142', '305-555-0142'],
  ['13055550142', '1-305-555-0142'],
  ['+13055550142', '+1-305-555-0142'],
  ['+493012345678', '+493012345678'],
  ['*67', '*67'],
  ['', ''],
])('%s is shown as %s', (number, shown) => expect(typedNumber(number)).toBe(shown));

test('what is shown holds what was typed, and nothing ends in a hyphen', () =>
  fc.assert(
    fc.property(fc.stringMatching(/^\+?[\d*]{0,15}$/), (number) => {
      expect(dialled(typedNumber(number))).toBe(number);
      expect(typedNumber(number)).not.toMatch(/-$/);
    }),
  ));

test.each([
  ['(305) 555-0142', '3055550142'],
  ['+1 305.555.0142', '+13055550142'],
  ['tel:+1-305', '+1305'],
  ['30+5', '305'],
  ['12345678901234567890', '1234567890123456'],
  ['call me', ''],
])('of %s is dialled %s', (text, number) => expect(dialled(text)).toBe(number));

test.each([
  ['12345678', false],
  ['123456789', true],
  ['1234567890123456', true],
  ['12345678901234567', false],
])('%s may be called: %s', (number, may) => expect(hasDialLength(number)).toBe(may));

test('tones are digits, star, hash and pauses', () => {
  expect(['1', '*', '#', '12w#'].every(isTone)).toBe(true);
  expect(['', 'a', '+', '1 2'].some(isTone)).toBe(false);
});

test('the other side is ten digits or a colleague', () => {
  expect(otherSide('+13055550142')).toBe('3055550142');
  expect(otherSide('client:user:7')).toBe('user:7');
  expect(sentAs('user:7')).toBe('client:user:7');
  expect(sentAs('1-305-555-0142')).toBe('3055550142');
  expect(colleagueOf('user:7')).toBe(7);
  expect(colleagueOf('3055550142')).toBeNull();
});

test.each([
  [0, '00:00'],
  [61, '01:01'],
  [3_725, '62:05'],
])('%i seconds are %s', (seconds, words) => expect(clockOf(seconds)).toBe(words));

test.each([
  ['2026-11-25T20:04:00Z', 'Today at 3:04 PM'],
  ['2026-11-25T03:04:00Z', 'Yesterday at 10:04 PM'],
  ['2026-11-23T20:04:00Z', 'Monday at 3:04 PM'],
  ['2026-11-10T20:04:00Z', '11/10/2026, 3:04 PM'],
])('%s is %s', (moment, words) => expect(calendarWords('est', moment, '2026-11-25T22:00:00Z')).toBe(words));
