import { expect, test } from 'vitest';
import { birthdayOf, localTimeOf } from './contacts.facts.ts';

test('the next birthday, and what it makes one', () => {
  expect(birthdayOf('1961-12-02', '2026-11-21')).toEqual({ age: 64, next: '2026-12-02', inDays: 11, turns: 65 });
  expect(birthdayOf('1961-11-21', '2026-11-21')).toEqual({ age: 65, next: '2026-11-21', inDays: 0, turns: 65 });
  expect(birthdayOf('1961-11-20', '2026-11-21')).toEqual({ age: 65, next: '2027-11-20', inDays: 364, turns: 66 });
  expect(birthdayOf('1960-02-29', '2027-01-01').next).toBe('2027-03-01');
});

test('calling hours are those of the place; Arizona keeps its clock', () => {
  const summer = new Date('2026-07-15T14:30:00Z');
  expect(localTimeOf({ timezone: 'est', state: 'FL' }, summer).text).toMatch(/10:30\sAM/);
  expect(localTimeOf({ timezone: 'est', state: 'FL' }, summer).mayCall).toBe(true);
  expect(localTimeOf({ timezone: 'mst', state: 'AZ' }, summer)).toMatchObject({ mayCall: false });
  expect(localTimeOf({ timezone: 'mst', state: 'CO' }, summer)).toMatchObject({ mayCall: true });
});
