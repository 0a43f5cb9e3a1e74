import { expect, test } from 'vitest';
import { importTargets } from '#contract/imports.ts';
import { sizeWords } from '#contract/kit/formats.ts';
import { counted, duration, formatWords, result, shareOf, stateOf, summary, undoSummary } from './imports.labels.ts';
import { targetGroups, targetLabel } from './wizard/imports.targets.ts';

test('amounts', () => {
  expect(counted(1, 'row')).toBe('1 row');
  expect(counted(12_400, 'row')).toBe('12,400 rows');
  expect([sizeWords(12), sizeWords(1500), sizeWords(48_200), sizeWords(19_126_133)]).toEqual([
    '12 bytes',
    '1.5 kB',
    '48 kB',
    '19 MB',
  ]);
  expect([duration(0.4), duration(1), duration(75), duration(240)]).toEqual([
    'less than a second',
    '1 second',
    '75 seconds',
    '4 minutes',
  ]);
});

test('a summary leaves out what there is none of', () => {
  expect(summary({ created: 980, updated: 0, skipped: 0, rejected: 3 })).toBe('980 new, 3 rejected');
  expect(summary({ created: 0, updated: 0, skipped: 0, rejected: 0 })).toBe('no rows');
});

test('an empty file is not divided by, and an undo counts contacts', () => {
  const counts = { created: 6, updated: 2, skipped: 0, rejected: 0, undone: 0, kept: 0 };
  expect(shareOf({ ...counts, status: 'processing', read: 0, size: 0 })).toBe(0);
  expect(shareOf({ ...counts, status: 'processing', read: 5, size: 4 })).toBe(1);
  expect(shareOf({ ...counts, status: 'undoing', read: 4, size: 4, undone: 3, kept: 1 })).toBe(0.5);
  expect(undoSummary({ undone: 2990, kept: 10 })).toBe('2,990 contacts taken back, 10 left as they are');
  expect(undoSummary({ undone: 1, kept: 0 })).toBe('1 contact taken back');
});

test('a file is called what it is', () => {
  expect(formatWords({ format: 'csv', delimiter: ';', encoding: 'utf-8' })).toBe('CSV, semicolons, UTF-8');
  expect(formatWords({ format: 'xlsx', delimiter: null, encoding: null })).toBe('Excel workbook');
});

test('the picker offers every target once, and the fields of the company', () => {
  const offered = targetGroups([{ id: 7, name: 'Height' }]).flatMap(({ items }) => items.map(({ value }) => value));
  expect(offered.toSorted()).toEqual([...Object.keys(importTargets), 'custom:7'].toSorted());
  expect(targetLabel('custom:7', [{ id: 7, name: 'Height' }])).toBe('Height');
});

test('a result names its failures, and is complete only where nothing was left behind', () => {
  const none = { created: 0, updated: 0, skipped: 0, rejected: 0, dropped: 0, status: 'complete' as const };
  expect(result({ ...none, created: 793, rejected: 207, dropped: 5 })).toBe(
    '793 new contacts imported, 207 rows rejected, 5 values left out',
  );
  expect(result({ ...none, created: 1, updated: 2 })).toBe('1 new contact imported, 2 others updated');
  expect(result({ ...none, skipped: 3, rejected: 1 })).toBe('Nothing new: these contacts are there already, 1 row rejected');
  expect(result({ ...none, rejected: 5 })).toBe('Nothing imported: all 5 rows are rejected');
  expect(stateOf({ ...none, created: 1 })).toMatchObject({ title: 'Complete', color: 'green' });
  expect(stateOf({ ...none, created: 1, rejected: 1 })).toMatchObject({ title: 'Partly imported', color: 'orange' });
  expect(stateOf({ ...none, rejected: 5 })).toMatchObject({ title: 'Nothing imported', color: 'red' });
  expect(stateOf({ ...none, status: 'undone', rejected: 5 })).toMatchObject({ title: 'Undone' });
});
