import { expect, test } from 'vitest';
import type { ImportPreview } from '#contract/imports.ts';
import { cellText, type PreviewRow, problemOf, rowsIn } from './imports.preview.ts';

const aRow = (row: Partial<PreviewRow>): PreviewRow => ({
  line: 2,
  outcome: 'create',
  values: {},
  errors: {},
  matches: null,
  ...row,
});

const notADate = 'Birth date (column “DOB”): “13/45/1990”: This is not a date';
const preview: ImportPreview = {
  rows: [
    aRow({ line: 2 }),
    aRow({ line: 3, outcome: 'reject', errors: { birth_date: notADate } }),
    aRow({ line: 4, outcome: 'reject', errors: { row: 'Nothing to import in this row: no name, phone or e-mail' } }),
  ],
  looked_at: 3,
  totals: { create: 1, update: 0, skip: 0, reject: 2 },
  problems: [{ field: 'birth_date', reason: 'This is not a date', count: 41, example: '13/45/1990' }],
};

test('values are shown in the words of the screen', () => {
  expect(cellText('birth_date', '1955-03-04', 'create')).toBe('03/04/1955');
  expect(cellText('mobile_phone', '305.555.0142', 'create')).toBe('(305) 555-0142');
  expect(cellText('category', 'final_expense', 'create')).toBe('Final expense');
  expect(cellText('do_not_call', 'true', 'update')).toBe('Yes');
  expect(cellText('city', 'true', 'create')).toBe('true');
});

test('a rejected row is shown as it stands in the file', () => {
  expect(cellText('birth_date', '1955-03-04', 'reject')).toBe('1955-03-04');
});

test('the problem behind a sentence says how many are like it', () => {
  expect(problemOf(preview, 'birth_date', notADate)?.count).toBe(41);
  expect(problemOf(preview, 'medicare_part_a', notADate)).toBeUndefined();
});

test('rows are narrowed to an outcome or to a problem', () => {
  expect(rowsIn(preview, 'all')).toHaveLength(3);
  expect(rowsIn(preview, 'reject').map(({ line }) => line)).toEqual([3, 4]);
  expect(rowsIn(preview, { field: 'birth_date', reason: 'This is not a date' }).map(({ line }) => line)).toEqual([3]);
});
