import { expect, test } from 'vitest';
import type { ImportPreview } from '#contract/imports.ts';
import { cellText, type PreviewRow, problemOf, type RowFilter, rowsIn, usableFilter } from './imports.preview.ts';

const aRow = (row: Partial<PreviewRow>): PreviewRow => ({
  line: 2,
  outcome: 'create',
  values: {},
  errors: {},
  matches: null,
  ...row,
});

const notADate = { field: 'birth_date', reason: 'This is not a date' };
const preview: ImportPreview = {
  rows: [
    aRow({ line: 2 }),
    aRow({ line: 3, outcome: 'reject', errors: { birth_date: { reason: notADate.reason, action: 'reject' } } }),
    aRow({ line: 4, outcome: 'reject', errors: { row: { reason: 'Nothing to import in this row', action: 'reject' } } }),
  ],
  looked_at: 300,
  warnings: [],
  totals: { create: 1, update: 0, skip: 0, reject: 42 },
  problems: [{ ...notADate, count: 41, action: 'reject', values: [{ value: '13/45/1990', count: 1 }], others: 40 }],
};

test('values are shown in the words of the screen', () => {
  expect(cellText('birth_date', '1955-03-04', 'create')).toBe('03/04/1955');
  expect(cellText('mobile_phone', '305.555.0142', 'create')).toBe('(305) 555-0142');
  expect(cellText('gender', 'female', 'create')).toBe('Female');
  expect(cellText('do_not_call', 'true', 'update')).toBe('Yes');
  expect(cellText('city', 'true', 'create')).toBe('true');
});

test('a rejected row is shown as it stands in the file', () => {
  expect(cellText('birth_date', '1955-03-04', 'reject')).toBe('1955-03-04');
});

test('the problem behind a cell says how many are like it', () => {
  const [, wrong] = preview.rows;
  expect(problemOf(preview, wrong as PreviewRow, 'birth_date')?.count).toBe(41);
  expect(problemOf(preview, wrong as PreviewRow, 'medicare_part_a')).toBeUndefined();
});

test('rows are narrowed to an outcome or to a problem, and told how many there are', () => {
  const lines = (filter: RowFilter) => {
    const { rows, of } = rowsIn(preview, filter);
    return [rows.map(({ line }) => line), of];
  };
  expect(lines('all')).toEqual([[2, 3, 4], 300]);
  expect(lines('reject')).toEqual([[3, 4], 42]);
  expect(lines(notADate)).toEqual([[3], 41]);
});

test('a view whose rows are gone gives way to all rows', () => {
  expect(usableFilter(preview, 'reject')).toBe('reject');
  expect(usableFilter(preview, notADate)).toBe(notADate);
  expect(usableFilter(preview, 'update')).toBe('all');
  expect(usableFilter(preview, { field: 'birth_date', reason: 'Another' })).toBe('all');
});
