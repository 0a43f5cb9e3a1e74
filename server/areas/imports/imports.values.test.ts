import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ContactCreate } from '#contract/contacts.ts';
import { ImportForm, type ImportTarget, importTargets } from '#contract/imports.ts';
import type { ImportedContact, Lookups } from './imports.contact.ts';
import { parseRow, planOf, sentenceOf, withDefaults } from './imports.values.ts';

const lookups: Lookups = {
  statuses: [{ id: 3, title: 'No Answer' }],
  sources: [{ id: 5, title: 'Web' }],
  customFields: [
    { id: 1, name: 'Spouse', type: 'text', choices: [] },
    { id: 2, name: 'Budget', type: 'number', choices: [] },
    { id: 3, name: 'Renewal', type: 'date', choices: [] },
    { id: 4, name: 'Veteran', type: 'boolean', choices: [] },
    { id: 5, name: 'Tier', type: 'choice', choices: ['Gold', 'Silver'] },
  ],
};
const today = '2025-06-15';

/** A row given as the text of each field. */
function parsed(row: Partial<Record<ImportTarget, string>>, form: Partial<ImportForm> = {}) {
  const targets = Object.keys(row) as ImportTarget[];
  const fields = targets.map((field, column) => ({ column, heading: field.toUpperCase(), field }));
  return parseRow(Object.values(row).map(String), planOf({ ...ImportForm.parse({ fields }), ...form }, lookups, today));
}

function contact(row: Partial<Record<ImportTarget, string>>, form: Partial<ImportForm> = {}): ImportedContact {
  const result = parsed({ first_name: 'Rosa', ...row }, form);
  if ('errors' in result) throw new Error(result.errors.map((problem) => sentenceOf(problem)).join('; '));
  return result.values;
}

function reasons(row: Partial<Record<ImportTarget, string>>) {
  const result = parsed({ first_name: 'Rosa', ...row });
  return 'errors' in result ? result.errors.map((problem) => sentenceOf(problem, lookups.customFields)) : [];
}

test('a whole row', () => {
  const row = {
    first_name: ' Rosa ',
    last_name: 'Alvarez',
    birth_date: '3/4/55',
    gender: 'F',
    language: 'Español',
    marital_status: 'Widow',
    tobacco_user: 'Non-smoker',
    mobile_phone: '+1 (305) 555-0142',
    other_phone: '305.555.0143 x12',
    email: 'Rosa Alvarez <Rosa@Example.com>',
    address: '12 Main St\nApt 4',
    city: 'Miami',
    state: 'florida',
    zip_code: '33101',
    status: 'no answer',
    source: 'WEB',
    category: 'Med Supp',
    tags: 'Hot; t65, hot',
    note: 'line one\r\nline two',
    do_not_text: 'x',
    medicare_number: '1eg4-te5-mk73',
    medicare_part_a: '07/01/2020',
    medicare_plan: 'Plan G',
    'custom:2': '$1,234.50',
    'custom:3': '12/31/30',
    'custom:4': 'yes',
    'custom:5': 'gold',
  };
  expect(contact(row)).toMatchObject({
    kind: 'lead',
    first_name: 'Rosa',
    last_name: 'Alvarez',
    birth_date: '1955-03-04',
    gender: 'female',
    language: 'spanish',
    marital_status: 'widowed',
    tobacco_user: false,
    phones: [
      { type: 2, number: '3055550142' },
      { type: 9, number: '3055550143' },
    ],
    emails: [{ address: 'rosa@example.com', state: 'unverified' }],
    address: '12 Main St, Apt 4',
    state: 'FL',
    zip_code: '33101',
    timezone: 'est',
    status_id: 3,
    source_id: 5,
    category: 'medicare',
    tags: ['Hot', 't65'],
    note: 'line one\nline two',
    do_not_text: true,
    do_not_call: false,
    medicare_number: '1EG4TE5MK73',
    medicare_part_a: '2020-07-01',
    medicare_part_b: null,
    custom: [
      { id: 2, value: 1234.5 },
      { id: 3, value: '2030-12-31' },
      { id: 4, value: true },
      { id: 5, value: 'Gold' },
    ],
  });
});

describe('a name', () => {
  test.each([
    ['Rosa Alvarez', 'Rosa', '', 'Alvarez', ''],
    ['Alvarez, Rosa M.', 'Rosa', 'M.', 'Alvarez', ''],
    ['Dr. Rosa de la Cruz Jr.', 'Rosa', '', 'de la Cruz', 'Jr.'],
    ['de la Cruz, Rosa', 'Rosa', '', 'de la Cruz', ''],
    ['John E Smith III', 'John', 'E', 'Smith', 'III'],
    ['Smith Jr, John', 'John', '', 'Smith', 'Jr.'],
    ['John Smith, Jr', 'John', '', 'Smith', 'Jr.'],
    ['Mary Ann O’Neil-Baker', 'Mary', 'Ann', 'O’Neil-Baker', ''],
    ['Mrs. Anh Do', 'Anh', '', 'Do', ''],
    ['Mary V', 'Mary', '', 'V', ''],
    ['Cher', 'Cher', '', '', ''],
  ])('%s', (name, first_name, middle_name, last_name, suffix) => {
    expect(contact({ first_name: '', name })).toMatchObject({ first_name, middle_name, last_name, suffix });
  });

  test('in parts of its own stands against the whole', () => {
    expect(contact({ name: 'Rose Alvarez', last_name: 'Diaz' })).toMatchObject({ first_name: 'Rosa', last_name: 'Diaz' });
    expect(contact({ name: 'Rosa Alvarez' })).toMatchObject({ first_name: 'Rosa', last_name: 'Alvarez' });
    expect(contact({ first_name: '', suffix: 'III', name: 'Rosa Alvarez' })).toMatchObject({
      last_name: 'Alvarez',
      suffix: 'III',
    });
  });
});

describe('phones and e-mails', () => {
  test.each([
    ['3055550142.0', ['3055550142']],
    ['1-305-555-0142', ['3055550142']],
    ['tel:+13055550142', ['3055550142']],
    ['(305) 555-0142 ext. 77', ['3055550142']],
    ['(305) 555-0142 ::: 305 555 0143', ['3055550142', '3055550143']],
    ['305-555-0142 / 3055550142', ['3055550142']],
    ['="3055550142"', ['3055550142']],
    ['N/A', []],
    ['000-000-0000', []],
  ])('%s', (mobile_phone, numbers) => {
    expect(contact({ mobile_phone }).phones.map((phone) => phone.number)).toEqual(numbers);
  });

  test.each([
    ['mailto:Rosa@Example.com', ['rosa@example.com']],
    ['"Alvarez" <rosa@example.com>', ['rosa@example.com']],
    ['Alvarez, Rosa <rosa@example.com>; Lee (lee@example.com)', ['rosa@example.com', 'lee@example.com']],
    ['a@example.com; b@example.com', ['a@example.com', 'b@example.com']],
    ['none', []],
  ])('%s', (email, addresses) => {
    expect(contact({ email }).emails.map((one) => one.address)).toEqual(addresses);
  });
});

describe('places', () => {
  test.each([
    ['fl', 'FL', 'est'],
    ['N. Carolina', '', ''],
    ['North Carolina', 'NC', 'est'],
    ['D.C.', 'DC', 'est'],
    ['US-AZ', 'AZ', 'mst'],
    ['TX - Texas', 'TX', 'cst'],
    ['Hawaii', 'HI', 'hst'],
  ])('%s', (state, code, timezone) => {
    if (code === '') expect(reasons({ state })).toEqual(['State (column “STATE”): “N. Carolina”: This is not a US state']);
    else expect(contact({ state })).toMatchObject({ state: code, timezone });
  });

  test.each([
    ['2139', '02139'],
    ['02139-1234', '02139-1234'],
    ['021391234', '02139-1234'],
    ['33101.0', '33101'],
    ['="00501"', '00501'],
  ])('zip %s', (zip, expected) => expect(contact({ zip_code: zip }).zip_code).toBe(expected));

  test.each([
    ['EST', 'est'],
    ['America/Phoenix', 'mst'],
    ['Pacific/Honolulu', 'hst'],
    ['us_slash_eastern', 'est'],
    ['(GMT-08:00) Pacific Time (US & Canada)', 'pst'],
  ])('time zone %s', (timezone, expected) => {
    expect(contact({ timezone, state: 'TX' }).timezone).toBe(expected);
  });

  test('an address in one cell is taken apart where nothing else says the place', () => {
    const whole = '12 Main St, Apt 4, Miami, FL 33101, USA';
    expect(contact({ address: whole })).toMatchObject({
      address: '12 Main St, Apt 4',
      city: 'Miami',
      state: 'FL',
      zip_code: '33101',
    });
    expect(contact({ address: whole, city: 'Miami' })).toMatchObject({ address: whole, city: 'Miami', state: '' });
  });
});

describe('what is wrong is told by column and value, all at once', () => {
  test('in words', () => {
    expect(
      reasons({ birth_date: '25/12/1955', mobile_phone: '12345', status: 'Gone', 'custom:5': 'Bronze', do_not_call: 'maybe' }),
    ).toEqual([
      'Birth date (column “BIRTH_DATE”): “25/12/1955”: This is not a date with month, day and year in this order',
      'Mobile phone (column “MOBILE_PHONE”): “12345”: This is not a US phone number',
      'Status (column “STATUS”): “Gone”: There is no status of this name',
      'Tier (column “CUSTOM:5”): “Bronze”: This is none of the choices of this field',
      'Do not call (column “DO_NOT_CALL”): “maybe”: This is neither yes nor no',
    ]);
  });

  test('but a Medicare number is never shown', () => {
    expect(reasons({ medicare_number: '123-45-6789' })).toEqual([
      'Medicare number (column “MEDICARE_NUMBER”): A Medicare number looks like 1EG4-TE5-MK73',
    ]);
  });

  test('future births, texts beyond their limit, rows about nobody', () => {
    expect(reasons({ birth_date: '06/16/2025' })[0]).toContain('in the future');
    expect(reasons({ birth_date: '01/01/1870' })[0]).toContain('too long ago');
    expect(reasons({ city: 'x'.repeat(101) })[0]).toContain('longer than 100 characters');
    expect(reasons({ first_name: ' ', city: 'Miami', mobile_phone: 'n/a' })).toEqual([
      'Nothing to import in this row: no name, phone or e-mail',
    ]);
  });
});

test('what cannot be seen is taken out', () => {
  expect(contact({ last_name: 'Al\u0000va\u202erez\u200b\u00a0 Diaz\ufeff' }).last_name).toBe('Alvarez Diaz');
  expect(contact({ note: 'a\u0000b\r\n\tc' }).note).toBe('ab\n c');
});

test("the form's own choices stand where the row says nothing", () => {
  const form = { kind: 'client', status_id: 9, source_id: 5, category: 'life' } as const;
  expect(
    withDefaults(
      contact({ status: '', category: 'health' }, form),
      ImportForm.parse({ ...form, fields: [{ column: 0, heading: '', field: 'name' }] }),
    ),
  ).toMatchObject({
    kind: 'client',
    status_id: 9,
    source_id: 5,
    category: 'health',
  });
});

test('a birthday without a year goes to the note', () => {
  expect(contact({ birth_date: '--03-04' })).toMatchObject({ birth_date: null, note: 'Birthday: 03/04' });
});

describe('whatever the cells hold', () => {
  const targets = [...Object.keys(importTargets), ...lookups.customFields.map(({ id }) => `custom:${id}`)] as ImportTarget[];
  const fields = targets.map((field, column) => ({ column, heading: field, field }));
  const plan = planOf(ImportForm.parse({ fields }), lookups, today);
  const cell = fc.oneof(
    fc.constant(''),
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.stringMatching(/^[\d/.:T -]{0,12}$/),
    fc.constantFrom(
      'F',
      'yes',
      '3/4/55',
      '3055550142',
      'a@b.co',
      '33101',
      'FL',
      'Alvarez, Rosa',
      'est',
      'married',
      '12 Main St, Miami, FL 33101',
    ),
  );

  test('a row is parsed or told what is wrong, and what is parsed the form accepts', () => {
    fc.assert(
      fc.property(fc.array(cell, { minLength: targets.length, maxLength: targets.length }), fc.nat(), (cells, only) => {
        parseRow(cells, plan);
        // One field at a time besides, or some field would always be wrong.
        const row = cells.map((text, column) => (column === 1 ? 'Rosa' : column === only % cells.length ? text : ''));
        const result = parseRow(row, plan);
        if ('errors' in result) return;
        const { tags, custom, ...values } = result.values;
        const accepted = ContactCreate.safeParse({
          ...values,
          custom_fields: Object.fromEntries(custom.map(({ id, value }) => [id, value])),
        });
        expect(accepted.error?.issues).toBeUndefined();
        expect(JSON.stringify(result.values)).not.toMatch(/\\u0000|[\u202a-\u202e]/);
        expect(tags.every((tag) => tag.length <= 60)).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });
});

test('cells made to take their time take none', () => {
  const targets = Object.keys(importTargets) as ImportTarget[];
  const plan = planOf(
    ImportForm.parse({ fields: targets.map((field, column) => ({ column, heading: '', field })) }),
    lookups,
    today,
  );
  for (const unit of [' ', ',', '-', '<', '<a@', 'Mr ', '1 ', '.0', '\n ', '[', '"', '=', 'jr ', ' ::: ']) {
    const cell = `x${unit.repeat(100_000 / unit.length)}x`;
    expect(
      'errors' in
        parseRow(
          targets.map(() => cell),
          plan,
        ),
    ).toBe(true);
  }
});
