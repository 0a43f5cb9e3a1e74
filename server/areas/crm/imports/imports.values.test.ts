import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ContactCreate } from '#contract/contacts.ts';
import { ImportForm, type ImportTarget, importTargets } from '#contract/imports.ts';
import type { ImportedContact, Lookups } from './imports.contact.ts';
import { parseRow, planOf, sentenceOf, withDefaults } from './imports.values.ts';

const lookups: Lookups = {
  statuses: [{ id: 3, title: 'No Answer' }],
  sources: [{ id: 5, title: 'Web' }],
  categories: [
    { id: 7, title: 'Medicare' },
    { id: 8, title: 'Pet plans' },
  ],
  customFields: [
    { id: 1, name: 'Spouse', type: 'text', choices: [] },
    { id: 2, name: 'Budget', type: 'number', choices: [] },
    { id: 3, name: 'Renewal', type: 'date', choices: [] },
    { id: 4, name: 'Veteran', type: 'boolean', choices: [] },
    { id: 5, name: 'Tier', type: 'choice', choices: ['Gold', 'Silver'] },
  ],
};
const today = '2025-06-15';
/** Here a wrong value rejects its row, so that every reason is told. */
const strict = { wrong_values: { otherwise: 'reject' as const } };

/** A row given as the text of each field. */
function parsed(row: Partial<Record<ImportTarget, string>>, form: Partial<ImportForm> = {}) {
  const targets = Object.keys(row) as ImportTarget[];
  const fields = targets.map((field, column) => ({ column, heading: field.toUpperCase(), field }));
  return parseRow(
    Object.values(row).map(String),
    planOf({ ...ImportForm.parse({ fields, ...strict }), ...form }, lookups, today),
  );
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
    category_id: 7,
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
    ['5551234567.', ['5551234567']],
    ['15551234567.000', ['5551234567']],
    ['305.555.0000', ['3055550000']],
    ['5.551234567E9', ['5551234567']],
    ['5.551234567e+09', ['5551234567']],
    ['5.55123456E9', ['5551234560']],
    ['1.5551234567E10', ['5551234567']],
    ['N/A', []],
    ['000-000-0000', []],
  ])('%s', (mobile_phone, numbers) => {
    expect(contact({ mobile_phone }).phones.map((phone) => phone.number)).toEqual(numbers);
  });

  test.each(['3.05556E+09', '3.055501E+09', '3E+09'])('%s has lost digits, and is no other number', (mobile_phone) => {
    expect(reasons({ mobile_phone })[0]).toContain('A spreadsheet rounded this number');
  });
  test.each(['3.05555014E8', '3.0555501425E9', '1.305555014E9', '3055550142E9', '-3055550142.5'])(
    '%s is none',
    (mobile_phone) => {
      expect(reasons({ mobile_phone })[0]).toContain('not a US phone number');
    },
  );

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
      'Birth date (column “BIRTH_DATE”): “25/12/1955”: This is not a date in the order month, day, year',
      'Mobile phone (column “MOBILE_PHONE”): “12345”: This is not a US phone number',
      'Status (column “STATUS”): “Gone”: No status has this name',
      'Tier (column “CUSTOM:5”): “Bronze”: This is not one of the choices of this field',
      'Do not call (column “DO_NOT_CALL”): “maybe”: This must be yes or no',
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

test.each([
  ['turned round', '\u202egnissalB\u202c \u2067Rosa\u2069', 'gnissalB Rosa'],
  ['with a mark of its direction', '\u200fRosa\u200e\u061c', 'Rosa'],
  ['with controls', 'R\u0007o\u009bs\u001b[31ma', 'Ros[31ma'],
  ['with letters that look like nothing', 'Ro\u3164sa\u{e0041}\u{e0042}', 'Rosa'],
  ['with joiners that join nothing', '\u200dRo\u200csa\u200d \u200d', 'Rosa'],
  ['with half a character', 'Ro\ud83dsa', 'Ro\ufffdsa'],
  ['in pieces', 'Jose\u0301', 'Jos\u00e9'],
  ['in Persian', 'علی\u200cرضا', 'علی\u200cرضا'],
  ['in Hindi', 'श्री\u200d क्\u200dष', 'श्री\u200d क्\u200dष'],
  ['in Arabic with an override', '\u202bمحمد\u202c', 'محمد'],
  ['of a family', '👩🏽\u200d👩\u200d👧', '👩🏽\u200d👩\u200d👧'],
  ['as a formula', '=cmd|"/c calc"!A1', '=cmd|"/c calc"!A1'],
  ['as another', '@SUM(1+1)', '@SUM(1+1)'],
])('a name %s is stored as it is meant', (_, first_name, stored) => expect(contact({ first_name }).first_name).toBe(stored));

test('a name of nothing that can be seen names nobody', () => {
  expect(reasons({ first_name: '\u200d\u202e\u3164', city: 'Miami' })).toEqual([
    'Nothing to import in this row: no name, phone or e-mail',
  ]);
});

test("the form's own choices stand where the row says nothing", () => {
  const form = { kind: 'client', status_id: 9, source_id: 5, category_id: 6 } as const;
  expect(
    withDefaults(
      contact({ status: '', category: 'pet-plans' }, form),
      ImportForm.parse({ ...form, fields: [{ column: 0, heading: '', field: 'name' }] }),
    ),
  ).toMatchObject({
    kind: 'client',
    status_id: 9,
    source_id: 5,
    category_id: 8,
  });
});

test.each([
  ['"a","b"', ['a', 'b']],
  ['"a, b" ; "c ""d"""|e "f"', ['a, b', 'c "d"', 'e "f"']],
  ['VIP ::: * myContacts ::: 5" lift', ['VIP', '5" lift']],
  ['"open, never closed', ['"open', 'never closed']],
  ['"";,a', ['a']],
])('tags as programs list them: %s', (tags, names) => expect(contact({ tags }).tags).toEqual(names));

test('a birthday without a year goes to the note, month first', () => {
  for (const birth_date of ['--03-04', '03/04', '3/4', 'March 4', '1604-03-04'])
    expect(contact({ birth_date })).toMatchObject({ birth_date: null, note: 'Birthday: 03/04' });
  expect(contact({ birth_date: '4/3' }, { date_order: 'dmy' }).note).toBe('Birthday: 03/04');
});

/** A text for each field that is not plain text: made-up cells seldom hold one. */
const readable: Partial<Record<ImportTarget, string>> = {
  birth_date: '3/4/55',
  gender: 'F',
  language: 'Spanish',
  marital_status: 'Widow',
  tobacco_user: 'yes',
  mobile_phone: '3055550142',
  other_phone: '305.555.0143 x12',
  email: 'rosa@example.com',
  other_email: 'rosa@example.org',
  state: 'florida',
  zip_code: '33101',
  timezone: 'est',
  status: 'no answer',
  source: 'web',
  category: 'MAPD',
  do_not_call: 'x',
  do_not_text: 'yes',
  do_not_email: 'no',
  do_not_mail: '1',
  medicare_number: '1eg4-te5-mk73',
  medicare_part_a: '07/01/2020',
  medicare_part_b: '2020-07-01',
  'custom:2': '$1,234.50',
  'custom:3': '12/31/30',
  'custom:4': 'yes',
  'custom:5': 'gold',
};
const readableText = (target: ImportTarget | undefined) => (target && readable[target]) ?? 'Rosa';

describe('whatever the cells hold', () => {
  const targets = [...Object.keys(importTargets), ...lookups.customFields.map(({ id }) => `custom:${id}`)] as ImportTarget[];
  const fields = targets.map((field, column) => ({ column, heading: field, field }));
  const plan = planOf(ImportForm.parse({ fields, ...strict }), lookups, today);
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
    const compared = new Set<ImportTarget | undefined>();
    fc.assert(
      fc.property(fc.array(cell, { minLength: targets.length, maxLength: targets.length }), fc.nat(), (cells, only) => {
        parseRow(cells, plan);
        // One field at a time besides, or some field would always be wrong.
        const at = only % cells.length;
        const row = cells.map((text, column) => (column === at ? text : column === 1 ? 'Rosa' : ''));
        const result = parseRow(row, plan);
        if ('errors' in result) return;
        if (row[at]) compared.add(targets[at]);
        const { tags, custom, ...values } = result.values;
        const accepted = ContactCreate.safeParse({
          ...values,
          custom_fields: Object.fromEntries(custom.map(({ id, value }) => [id, value])),
        });
        expect(accepted.error?.issues).toBeUndefined();
        expect(JSON.stringify(result.values)).not.toMatch(/\\u0000|[\u202a-\u202e]/);
        expect(tags.every((tag) => tag.length <= 60)).toBe(true);
      }),
      { numRuns: 3000, examples: targets.map((_, at) => [targets.map(readableText), at]) },
    );
    expect(compared).toEqual(new Set(targets));
  });
});

describe('what was stored reads as itself', () => {
  const targets = [...Object.keys(importTargets), ...lookups.customFields.map(({ id }) => `custom:${id}`)].filter(
    (field) => !['name', 'status', 'source', 'category'].includes(field),
  ) as ImportTarget[];
  const plan = planOf(
    ImportForm.parse({ fields: targets.map((field, column) => ({ column, heading: field, field })), ...strict }),
    lookups,
    today,
  );
  /** The contact as a row of text. */
  const written = (values: ImportedContact): string[] =>
    targets.map((target) => {
      const numbers = (type: number) => values.phones.filter((phone) => phone.type === type).map(({ number }) => number);
      if (target === 'mobile_phone') return numbers(2).join(';');
      if (target === 'other_phone') return numbers(9).join(';');
      if (target === 'email') return values.emails.map(({ address }) => address).join(';');
      if (target === 'other_email') return '';
      if (target === 'tags') return values.tags.map((tag) => `"${tag.replaceAll('"', '""')}"`).join(';');
      if (target.startsWith('custom:')) return String(values.custom.find(({ id }) => `custom:${id}` === target)?.value ?? '');
      return String(values[target as keyof ImportedContact] ?? '');
    });
  const odd = fc.constantFrom(
    '="',
    '"',
    '[not provided]',
    '\u200d',
    '\u202e',
    ' ',
    '\n',
    '\r',
    'e\u0301',
    'क',
    '👩',
    '\ud83d',
    'N/A',
    '-',
    "'",
    ',',
  );
  const cell = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.array(fc.oneof(odd, fc.string({ maxLength: 3 })), { maxLength: 6 }).map((parts) => parts.join('')),
    fc.date({ min: new Date('1881-01-01'), max: new Date('2100-12-31'), noInvalidDate: true }).map((day) => day.toISOString()),
    fc.double({ noNaN: true }).map(String),
    fc.constantFrom(
      'yes',
      'F',
      'florida',
      '2139',
      '33101-1234',
      '3.055550142E9',
      '305.555.0000 x7',
      'A <a@b.co>, c@d.org',
      'est',
      'Widow',
      'P&C',
    ),
  );

  test('whatever the cell', () => {
    const compared = new Set<ImportTarget | undefined>();
    fc.assert(
      fc.property(fc.nat(targets.length - 1), cell, (column, text) => {
        const row = targets.map((target, at) => (at === column ? text : target === 'organization' ? 'Somebody' : ''));
        const first = parseRow(row, plan);
        if ('errors' in first) return;
        if (text) compared.add(targets[column]);
        expect(parseRow(written(first.values), plan)).toEqual(first);
      }),
      { numRuns: 5_000, examples: targets.map((target, column) => [column, readableText(target)]) },
    );
    expect(compared).toEqual(new Set(targets));
  });
});

// Rules that take quadratic time stop at the limit of a cell's length.
test.each(Object.keys(importTargets) as ImportTarget[])(
  '%s: a giant cell is refused without delay',
  (field) => {
    const plan = planOf(ImportForm.parse({ fields: [{ column: 0, heading: '', field }], ...strict }), lookups, today);
    for (const unit of [' ', ',', '-', '<', '<a@', 'Mr ', '1 ', '.0', '\n ', '[', '"', '=', 'jr ', ' ::: ']) {
      const cell = `x${unit.repeat(200_000 / unit.length)}x`;
      const isShortName = unit.trim() === ''; // blanks fold into one
      expect('errors' in parseRow([cell], plan) || isShortName, `${unit} again and again`).toBe(true);
    }
  },
  10_000,
);
