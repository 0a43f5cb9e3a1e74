import { expect, test } from 'vitest';
import { namesSomebody } from '#contract/importNaming.ts';
import { ImportForm, type ImportTarget } from '#contract/imports.ts';
import { applySetting, assign, columnName, fits, formOf, sendable } from './imports.form.ts';

const aForm = (columns: [heading: string, field: ImportTarget | null][], more: Partial<ImportForm> = {}): ImportForm => ({
  ...ImportForm.parse({ fields: columns.map(([heading, field], column) => ({ column, heading, field, preview: ['a value'] })) }),
  ...more,
});
const targets = (form: ImportForm) => form.fields.map(({ field }) => field);
const isKnown = () => true;

test('a fresh form is what the contract takes an empty one for', () => {
  const fields = [{ column: 0, heading: 'Cell', field: 'mobile_phone' as const, preview: ['305-555-0142'] }];
  expect(formOf({ fields, has_headings: true })).toEqual(ImportForm.parse({ fields }));
});

test('a field takes one column: the one that had it is left out, and told', () => {
  const form = aForm([
    ['Cell', 'mobile_phone'],
    ['Home', 'other_phone'],
  ]);
  const { form: next, displaced } = assign(form, 1, 'mobile_phone');
  expect(targets(next)).toEqual([null, 'mobile_phone']);
  expect(displaced?.heading).toBe('Cell');
  expect(targets(form)).toEqual(['mobile_phone', 'other_phone']);
});

test('corrections and choices of a field stay with the column that they were made for', () => {
  const ofPhone = { field: 'mobile_phone' as const, reason: 'This is not a US phone number', action: 'reject' as const };
  const ofName = { ...ofPhone, field: 'name' as const, reason: 'This is longer than 200 characters' };
  const corrections = [
    { field: 'mobile_phone' as const, line: 3, value: '12', as: '3055550142' },
    { field: 'mobile_phone' as const, line: null, value: 'soon', as: '' },
    { field: 'name' as const, line: 4, value: '?', as: 'Rosa' },
  ];
  const columns: [string, ImportTarget | null][] = [
    ['Name', 'name'],
    ['Cell', 'mobile_phone'],
    ['Home', null],
  ];
  const form = aForm(columns, { corrections, wrong_values: { otherwise: 'drop', choices: [ofPhone, ofName] } });
  const moved = assign(form, 2, 'mobile_phone');
  expect(moved.lost).toBe(2);
  expect(moved.form).toMatchObject({ corrections: [corrections[2]], wrong_values: { choices: [ofName] } });
  expect(assign(form, 1, null).form.corrections).toEqual([corrections[2]]);
  expect(assign(form, 2, 'city')).toMatchObject({ lost: 0, form: { corrections } });
});

test('leaving a column out displaces nothing', () => {
  const form = aForm([
    ['Cell', 'mobile_phone'],
    ['Fax', null],
  ]);
  expect(assign(form, 0, null)).toMatchObject({ displaced: undefined });
  expect(targets(assign(form, 0, null).form)).toEqual([null, null]);
});

test('what is sent holds no values of the file, and no headings where there are none', () => {
  const form = aForm([['Cell', 'mobile_phone']]);
  expect(sendable(form).fields).toEqual([{ column: 0, heading: 'Cell', field: 'mobile_phone' }]);
  expect(sendable({ ...form, has_headings: false }).fields).toEqual([{ column: 0, heading: '', field: 'mobile_phone' }]);
});

test('somebody is named by a name, a phone or an e-mail', () => {
  expect(namesSomebody(aForm([['City', 'city']]))).toBe(false);
  expect(namesSomebody(aForm([['Firm', 'organization']]))).toBe(true);
});

test('a column without a heading goes by its letter', () => {
  expect(columnName({ column: 0, heading: 'Cell' }, true)).toBe('Cell');
  expect(columnName({ column: 0, heading: 'Cell' }, false)).toBe('Column A');
  expect(columnName({ column: 27, heading: '' }, true)).toBe('Column AB');
});

test('saved settings find their columns by heading, wherever they stand', () => {
  const saved = aForm(
    [
      ['Phone', 'other_phone'],
      ['Name', 'name'],
    ],
    { kind: 'client' },
  );
  const form = aForm([
    ['name ', null],
    ['Extra', 'city'],
    ['PHONE', 'mobile_phone'],
  ]);
  const next = applySetting(form, saved, isKnown);
  expect(targets(next)).toEqual(['name', 'city', 'other_phone']);
  expect(next.kind).toBe('client');
  expect(next.fields.map(({ heading }) => heading)).toEqual(['name ', 'Extra', 'PHONE']);
  expect(next.fields[0]?.preview).toEqual(['a value']);
});

test('the order of days that saved settings name goes before what the file tells', () => {
  const saved = aForm([
    ['DOB', 'birth_date'],
    ['Since', 'medicare_part_a'],
  ]);
  const ordered = (form: ImportForm, orders: (ImportForm['date_order'] | null)[]) => ({
    ...form,
    fields: form.fields.map((field, at) => ({ ...field, date_order: orders[at] ?? null })),
  });
  const next = applySetting(ordered(saved, ['dmy', 'dmy']), ordered(saved, ['mdy', null]), isKnown);
  expect(next.fields.map(({ date_order }) => date_order)).toEqual(['mdy', 'dmy']);
});

test('a guess gives way where the settings use its field for another column', () => {
  const saved = aForm([['Number', 'mobile_phone']]);
  const form = aForm([
    ['Cell', 'mobile_phone'],
    ['Number', null],
  ]);
  expect(targets(applySetting(form, saved, isKnown))).toEqual([null, 'mobile_phone']);
});

test('of two columns with one heading each keeps its own', () => {
  const saved = aForm([
    ['Phone', 'mobile_phone'],
    ['Phone', 'other_phone'],
  ]);
  const form = aForm([
    ['Phone', null],
    ['Phone', null],
  ]);
  expect(targets(applySetting(form, saved, isKnown))).toEqual(['mobile_phone', 'other_phone']);
});

test('a field of the company that is gone is left out', () => {
  const saved = aForm([
    ['Height', 'custom:7'],
    ['Name', 'name'],
  ]);
  const form = aForm([
    ['Height', null],
    ['Name', null],
  ]);
  expect(targets(applySetting(form, saved, (field) => field !== 'custom:7'))).toEqual([null, 'name']);
});

test('what saved settings say of a field whose column this file lacks is not for another column', () => {
  const corrections = [
    { field: 'gender' as const, line: null, value: 'u', as: 'other' },
    { field: 'state' as const, line: null, value: 'Fla', as: 'FL' },
  ];
  const saved = aForm(
    [
      ['Sex', 'gender'],
      ['State', 'state'],
    ],
    { corrections },
  );
  const form = aForm([
    ['State', null],
    ['Title', null],
  ]);
  expect(applySetting(form, saved, isKnown).corrections).toEqual([corrections[1]]);
});

test('settings for files without headings go by place', () => {
  const saved = aForm(
    [
      ['', 'name'],
      ['', 'email'],
    ],
    { has_headings: false },
  );
  const form = aForm([
    ['Rosa Alvarez', null],
    ['rosa@example.com', null],
  ]);
  expect(targets(applySetting(form, saved, isKnown))).toEqual(['name', 'email']);
});

test('settings fit a file that has every column they use', () => {
  const saved = aForm([
    ['Phone', 'mobile_phone'],
    ['Junk', null],
  ]);
  expect(fits(aForm([['phone', null]]), saved)).toBe(true);
  expect(fits(aForm([['Junk', null]]), saved)).toBe(false);
  expect(fits(aForm([['phone', null]], { has_headings: false }), saved)).toBe(false);
});
