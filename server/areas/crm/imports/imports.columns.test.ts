// Exports of other systems map themselves. One file of each lies in tests/fixtures/imports; its people are invented.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ImportForm } from '#contract/imports.ts';
import { readRows } from '#tables/reader.ts';
import { bytesSource } from '#tables/source.ts';
import { guessColumns, isHeadingRow } from './imports.columns.ts';
import { sniffFile } from './imports.sniff.ts';
import { parseRow, planOf } from './imports.values.ts';

const lookups = {
  statuses: [
    { id: 1, title: 'Open' },
    { id: 2, title: 'New' },
  ],
  sources: [{ id: 3, title: 'Referral' }],
  categories: [{ id: 4, title: 'Final expense' }],
  customFields: [],
};

/** The file looked at, mapped by itself, and every row read. */
async function imported(name: string) {
  const source = bytesSource(readFileSync(new URL(`../../../../tests/fixtures/imports/${name}`, import.meta.url)), name);
  const sniffed = await sniffFile(source);
  const { fields, recognised } = guessColumns(sniffed.headings, sniffed.sampleRows, lookups);
  const plan = planOf(ImportForm.parse({ fields, wrong_values: { otherwise: 'reject' } }), lookups, '2025-06-15');
  const contacts = [];
  for await (const batch of readRows(source, sniffed.layout)) {
    contacts.push(...batch.rows.slice(contacts.length === 0 ? 1 : 0).map((row) => parseRow(row.cells, plan)));
  }
  const mapping = Object.fromEntries(fields.flatMap(({ heading, field }) => (field ? [[field, heading]] : [])));
  return { sniffed, recognised, mapping, rows: contacts.map((row) => ('values' in row ? row.values : row.errors)) };
}

test('Google Contacts', async () => {
  const { recognised, mapping, rows } = await imported('google-contacts.csv');
  expect(recognised).toBe('google');
  expect(mapping).toEqual({
    first_name: 'First Name',
    middle_name: 'Middle Name',
    last_name: 'Last Name',
    suffix: 'Name Suffix',
    preferred_name: 'Nickname',
    organization: 'Organization Name',
    occupation: 'Organization Title',
    birth_date: 'Birthday',
    note: 'Notes',
    tags: 'Labels',
    email: 'E-mail 1 - Value',
    other_email: 'E-mail 2 - Value',
    mobile_phone: 'Phone 1 - Value',
    other_phone: 'Phone 2 - Value',
    address: 'Address 1 - Street',
    address_2: 'Address 1 - Extended Address',
    city: 'Address 1 - City',
    state: 'Address 1 - Region',
    zip_code: 'Address 1 - Postal Code',
  });
  expect(rows).toMatchObject([
    {
      first_name: 'Rosa',
      birth_date: '1955-03-04',
      tags: ['Turning 65'],
      address: '12 Coral Way',
      address_2: 'Apt 4',
      note: 'Prefers mornings.\nAsk for Rosie.',
    },
    {
      first_name: 'Wendell',
      suffix: 'Jr.',
      birth_date: null,
      note: 'Birthday: 11/02',
      phones: [{ number: '6145550118' }, { number: '6145550119' }],
    },
    { last_name: 'Chen-Whitfield', tags: [] },
  ]);
});

test('Google Contacts, the older format, with the mobile phone second', async () => {
  const { recognised, mapping, rows } = await imported('google-contacts-older.csv');
  expect(recognised).toBe('google');
  expect(mapping).toEqual({
    first_name: 'Given Name',
    middle_name: 'Additional Name',
    last_name: 'Family Name',
    suffix: 'Name Suffix',
    preferred_name: 'Nickname',
    organization: 'Organization 1 - Name',
    occupation: 'Occupation',
    birth_date: 'Birthday',
    gender: 'Gender',
    language: 'Language',
    note: 'Notes',
    tags: 'Group Membership',
    email: 'E-mail 1 - Value',
    mobile_phone: 'Phone 2 - Value',
    other_phone: 'Phone 1 - Value',
    address: 'Address 1 - Street',
    address_2: 'Address 1 - Extended Address',
    city: 'Address 1 - City',
    state: 'Address 1 - Region',
    zip_code: 'Address 1 - Postal Code',
  });
  expect(rows).toMatchObject([{ last_name: 'Brennan', timezone: 'est' }, { organization: 'Raman Dental' }]);
});

test('Outlook', async () => {
  const { recognised, mapping, rows } = await imported('outlook.csv');
  expect(recognised).toBe('outlook');
  expect(mapping).toEqual({
    first_name: 'First Name',
    middle_name: 'Middle Name',
    last_name: 'Last Name',
    suffix: 'Suffix',
    organization: 'Company',
    occupation: 'Job Title',
    address: 'Home Street',
    address_2: 'Home Street 2',
    city: 'Home City',
    state: 'Home State',
    zip_code: 'Home Postal Code',
    mobile_phone: 'Mobile Phone',
    other_phone: 'Home Phone',
    birth_date: 'Birthday',
    tags: 'Categories',
    email: 'E-mail Address',
    other_email: 'E-mail 2 Address',
    gender: 'Gender',
    language: 'Language',
    note: 'Notes',
  });
  expect(rows).toMatchObject([
    { suffix: 'Jr.', birth_date: '1958-05-21', gender: 'male', tags: ['Clients', 'Golf'], city: 'Savannah' },
    { first_name: 'Ingrid', birth_date: null, gender: null, phones: [{ type: 9, number: '2185550126' }] },
  ]);
});

test('HubSpot: a status and a source that this company has not are left out', async () => {
  const { recognised, mapping, rows } = await imported('hubspot.csv');
  expect(recognised).toBe('hubspot');
  expect(mapping).toEqual({
    first_name: 'First Name',
    last_name: 'Last Name',
    email: 'Email',
    other_email: 'Work email',
    mobile_phone: 'Mobile Phone Number',
    other_phone: 'Phone Number',
    status: 'Lead Status',
    organization: 'Company Name',
    occupation: 'Job Title',
    address: 'Street Address',
    city: 'City',
    state: 'State/Region',
    zip_code: 'Postal Code',
    timezone: 'Time Zone',
    birth_date: 'Date of birth',
    marital_status: 'Marital Status',
    do_not_email: 'Unsubscribed from all email',
  });
  expect(rows).toMatchObject([
    { state: 'KY', timezone: 'est', status_id: 1, do_not_email: false },
    { state: 'TX', timezone: 'mst', status_id: 2, do_not_email: true },
  ]);
});

test('Salesforce leads', async () => {
  const { recognised, mapping, rows } = await imported('salesforce-leads.csv');
  expect(recognised).toBe('salesforce');
  expect(mapping).toEqual({
    first_name: 'First Name',
    last_name: 'Last Name',
    occupation: 'Title',
    organization: 'Company / Account',
    source: 'Lead Source',
    address: 'Street',
    city: 'City',
    state: 'State/Province',
    zip_code: 'Zip/Postal Code',
    other_phone: 'Phone',
    mobile_phone: 'Mobile',
    email: 'Email',
    do_not_call: 'Do Not Call',
    do_not_email: 'Email Opt Out',
    note: 'Description',
  });
  expect(rows).toMatchObject([[{ field: 'source', value: 'Web' }], { organization: '', source_id: 3, do_not_call: true }]);
});

test('Salesforce contacts', async () => {
  const { recognised, mapping, rows } = await imported('salesforce-contacts.csv');
  expect(recognised).toBe('salesforce');
  expect(mapping).toEqual({
    first_name: 'First Name',
    last_name: 'Last Name',
    occupation: 'Title',
    organization: 'Account Name',
    address: 'Mailing Street',
    city: 'Mailing City',
    state: 'Mailing State/Province',
    zip_code: 'Mailing Zip/Postal Code',
    other_phone: 'Phone',
    mobile_phone: 'Mobile',
    email: 'Email',
    birth_date: 'Birthdate',
    do_not_email: 'Has Opted Out of Email',
  });
  expect(rows).toMatchObject([{ address: '6 Magnolia Ct, Bldg 2', birth_date: '1956-08-12' }, { do_not_email: true }]);
});

describe('lead vendors', () => {
  test('life leads', async () => {
    const { recognised, mapping, rows } = await imported('vendor-life.csv');
    expect(recognised).toBe('vendor');
    expect(mapping).toEqual({
      first_name: 'first_name',
      last_name: 'last_name',
      mobile_phone: 'phone1',
      other_phone: 'phone2',
      email: 'email',
      address: 'address1',
      address_2: 'address2',
      city: 'city',
      state: 'state',
      zip_code: 'zip',
      birth_date: 'dob',
      gender: 'gender',
      tobacco_user: 'tobacco',
      note: 'comments',
    });
    expect(rows).toMatchObject([
      { birth_date: '1963-02-11', tobacco_user: false },
      { address_2: 'APT 9', tobacco_user: true },
    ]);
  });

  test('turning 65, with bars between the columns', async () => {
    const { sniffed, recognised, mapping, rows } = await imported('vendor-t65.txt');
    expect(sniffed).toMatchObject({
      layout: { format: 'csv', encoding: 'utf-8', delimiter: '|' },
      hasHeadings: true,
      rowsEstimate: 2,
    });
    expect(recognised).toBe('vendor');
    expect(mapping).toEqual({
      name: 'Full Name',
      birth_date: 'DOB',
      address: 'Address',
      city: 'City',
      state: 'ST',
      zip_code: 'Zip Code',
      county: 'County',
      other_phone: 'Home Phone',
      mobile_phone: 'Cell Phone',
      do_not_call: 'DNC',
      medicare_number: 'MBI',
      medicare_part_a: 'Part A Effective Date',
      medicare_part_b: 'Part B Effective Date',
      medicare_plan: 'Current Plan',
      language: 'Language',
    });
    expect(rows).toMatchObject([
      { first_name: 'Rosa', middle_name: 'M', last_name: 'Alvarez', medicare_number: '1EG4TE5MK73', language: 'spanish' },
      { first_name: 'Harold', do_not_call: true, phones: [{ type: 9 }] },
    ]);
  });

  test('final expense, as the Unicode text that Excel saves', async () => {
    const { sniffed, recognised, mapping, rows } = await imported('vendor-final-expense.txt');
    expect(sniffed.layout).toEqual({ format: 'csv', encoding: 'utf-16le', delimiter: '\t' });
    expect(recognised).toBe('vendor');
    expect(mapping).toEqual({
      name: 'Name',
      mobile_phone: 'Telephone',
      other_phone: 'Alt Phone',
      email: 'E-mail Address',
      address: 'Street Address',
      city: 'City',
      state: 'State',
      zip_code: 'Zip',
      birth_date: 'Birth Date',
      gender: 'Sex',
      tobacco_user: 'Smoker?',
      marital_status: 'Marital Status',
      category: 'Product',
    });
    expect(rows).toMatchObject([
      { last_name: 'Bell', birth_date: '1948-06-02', state: 'TN', category_id: 4, tobacco_user: false },
      { first_name: 'José', last_name: 'Peña', suffix: 'Sr.', category_id: 4, marital_status: 'married' },
    ]);
  });
});

describe('a column goes', () => {
  const guess = (headings: string[], sample: string[][] = []) =>
    guessColumns(headings, sample, {
      customFields: [
        { id: 7, name: 'Veteran?' },
        { id: 8, name: 'City' },
      ],
    }).fields.map(({ field }) => field);

  test('by its values where it has no heading', () => {
    const sample = [
      ['Rosa', 'Alvarez', '(305) 555-0142', 'rosa@example.com', '12 Main St', 'Miami', 'FL', '33101', '3/4/1955', '77'],
      ['Lee', 'Baker', '3055550143', '', '9 Elm Ave', 'Coral Gables', 'Florida', '33134', '12/30/1960', '12'],
    ];
    const fields = [
      'first_name',
      'last_name',
      'mobile_phone',
      'email',
      'address',
      'city',
      'state',
      'zip_code',
      'birth_date',
      null,
    ];
    expect(guess(Array(10).fill(''), sample)).toEqual(fields);
    expect(guess(['Column 1', 'F2', '', '', '', '', '', '', 'Unnamed: 8', 'X'], sample)).toEqual(fields);
    expect(
      guess(
        ['', ''],
        [
          ['Rosa Alvarez', '3055550142'],
          ['Baker, Lee', ''],
        ],
      ),
    ).toEqual(['name', 'mobile_phone']);
  });

  test('to a field of the company by its name, after the fields that all have', () => {
    expect(guess(['First Name', 'veteran', 'City', 'city'])).toEqual(['first_name', 'custom:7', 'city', 'custom:8']);
  });

  test('nowhere where its heading is of something else', () => {
    const others = ['Agent E-mail', 'IP Address', 'Fax', 'Owner', 'Country', 'Record ID', 'Spouse First Name', 'Email Opt In'];
    expect(guess(['Phone', ...others])).toEqual(['mobile_phone', ...others.map(() => null)]);
  });

  test('nowhere where its values are none of those that the field takes, but for wishes not to be contacted', () => {
    const sample = [['Homo sapiens', 'since 2020', 'Retired', 'Spanish']];
    expect(guess(['Gender', 'DNC', 'Category', 'Language'], sample)).toEqual([null, 'do_not_call', null, 'language']);
  });

  test('once: of several columns the one that holds something', () => {
    expect(
      guess(
        ['Notes', 'Comments', 'Home City', 'Business City', 'Phone', 'Phone 2', 'Mobile'],
        [['', 'x', '', 'Miami', '', '3055550142', '']],
      ),
    ).toEqual([null, 'note', null, 'city', null, 'other_phone', 'mobile_phone']);
  });
});

test.each<[boolean, string[], string[][]]>([
  [true, ['First Name', 'Phone'], [['Rosa', '3055550142']]],
  [true, ['Vorname', 'Rufnummer'], [['Rosa', '305-555-0142']]],
  [false, ['Rosa', '3055550142'], [['Lee', '3055550143']]],
  [false, ['Rosa', 'rosa@example.com'], [['Lee', '']]],
  [false, ['Rosa', 'Alvarez', 'FL'], [['Lee', 'Baker', 'FL']]],
])('headings: %s in %j', (expected, first, rest) => expect(isHeadingRow(first, rest)).toBe(expected));
