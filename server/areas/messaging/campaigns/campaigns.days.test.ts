import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, birthDatesOf, everyAge } from './campaigns.days.ts';

const aDay = fc
  .date({ min: new Date('1930-01-01'), max: new Date('2010-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

test('every birthday of a life falls on one day of each year, also of those born on February 29', () => {
  fc.assert(
    fc.property(
      fc.oneof(aDay, fc.constantFrom('1936-02-29', '1960-02-29', '2000-02-29')),
      fc.integer({ min: 1, max: 90 }),
      (born, age) => {
        const year = Number(born.slice(0, 4)) + age;
        const days = Array.from({ length: 366 }, (_, index) => addDays(`${year}-01-01`, index)).filter((day) =>
          day.startsWith(String(year)),
        );
        const birthdays = days.filter((day) => birthDatesOf(day, [age]).includes(born));
        expect(birthdays).toHaveLength(1);
        expect(birthdays[0]?.slice(5)).toBe(born.endsWith('-02-29') && days.length === 365 ? '02-28' : born.slice(5));
      },
    ),
    { numRuns: 200 },
  );
});

test('the days of birth of a day are few, and all of them exist', () => {
  expect(birthDatesOf('2028-02-29', everyAge).every((day) => !Number.isNaN(Date.parse(day)) && day.endsWith('-02-29'))).toBe(
    true,
  );
  expect(birthDatesOf('2027-02-28', [65, 67])).toEqual(['1962-02-28', '1960-02-28', '1960-02-29']);
});
