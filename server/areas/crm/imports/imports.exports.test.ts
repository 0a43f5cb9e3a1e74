// The columns of some seventy systems' exports map themselves. tests/fixtures/imports/exports.txt names each column, the field it means
// (- for none) and what its first rows hold; headings are modelled on the systems' own documentation, people are invented.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ImportForm } from '#contract/imports.ts';
import { guessColumns } from './imports.columns.ts';
import { orderOf } from './imports.days.ts';
import { parseRow, planOf } from './imports.values.ts';

const lookups = {
  statuses: [
    { id: 1, title: 'Open' },
    { id: 2, title: 'New' },
  ],
  sources: [{ id: 3, title: 'Referral' }],
  categories: ['Medicare', 'Life', 'Health', 'Property & casualty', 'Other'].map((title, index) => ({ id: index + 10, title })),
  customFields: [],
};

const text = readFileSync(new URL('../../../../tests/fixtures/imports/exports.txt', import.meta.url), 'utf8');
const systems = text
  .split(/^# /m)
  .slice(1)
  .map((block) => {
    const [name = '', ...lines] = block.trimEnd().split('\n');
    const columns = lines.map((line) => {
      const [heading = '', expected = '', values = ''] = line.split(/ => | =>$/);
      return { heading, expected, values: values.split('~').map((value) => value.trim()) };
    });
    const rows = [0, 1].map((row) => columns.map(({ values }) => values[row] ?? ''));
    const guessed = guessColumns(
      columns.map(({ heading }) => heading),
      rows,
      lookups,
    ).fields;
    for (const field of guessed) field.date_order = orderOf(rows.map((row) => row[field.column] ?? ''));
    return { name, rows, guessed, columns: columns.map((column, at) => ({ ...column, field: guessed[at]?.field ?? '-' })) };
  });
const columns = systems.flatMap(({ name, columns }) => columns.map((column) => ({ ...column, name })));

test('no column goes to a field that it does not mean', () => {
  const wrong = columns.filter(({ field, expected }) => field !== '-' && field !== expected);
  expect(wrong.map(({ name, heading, field, expected }) => `${name}: ${heading} is ${expected}, not ${field}`)).toEqual([]);
});

test('nearly every column that means a field goes there', () => {
  const meaningful = columns.filter(({ expected }) => expected !== '-');
  const missed = meaningful.filter(({ field, expected }) => field !== expected);
  const found = meaningful.length - missed.length;
  console.info(`${systems.length} exports: ${found} of ${meaningful.length} columns mapped`);
  const names = missed.map(({ name, heading, expected }) => `${name}: ${heading} is ${expected}`);
  expect(found / meaningful.length, names.join('; ')).toBeGreaterThan(0.99);
});

test.each(systems)('$name: every row is taken in', ({ guessed, rows }) => {
  const plan = planOf(ImportForm.parse({ fields: guessed, wrong_values: { otherwise: 'reject' } }), lookups, '2025-06-15');
  expect(rows.filter((cells) => cells.some(Boolean)).map((cells) => parseRow(cells, plan))).not.toContainEqual({
    errors: expect.anything(),
  });
});
