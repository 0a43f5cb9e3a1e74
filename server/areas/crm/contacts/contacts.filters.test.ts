// Every kind of filter and every operator it takes, free text, duplicates and categories: who is found.
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { insertId } from '#areas/office/companies/companies.create.ts';
import { listContacts } from '#contract/contacts.ts';
import {
  type ContactsScopeInput,
  type Filter,
  type FilterField,
  filterFields,
  filterOperators,
} from '#contract/contactsScope.ts';
import { createCustomField } from '#contract/customFields.ts';
import { aCompany, aContact, aStatus, aTag, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type Client, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let company: TestCompany<'admin' | 'agent'>;
let ids: Record<
  'warm' | 'cold' | 'hot' | 'vip' | 'medicare' | 'life' | 'text' | 'number' | 'date' | 'boolean' | 'choice',
  number
>;

beforeAll(async () => {
  server = await aServer();
  company = await aCompany(server, { admin: {}, agent: {} });
  const { companyId, people } = company;
  const field = async (name: string, type: 'text' | 'number' | 'date' | 'boolean' | 'choice') =>
    (await people.admin.call(createCustomField, { body: { name, type, choices: type === 'choice' ? ['Day', 'Night'] : [] } })).id;
  ids = {
    warm: await aStatus(server, companyId, 'Warm'),
    cold: await aStatus(server, companyId, 'Cold'),
    hot: await aTag(server, companyId, 'hot'),
    vip: await aTag(server, companyId, 'vip'),
    medicare: await insertId(server.operator.db, 'categories', { company_id: companyId, title: 'Medicare' }),
    life: await insertId(server.operator.db, 'categories', { company_id: companyId, title: 'Life' }),
    text: await field('Church', 'text'),
    number: await field('Premium', 'number'),
    date: await field('Renewal', 'date'),
    boolean: await field('Veteran', 'boolean'),
    choice: await field('Best time', 'choice'),
  };
  const year = new Date().getUTCFullYear();
  const ana = await aContact(server, companyId, {
    owner_id: people.agent.userId,
    first_name: 'Ana',
    last_name: 'Núñez',
    organization: 'Sunrise & Co',
    kind: 'client',
    phones: [
      { type: 2, number: '3055550101' },
      { type: 9, number: '7865550199' },
    ],
    emails: [
      { address: 'Ana@Example.com', state: 'verified' },
      { address: 'second@example.com', state: 'unverified' },
    ],
    city: 'Coral Gables',
    state: 'FL',
    zip_code: '33134',
    address: '12 Main St',
    birth_date: `${year - 65}-01-01`,
    gender: 'female',
    language: 'spanish',
    timezone: 'est',
    category_id: ids.medicare,
    status_id: ids.warm,
    tags: [ids.hot, ids.vip],
    do_not_call: true,
    created_at: new Date('2026-03-10T04:30:00Z'), // 9 March, half past midnight is 10 March in New York: 00:30 EDT
  });
  const bob = await aContact(server, companyId, {
    owner_id: people.admin.userId,
    first_name: 'Bob',
    last_name: 'Nunez-Hart',
    phone: '2145550102',
    email: 'bob@example.org',
    city: 'Dallas',
    state: 'TX',
    zip_code: '75201',
    birth_date: `${year - 30}-01-01`,
    gender: 'male',
    category_id: ids.life,
    status_id: ids.cold,
    tags: [ids.hot],
    created_at: new Date('2026-03-10T03:30:00Z'), // 9 March in New York
  });
  await aContact(server, companyId, {
    owner_id: people.agent.userId,
    first_name: 'Cy',
    last_name: "O'Hara 100%",
    created_at: new Date('2026-03-12T12:00:00Z'),
  });
  await server.operator.db
    .insertInto('contact_field_values')
    .values([
      { company_id: companyId, contact_id: ana, field_id: ids.text, text_value: 'San José' },
      { company_id: companyId, contact_id: bob, field_id: ids.text, text_value: 'First Baptist' },
      { company_id: companyId, contact_id: ana, field_id: ids.number, number_value: 120.5 },
      { company_id: companyId, contact_id: bob, field_id: ids.number, number_value: 80 },
      { company_id: companyId, contact_id: ana, field_id: ids.date, date_value: '2026-05-01' },
      { company_id: companyId, contact_id: ana, field_id: ids.boolean, boolean_value: true },
      { company_id: companyId, contact_id: bob, field_id: ids.boolean, boolean_value: false },
      { company_id: companyId, contact_id: ana, field_id: ids.choice, text_value: 'Day' },
      { company_id: companyId, contact_id: bob, field_id: ids.choice, text_value: 'Night' },
    ])
    .execute();
});

beforeAll(async () => {
  const [bob] = (await list({ search: [{ field: 'first_name', operator: 'is', value: 'Bob' }] })).data;
  const policy = { company_id: company.companyId, contact_id: bob?.id ?? 0, kind: 'policy', renewal_date: '2026-05-01' };
  const { db } = server.operator;
  await db
    .insertInto('policies')
    .values({ ...policy, status: 'in_force' })
    .execute();
  for (const other of [{ status: 'lapsed' }, { status: 'in_force', deleted_at: new Date() }])
    await db
      .insertInto('policies')
      .values({ ...policy, ...other, renewal_date: '2026-06-01' })
      .execute();
});

beforeAll(async () => {
  const { userId } = company.people.admin;
  for (const [name, due_at] of [
    ['Bob', '2020-01-01T15:00:00Z'],
    ['Ana', '2099-01-01T15:00:00Z'],
  ] as const) {
    const [contact] = (await list({ search: [{ field: 'first_name', operator: 'is', value: name }] })).data;
    const task = { company_id: company.companyId, contact_id: contact?.id ?? 0, owner_id: userId, created_by: userId };
    await server.operator.db
      .insertInto('tasks')
      .values({ ...task, kind: 'call', due_at })
      .execute();
  }
});

const list = (scope: ContactsScopeInput) => company.people.admin.call(listContacts, { body: { contacts_scope: scope } });
const found = async (scope: ContactsScopeInput) => (await list(scope)).data.map((row) => row.first_name).toSorted();
const [ana, bob, cy] = ['Ana', 'Bob', 'Cy'];

type Case = [
  field: string,
  operator: Filter['operator'],
  value: Filter['value'] | (() => Filter['value']),
  expected: (string | undefined)[],
];
const cases: Case[] = [
  ['name', 'is', 'ana nunez', [ana]],
  ['name', 'is_not', 'Ana Núñez', [bob, cy]],
  ['name', 'starts_with', 'BOB', [bob]],
  ['name', 'contains', 'núñ', [ana, bob]],
  ['name', 'contains', '100%', [cy]],
  ['name', 'contains', '_', []],
  ['name', 'is_empty', null, []],
  ['name', 'is_not_empty', null, [ana, bob, cy]],
  ['first_name', 'is', 'ana', [ana]],
  ['first_name', 'contains', 'n', [ana]],
  ['last_name', 'is', 'NUNEZ', [ana]],
  ['last_name', 'starts_with', 'nunez', [ana, bob]],
  ['last_name', 'contains', "o'h", [cy]],
  ['organization', 'contains', '& co', [ana]],
  ['organization', 'is_empty', null, [bob, cy]],
  ['email', 'is', 'ANA@example.COM', [ana]],
  ['email', 'is', 'second@example.com', [ana]],
  ['email', 'is_not', 'ana@example.com', [bob, cy]],
  ['email', 'starts_with', 'sec', [ana]],
  ['email', 'contains', 'example.org', [bob]],
  ['email', 'is_empty', null, [cy]],
  ['email', 'is_not_empty', null, [ana, bob]],
  ['phone', 'is', '+1 (305) 555-0101', [ana]],
  ['phone', 'is', '786-555-0199', [ana]],
  ['phone', 'starts_with', '214', [bob]],
  ['phone', 'starts_with', '(786) 5', [ana]],
  ['phone', 'is_empty', null, [cy]],
  ['phone', 'is_not_empty', null, [ana, bob]],
  ['address', 'contains', 'main', [ana]],
  ['city', 'is', 'dallas', [bob]],
  ['city', 'is_not', 'Dallas', [ana, cy]],
  ['city', 'starts_with', 'coral', [ana]],
  ['zip_code', 'starts_with', '331', [ana]],
  ['county', 'is_empty', null, [ana, bob, cy]],
  ['state', 'any_of', ['FL', 'TX'], [ana, bob]],
  ['state', 'any_of', 'FL', [ana]],
  ['state', 'none_of', ['FL'], [bob, cy]],
  ['state', 'is_empty', null, [cy]],
  ['state', 'is_not_empty', null, [ana, bob]],
  ['kind', 'any_of', ['client'], [ana]],
  ['status', 'any_of', () => [ids.warm, ids.cold], [ana, bob]],
  ['status', 'any_of', () => [String(ids.warm)], [ana]],
  ['status', 'none_of', () => [ids.warm], [bob, cy]],
  ['status', 'is_empty', null, [cy]],
  ['agentflow_status', 'is_not_empty', null, []],
  ['source', 'any_of', [999_999], []],
  ['category', 'any_of', () => [ids.life], [bob]],
  ['category', 'none_of', () => [ids.life], [ana, cy]],
  ['category', 'is_empty', null, [cy]],
  ['owner', 'any_of', () => [company.people.admin.userId], [bob]],
  ['owner', 'none_of', () => [company.people.admin.userId], [ana, cy]],
  ['gender', 'any_of', ['female', 'other'], [ana]],
  ['gender', 'none_of', ['female'], [bob, cy]],
  ['language', 'is_not_empty', null, [ana]],
  ['timezone', 'any_of', ['est'], [ana]],
  ['import', 'is_empty', null, [ana, bob, cy]],
  ['tags', 'any_of', () => [ids.vip], [ana]],
  ['tags', 'any_of', () => [ids.hot, ids.vip], [ana, bob]],
  ['tags', 'all_of', () => [ids.hot, ids.vip], [ana]],
  ['tags', 'none_of', () => [ids.vip], [bob, cy]],
  ['tags', 'is_empty', null, [cy]],
  ['tags', 'is_not_empty', null, [ana, bob]],
  ['birth_date', 'is_empty', null, [cy]],
  ['birth_date', 'after', '1980-01-01', [bob]],
  ['birth_date', 'before', '1980-01-01', [ana]],
  ['birth_date', 'on', () => `${new Date().getUTCFullYear() - 65}-01-01`, [ana]],
  ['birth_date', 'between', () => ['1900-01-01', `${new Date().getUTCFullYear() - 30}-01-01`], [ana, bob]],
  ['birthday', 'is_empty', null, [cy]],
  ['policy_renewal', 'on', '2026-05-01', [bob]],
  ['policy_renewal', 'between', ['2026-04-01', '2026-07-01'], [bob]],
  ['policy_renewal', 'after', '2026-05-01', []],
  ['policy_renewal', 'is_empty', null, [ana, cy]],
  ['policy_renewal', 'is_not_empty', null, [bob]],
  ['next_step', 'any_of', ['overdue'], [bob]],
  ['next_step', 'any_of', ['overdue', 'later'], [ana, bob]],
  ['next_step', 'none_of', ['overdue'], [ana, cy]],
  ['next_step', 'is_empty', null, [cy]],
  ['next_step', 'is_not_empty', null, [ana, bob]],
  ['age', 'is', 65, [ana]],
  ['age', 'is', '65', [ana]],
  ['age', 'is', 64, []],
  ['age', 'is', 66, []],
  ['age', 'at_least', 65, [ana]],
  ['age', 'at_most', 65, [ana, bob]],
  ['age', 'at_most', 30, [bob]],
  ['age', 'between', [30, 64], [bob]],
  ['created_at', 'on', '2026-03-10', [ana]],
  ['created_at', 'on', '2026-03-09', [bob]],
  ['created_at', 'before', '2026-03-10', [bob]],
  ['created_at', 'after', '2026-03-10', [cy]],
  ['created_at', 'between', ['2026-03-09', '2026-03-10'], [ana, bob]],
  ['updated_at', 'is_not_empty', null, [ana, bob, cy]],
  ['last_activity_at', 'is_empty', null, [ana, bob, cy]],
  ['do_not_call', 'is', true, [ana]],
  ['do_not_call', 'is', 'false', [bob, cy]],
  ['do_not_text', 'is', true, []],
  ['do_not_email', 'is', false, [ana, bob, cy]],
  ['email_state', 'any_of', ['verified'], [ana]],
  ['email_state', 'none_of', ['verified'], [bob, cy]],
  ['email_state', 'is_empty', null, [cy]],
  ['phone_type', 'any_of', ['mobile'], []],
  ['phone_type', 'none_of', ['landline'], [ana, bob, cy]],
  ['phone_type', 'is_empty', null, [ana, bob, cy]],
  ['custom:text', 'is', 'san jose', [ana]],
  ['custom:text', 'is_not', 'san jose', [bob, cy]],
  ['custom:text', 'starts_with', 'first', [bob]],
  ['custom:text', 'contains', 'jos', [ana]],
  ['custom:text', 'is_empty', null, [cy]],
  ['custom:text', 'is_not_empty', null, [ana, bob]],
  ['custom:number', 'is', 120.5, [ana]],
  ['custom:number', 'at_least', '100', [ana]],
  ['custom:number', 'at_most', 100, [bob]],
  ['custom:number', 'between', [80, 120.5], [ana, bob]],
  ['custom:date', 'on', '2026-05-01', [ana]],
  ['custom:date', 'before', '2026-05-01', []],
  ['custom:date', 'between', ['2026-04-01', '2026-06-01'], [ana]],
  ['custom:boolean', 'is', true, [ana]],
  ['custom:boolean', 'is', false, [bob]],
  ['custom:choice', 'any_of', ['Day', 'Night'], [ana, bob]],
  ['custom:choice', 'none_of', ['Day'], [bob, cy]],
];

const filterOf = ([field, operator, value]: Case): Filter => ({
  field: field.replace(/^custom:(\w+)$/, (_, type: keyof typeof ids) => `custom:${ids[type]}`),
  operator,
  value: typeof value === 'function' ? value() : value,
});

test.each(cases)('%s %s %j', async (...given) => {
  expect(await found({ search: [filterOf(given)] })).toEqual(given[3]);
});

test('every field and every operator of its kind stands above or is refused nowhere', async () => {
  for (const field of Object.keys(filterFields) as FilterField[]) {
    expect(
      cases.some(([one]) => one === field),
      field,
    ).toBe(true);
    for (const operator of filterOperators[filterFields[field]]) {
      const value = {
        text: 'x',
        phone: '305',
        choice: [1],
        tags: [1],
        date: '2026-01-01',
        number: 5,
        age: 5,
        boolean: true,
        birthday: 5,
      }[filterFields[field]];
      const days = operator === 'in_last' || operator === 'in_next' ? 5 : value;
      const known = field === 'next_step' ? ['today'] : field === 'phone_type' ? ['mobile'] : days;
      const both = operator === 'between' || operator === 'turns_in' ? [value, value] : known;
      await list({ search: [{ field, operator, value: both as Filter['value'] }] });
    }
  }
});

describe('days are counted from today where the asking user is', () => {
  const year = new Date().getUTCFullYear();
  afterEach(() => {
    server.platform.clock = () => new Date();
  });
  test.each<[string, Filter['operator'], Filter['value'], string, (string | undefined)[]]>([
    ['created_at', 'in_last', 1, '2026-03-12T03:30:00Z', [ana]], // 11 March in New York
    ['created_at', 'in_last', 2, '2026-03-12T03:30:00Z', [ana, bob]],
    ['created_at', 'in_next', 1, '2026-03-12T03:30:00Z', [cy]],
    ['custom:date', 'in_next', 51, '2026-03-12T03:30:00Z', [ana]],
    ['custom:date', 'in_next', 50, '2026-03-12T03:30:00Z', []],
    ['birthday', 'in_next', 6, `${year}-12-26T12:00:00Z`, [ana, bob]], // over the end of the year
    ['birthday', 'in_next', 5, `${year}-12-26T12:00:00Z`, []],
    ['birthday', 'in_next', 365, '2027-03-01T12:00:00Z', [ana, bob]],
    ['age', 'turns_in', [66, 31], `${year}-12-01T12:00:00Z`, [ana]],
    ['age', 'turns_in', [66, 30], `${year}-12-01T12:00:00Z`, []],
    ['age', 'turns_in', [65, 90], `${year}-01-01T12:00:00Z`, [ana]], // today
  ])('%s %s %j at %s', async (field, operator, value, now, expected) => {
    server.platform.clock = () => new Date(now);
    expect(await found({ search: [filterOf([field, operator, value, expected])] })).toEqual(expected);
  });
});

test('filters hold together, and a plain string among them is a search', async () => {
  expect(await found({ search: [{ field: 'tags', operator: 'any_of', value: [ids.hot] }, 'nunez'] })).toEqual([ana, bob]);
  expect(await found({ search: [{ field: 'tags', operator: 'any_of', value: [ids.vip] }, 'bob'] })).toEqual([]);
  expect(await found({ search: 'ana' as never })).toEqual([ana]);
});

test('empty filters are dropped', async () => {
  const empty = [
    '',
    '  ',
    { field: 'city', operator: 'is', value: '' },
    { field: 'tags', operator: 'any_of', value: [] },
    { field: 'age', operator: 'is' },
  ];
  expect(await found({ search: empty as never })).toEqual([ana, bob, cy]);
});

describe('what does not fit is refused under the filter’s own path', () => {
  test.each<[string, Filter['operator'], Filter['value']]>([
    ['city', 'any_of', ['x']],
    ['tags', 'is', 'x'],
    ['status', 'any_of', ['warm']],
    ['status', 'any_of', [-1]],
    ['age', 'is', 'old'],
    ['age', 'between', []],
    ['birth_date', 'on', '2026-02-30'],
    ['birth_date', 'between', ['2026-01-01']],
    ['created_at', 'on', 'yesterday'],
    ['created_at', 'in_last', 0],
    ['birth_date', 'in_next', 1.5],
    ['age', 'turns_in', [65]],
    ['birthday', 'in_next', 0],
    ['birthday', 'between', ['2026-01-01', '2026-02-01']],
    ['do_not_call', 'is', 'maybe'],
    ['phone', 'is', 'none'],
    ['custom:999999', 'is', 'x'],
  ])('%s %s %j', async (field, operator, value) => {
    const refused = list({ search: ['ana', { field, operator, value }] });
    if (Array.isArray(value) && value.length === 0) return expect(await refused.then(({ data }) => data.length)).toBe(1); // an empty one
    await expect(refused).rejects.toMatchObject({
      status: 422,
      code: 'invalid',
      problem: { errors: { 'contacts_scope.search.1.value': [expect.any(String)] } },
    });
  });

  test('a field that does not exist', async () => {
    for (const field of ['password', 'custom:', 'custom:x', 'constructor', '__proto__', 'toString']) {
      await expect(list({ search: [{ field, operator: 'is', value: 'x' }] })).rejects.toMatchObject({
        status: 422,
        code: 'invalid',
      });
    }
  });
});

describe('free text beside a rare filter, in every order, and counted', () => {
  const people = [
    { first_name: 'Ana', last_name: 'Núñez', organization: 'Sunrise & Co', phone: '3055550101' },
    { first_name: 'Rob', last_name: 'Smith-Jones', preferred_name: 'Bo (Bobby)', phone: '3055550102' },
    { first_name: 'Dee', last_name: "O'Brien", phone: '3055550103' },
    { first_name: 'Sue', last_name: 'Boyd', phone: '8135550104' },
  ];
  let who: Client;
  beforeAll(async () => {
    const { companyId, people: made } = await aCompany(server, { agent: {} });
    who = made.agent;
    for (const person of people) await aContact(server, companyId, { ...person, owner_id: who.userId });
  });

  test.each<[string, string[]]>([
    ['s', ['Rob']],
    ['su', ['Ana']],
    ['co', ['Ana']],
    ['bo', ['Rob']],
    ['bob', ['Rob']],
    ['bobby', ['Rob']],
    ['(Bobby)', ['Rob']],
    ['jo', ['Rob']],
    ['jon', ['Rob']],
    ['jones', ['Rob']],
    ['smith-jones', ['Rob']],
    ["o'brien", ['Dee']],
    ['brien', ['Dee']],
    ['o', ['Dee']],
    ['un', []],
  ])('“%s” finds %j', async (q, expected) => {
    for (const search of [
      [],
      [{ field: 'phone', operator: 'starts_with', value: '30555501' }],
      [{ field: 'first_name', operator: 'is_not', value: 'Sue' }],
    ] as const) {
      for (const order_field of ['last_name', 'created_at', 'updated_at'] as const) {
        const scope = { q, search: [...search], order_field };
        const { data } = await who.call(listContacts, { body: { contacts_scope: scope } });
        const seen = data.map((row) => row.first_name).filter((name) => search.length > 0 || name !== 'Sue');
        expect(seen, JSON.stringify(scope)).toEqual(expected);
        const { meta } = await who.call(listContacts, { body: { contacts_scope: scope, meta_only: true } });
        expect(meta.total_count).toBe(data.length);
      }
    }
  });
});

describe('free text', () => {
  test.each<[string, (string | undefined)[]]>([
    ['a', [ana]],
    ['n', [ana, bob]],
    ['nu', [ana, bob]],
    ['un', []],
    ['nuñ', [ana, bob]],
    ['uñe', []], // a word is found by its beginning
    ['co', [ana]],
    ['NUNEZ ana', [ana]],
    ['ana bob', []],
    ['sunrise', [ana]],
    ['sunrise & co', [ana]],
    ['example.org', [bob]],
    ['second@', [ana]],
    ['305', [ana]],
    ['555-01', [ana, bob]],
    ['(786) 555-0199', [ana]],
    ['1 214 555 0102', [bob]],
    ['100%', [cy]],
    ['%%%', []],
    ['&', []],
  ])('“%s” finds %j', async (q, expected) => {
    expect(await found({ q })).toEqual(expected);
  });
});

describe('what a scope may ask for at once', () => {
  const words = (count: number) => Array(count).fill('a').join(' ');
  const refused = (text: string) => ({ status: 422, problem: { errors: { 'contacts_scope.search': [text] } } });
  const tooManyWords = refused('Search for at most 20 words, over all filters');

  test('twenty words in all of its texts, and all of them count', async () => {
    expect(await found({ q: words(12), search: [words(8)] })).toEqual([ana]);
    expect(await found({ q: `${words(12)} zzz` })).toEqual([]);
    await expect(found({ q: words(12), search: [words(9)] })).rejects.toMatchObject(tooManyWords);
    await expect(found({ search: Array(50).fill(words(8)) })).rejects.toMatchObject(tooManyWords);
    const names: Filter[] = Array.from({ length: 21 }, (_, n) => ({ field: 'name', operator: 'is_not', value: `x${n}` }));
    expect(await found({ search: names.slice(1) })).toEqual([ana, bob, cy]);
    await expect(found({ search: names })).rejects.toMatchObject(tooManyWords);
    const own: Filter = { field: `custom:${ids.text}`, operator: 'contains', value: words(21) };
    await expect(found({ search: [own] })).rejects.toMatchObject(tooManyWords);
  });

  test('a thousand values in all of its filters', async () => {
    const without = (count: number): Filter => ({
      field: 'tags',
      operator: 'none_of',
      value: Array.from({ length: count }, (_, n) => 1_000_000 + n),
    });
    expect(await found({ search: [without(500), without(500)] })).toEqual([ana, bob, cy]);
    await expect(found({ search: [without(500), without(500), without(1)] })).rejects.toMatchObject(
      refused('Choose at most 1000 values, over all filters'),
    );
  });
});

test('a category', async () => {
  expect(await found({ category: ids.medicare })).toEqual([ana]);
  expect(await found({ category: '' as never })).toEqual([ana, bob, cy]);
});

describe('duplicates', () => {
  beforeAll(async () => {
    const { companyId, people } = company;
    const twin = { owner_id: people.agent.userId, city: 'Twin' };
    await aContact(server, companyId, { ...twin, first_name: 'Ida', last_name: 'Stone', address: '1 Oak', zip_code: '10001' });
    await aContact(server, companyId, { ...twin, first_name: 'IDA', last_name: 'Stoné', address: '2 Elm', zip_code: '10001' });
    await aContact(server, companyId, {
      ...twin,
      first_name: 'Jo',
      last_name: 'Stone',
      address: '1 oak',
      zip_code: '10001-1234',
    });
    await aContact(server, companyId, { ...twin, first_name: 'Kay', last_name: 'Stoner', address: '3 Ash', zip_code: '10001' });
    await aContact(server, companyId, {
      ...twin,
      first_name: 'Kay',
      last_name: 'Stoner',
      address: '3 Ash',
      zip_code: '10001',
      deleted_at: new Date(),
    });
    await aContact(server, companyId, { ...twin, first_name: '', last_name: '' });
    await aContact(server, companyId, { ...twin, first_name: '', last_name: '' });
  });

  test.each<[object, string[]]>([
    [{}, ['IDA', 'Ida']],
    [{ first_name: true, last_name: true }, ['IDA', 'Ida']],
    [{ last_name: true }, ['IDA', 'Ida', 'Jo']],
    [{ first_name: true }, ['IDA', 'Ida']],
    [{ address: true }, ['Ida', 'Jo']],
    [{ last_name: true, address: true }, ['Ida', 'Jo']],
    [{ first_name: true, address: true }, []],
  ])('by %j', async (by, expected) => {
    const search: Filter[] = [{ field: 'city', operator: 'is', value: 'Twin' }];
    expect(await found({ search, duplicate: { is_duplicate: true, ...by } })).toEqual(expected);
    expect(await found({ search, duplicate: { is_duplicate: false, ...by } })).toHaveLength(6);
  });
});
