// Finds each statement that a sharded cluster refuses or sends to every shard; its corrected form passes.
import { describe, expect, test } from 'vitest';
import type { Schema } from './schema.ts';
import { problemsOf, type StatementRole } from './statementRules.ts';

const columns = (types: Record<string, string>) => new Map(Object.entries({ company_id: 'bigint', id: 'bigint', ...types }));
const schema: Schema = {
  spread: new Map([
    ['contacts', columns({ name: 'text', tags: 'bigint[]', phones: 'jsonb', created_at: 'timestamp with time zone' })],
    ['users', columns({ name: 'text' })],
  ]),
  everywhere: new Set(['logins']),
  local: new Set(['rate_limits']),
  volatility: new Map([
    ['now/0', 's'],
    ['to_jsonb/1', 's'],
    ['jsonb_agg/1', 's'],
    ['lower/1', 'i'],
    ['concat/*', 's'],
    ['length/1', 'i'],
    ['length/2', 's'],
    ['unnest/1', 'i'],
    ['clock_timestamp/0', 'v'],
    ['gen_random_uuid/0', 'v'],
  ]),
};
const refused = (text: string, role: StatementRole = 'app') => problemsOf(text, role, schema);

describe('every tenant table’s alias says its company', () => {
  test.each([
    ['a table', 'select id from contacts where id = $1'],
    ['a joined table', 'select c.id from contacts c join users u on u.id = c.id where c.company_id = $1'],
    [
      'a company of another alias',
      'select c.id from contacts c join users u on u.company_id = c.company_id where c.company_id = $1',
    ],
    ['a subquery', 'select c.id from contacts c where c.company_id = $1 and exists (select from users u where u.id = c.id)'],
    ['a subquery in FROM', 'select * from (select id from contacts) c'],
    ['one of two', 'select id from contacts where company_id = $1 union all select id from users'],
    ['a common table expression', 'with c as (select id from contacts) select * from c'],
    ['a change', 'update contacts set name = $1 where id = $2'],
    ['a change from another table', 'update contacts c set name = u.name from users u where c.company_id = $1 and u.id = c.id'],
    ['a deletion', 'delete from contacts where id = $1'],
    ['either of two conditions', 'select id from contacts where company_id = $1 or id = $2'],
    ['another comparison', 'select id from contacts where company_id > $1'],
    ['an insert', 'insert into contacts (id, name) values ($1, $2)'],
    [
      'an insert from another alias',
      'insert into contacts (company_id, name) select u.company_id, name from users u where u.company_id = $1 returning id',
    ],
  ])('not %s', (_, text) => expect(refused(text)).toEqual([expect.stringContaining('company_id = $n')]));

  test.each([
    'select id from contacts where company_id = $1',
    'select c.id from contacts c left join users u on u.company_id = $1::bigint and u.id = c.id where c.company_id = $1 and c.id = $2',
    'with c as (select id from contacts where company_id = $1) select * from c join users u on u.company_id = $1 and u.id = c.id',
    'select f.id from unnest($1::bigint[]) f(id)',
    'create temporary table new_contacts as select name from contacts where false',
    'insert into contacts (company_id, name) values ($1, $2) returning id',
    'insert into contacts (company_id, name) select $1::bigint, w.name from unnest($2::text[]) w(name) on conflict do nothing',
    'select login from logins where login = $1',
    'update rate_limits set count = count + 1 where key = $1',
  ])('%s', (text) => expect(refused(text)).toEqual([]));
});

describe('the operator', () => {
  test.each([
    'select company_id, id from contacts order by id limit 10',
    'delete from contacts where created_at < now()',
    'copy contacts (name) from stdin',
    'select c.id from contacts c join users u on u.company_id = c.company_id and u.id = c.id',
  ])('may go through all companies: %s', (text) => expect(refused(text, 'operator')).toEqual([]));

  test.each(['select c.id from contacts c join users u on u.id = c.id', 'select id from contacts for update skip locked'])(
    'may not: %s',
    (text) => expect(refused(text, 'operator').length).toBeGreaterThan(0),
  );
});

describe('changes', () => {
  const inCompany = 'where company_id = $1 and id = $2';
  test.each([
    [
      'a volatile function in SET',
      `update contacts set created_at = clock_timestamp() ${inCompany}`,
      'clock_timestamp is volatile',
    ],
    [
      'a volatile function in DELETE',
      `delete from contacts ${inCompany} and name = gen_random_uuid()::text`,
      'gen_random_uuid is volatile',
    ],
    ['one that nobody knows', `update contacts set name = nobody_knows() ${inCompany}`, 'nobody_knows is volatile'],
    ['a stable function of a column', `update contacts set phones = to_jsonb(name) ${inCompany}`, 'to_jsonb is not immutable'],
    ['a variadic one', `update contacts set name = concat(name, $3, $4) ${inCompany}`, 'concat is not immutable'],
    ['one that is stable with so many arguments', `update contacts set name = length(name, $3) ${inCompany}`, 'length is not'],
    ['a stable operator of a column', `update contacts set name = 'no ' || id ${inCompany}`, 'operator || is not immutable'],
    [
      'a moment and a column',
      `delete from contacts ${inCompany} and created_at - $3::interval < now()`,
      'operator - is not immutable',
    ],
    ['a stable function in COALESCE', `update contacts set created_at = coalesce($3, now()) ${inCompany}`, 'COALESCE'],
    [
      'one in a subquery there',
      `update contacts set phones = coalesce((select jsonb_agg($3::int)), '[]') ${inCompany}`,
      'COALESCE',
    ],
    ['company_id in SET', `update contacts set company_id = $3 ${inCompany}`, 'sets company_id'],
    ['a row as JSON in RETURNING', `update contacts set name = $3 ${inCompany} returning to_jsonb(new)`, 'RETURNING'],
    ['a stable function in RETURNING of an insert', 'insert into contacts (company_id) values ($1) returning now()', 'RETURNING'],
    [
      'a stable function in ON CONFLICT',
      'insert into contacts (company_id) values ($1) on conflict (company_id, id) do update set created_at = now()',
      'ON CONFLICT',
    ],
    [
      'company_id in ON CONFLICT',
      'insert into contacts (company_id) values ($1) on conflict (company_id, id) do update set company_id = $1',
      'sets company_id',
    ],
    ['a subquery in VALUES', 'insert into contacts (company_id, name) values ($1, (select $2))', 'subquery in VALUES'],
    ['INSERT … SELECT that ends in nothing', 'insert into contacts (company_id, name) select $1, $2', 'needs RETURNING'],
    [
      'a change inside WITH that answers nothing',
      `with gone as (delete from contacts ${inCompany}) select 1`,
      'gone: a change inside WITH',
    ],
    ['MERGE', 'merge into contacts c using users u on c.company_id = $1 and u.company_id = $1 when matched then delete', 'MERGE'],
    ['COPY into it', 'copy contacts (name) from stdin', 'copies into contacts'],
    [
      'what is keyed by a name',
      'update logins set login = gen_random_uuid()::text where login = $1',
      'gen_random_uuid is volatile',
    ],
  ])('not %s', (_, text, problem) => expect(refused(text)).toEqual(expect.arrayContaining([expect.stringContaining(problem)])));

  test.each([
    `update contacts set name = lower(name), id = length(name), created_at = now() ${inCompany} returning id, old.name, new.name`,
    `update contacts set tags = array(select t from unnest(tags || $3::bigint[]) t) ${inCompany}`,
    `update contacts set name = 'no ' || id::text ${inCompany}`,
    `delete from contacts ${inCompany} and created_at < now() - $3::interval returning id`,
    'insert into contacts (company_id, created_at) values ($1, now()) on conflict (company_id, id) do update set created_at = excluded.created_at',
  ])('%s', (text) => expect(refused(text)).toEqual([]));
});

describe('FOR UPDATE', () => {
  test('reads no temporary table', () => {
    const among = (ids: string) =>
      `with held as (select id from contacts where company_id = $1 and id ${ids} for update) select * from held`;
    expect(refused(among('in (select key from changed_contacts)'))).toEqual([
      expect.stringContaining('temporary table changed_contacts'),
    ]);
    expect(refused(among('= any($2::bigint[])'))).toEqual([]);
  });
});

test('a text of several statements is refused, and so is one that cannot be read', () => {
  expect(refused('select 1; select 2')).toEqual(['is several statements: send each by itself']);
  expect(refused('select from where')).toEqual([expect.stringContaining('syntax error')]);
});
