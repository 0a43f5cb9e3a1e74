import { describe, expect, test } from 'vitest';
import { betterSource, type Image, type Source } from './duplicates.better.ts';
import { type Facts, isSafe, likeness } from './duplicates.score.ts';

let ids = 0;
const source = (columns: Record<string, unknown>, updated_at = '2026-01-01'): Source => ({
  is: { id: ++ids, updated_at, tags: [], ...columns } as Image,
  custom: new Map(),
});
/** The better value of a field, where the first contact stays. */
const better = (field: string, ...sources: Source[]) => betterSource(field, sources, sources[0] as Source).is[field];

describe('the better value', () => {
  test.each([
    ['first_name', '', 'Ann', 'Ann'],
    ['first_name', 'ANN', 'Ann', 'Ann'],
    ['first_name', 'Rob', 'Robert', 'Robert'],
    ['first_name', 'Ann', 'Eve', 'Ann'],
    ['kind', 'lead', 'client', 'client'],
    ['zip_code', '33101', '33101-2204', '33101-2204'],
    ['tobacco_user', null, false, false],
  ])('of %s %j and %j is %j', (field, one, other, wanted) => {
    expect(better(field, source({ [field]: one }), source({ [field]: other }))).toBe(wanted);
  });

  test('of what goes out of date is the latest', () => {
    expect(better('status_id', source({ status_id: 1 }), source({ status_id: 2 }, '2026-02-01'))).toBe(2);
    expect(better('organization', source({ organization: 'A' }), source({ organization: 'B' }, '2026-02-01'))).toBe('A');
  });
});

describe('a score', () => {
  const facts: Facts = {
    id: 1,
    name_key: 'lee ann',
    first_name: 'ann',
    address_key: '1 oak st 33101',
    phones: ['1'],
    emails: ['a'],
    birth_date: '1950-01-01',
    medicare_number: null,
  };
  const nothing: Facts = { ...facts, name_key: ' ', first_name: '', address_key: '', phones: [], emails: [], birth_date: null };

  test('grows with what is shared and falls with what differs', () => {
    expect(likeness(facts, facts)).toMatchObject({ score: 100, differs: [] });
    expect(likeness(facts, { ...nothing, phones: ['2', '1'] })).toEqual({ score: 35, agrees: ['phone'], differs: [] });
    const spouse = { ...facts, name_key: 'lee bob', first_name: 'bob', birth_date: '1948-01-01', emails: [] };
    expect(likeness(facts, spouse)).toEqual({ score: 10, agrees: ['phone', 'address'], differs: ['birth_date', 'first_name'] });
    expect(likeness(facts, nothing)).toEqual({ score: 1, agrees: [], differs: [] });
  });

  test('a group is safe unless two of it differ in what cannot change', () => {
    expect(isSafe(facts, [nothing, facts])).toBe(true);
    expect(isSafe(nothing, [facts, { ...facts, birth_date: '1990-01-01' }])).toBe(false);
  });
});
