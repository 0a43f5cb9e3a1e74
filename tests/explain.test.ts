// Plans and runs the list's own query as role app under row-level security in a company of 60,000: it reads
// little more than it shows, for every actor and order. Counts rows, never milliseconds.
import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { countQuery, listContacts, listQuery } from '#areas/crm/contacts/contacts.lists.ts';
import { matchesQuery } from '#areas/crm/contacts/contacts.matches.ts';
import { resolveScope } from '#areas/crm/contacts/contacts.scope.ts';
import { listQuery as listViewsQuery } from '#areas/crm/savedViews/savedViews.queries.ts';
import { sightOf } from '#areas/crm/savedViews/savedViews.sight.ts';
import { reachOfActor } from '#areas/identity/users/users.service.ts';
import { ContactsScope, type ContactsScopeInput, type Filter } from '#contract/contactsScope.ts';
import type { Tx } from '#kernel/context.ts';
import { inTenant } from '#kernel/context.ts';
import { authenticate } from '#kernel/http/sessions.ts';
import { aCompany, aStatus, aTag, type TestCompany } from './support/factories.ts';
import { aServer, type Client, type TestServer } from './support/server.ts';

type Name = 'admin' | 'agent' | 'manager' | `agent${number}`;
type Who = 'admin' | 'agent' | 'manager';

const size = 60_000;
let server: TestServer;
let company: TestCompany<Name>;
let ids: {
  hot: number;
  rare: number;
  status: number;
  rareStatus: number;
  source: number;
  field: number;
  pool: number;
  form: number;
};

beforeAll(async () => {
  server = await aServer({ own: true });
  const team = Array.from({ length: 10 }, (_, index) => [`agent${index + 1}`, { under: 'manager' }] as const);
  const others = Array.from({ length: 40 }, (_, index) => [`agent${index + 11}`, {}] as const);
  const spec = { admin: {}, agent: {}, manager: { holds: ['House'] }, ...Object.fromEntries([...team, ...others]) };
  company = await aCompany<Name>(server, spec as Record<Name, object>);
  const other = await aCompany(server, { agent: {} });
  const { companyId, people } = company;
  ids = {
    hot: await aTag(server, companyId, 'hot'),
    rare: await aTag(server, companyId, 'rare'),
    status: await aStatus(server, companyId, 'New'),
    rareStatus: await aStatus(server, companyId, 'Sold'),
    source: await aSource(companyId),
    field: await aField(companyId),
    pool: company.pools.House ?? 0,
    form: 0,
  };
  // The agent owns the oldest twentieth; the others share the rest in turn. One in fifty is in a pool.
  const owners = Object.entries(people).flatMap(([name, { userId }]) => (/^agent\d|manager/.test(name) ? [userId] : []));
  await fill(companyId, size, [people.agent.userId], owners);
  await fill(other.companyId, 20_000, [other.people.agent.userId], [other.people.agent.userId]);
  await sql`insert into contact_field_values (company_id, contact_id, field_id, text_value)
    select company_id, id, ${ids.field}::bigint, 'v' || id % 500 from contacts where company_id = ${companyId} and id % 3 = 0`.execute(
    server.operator.db,
  );
  ids.form = await aForm(companyId, people.admin.userId);
  await asAdministrator('vacuum (analyze) contacts, contact_field_values, contact_captures, users, tags');
}, 120_000);

/** In its own transaction, as that user. */
async function as<T>(client: Client, work: (tx: Tx) => Promise<T>): Promise<T> {
  const session = await authenticate(server.platform, client.token, '127.0.0.1');
  if (!session) throw new Error('not signed in');
  return inTenant({ ...server.platform, platform: server.platform, actor: session.actor }, work);
}

const everybody = ['admin', 'agent', 'manager'] as const;
const orders = (['last_name', 'created_at', 'updated_at'] as const).flatMap((order_field) =>
  (['ASC', 'DESC'] as const).map((order) => ({ order_field, order })),
);
/** A page, and what is deleted from it. */
const page = 120;
/** Contacts that a filtered list reads in its own order before it looks its matches up. */
const tried = 5_000;

test('the plans are those of the app, under row-level security', async () => {
  const { rows } = await as(company.people.agent, (tx) =>
    sql<{ role: string; guarded: boolean }>`select current_user as role, row_security_active('contacts') as guarded`.execute(
      tx.db,
    ),
  );
  expect(rows).toEqual([{ role: 'steward_app', guarded: true }]);
});

describe.each(everybody)('as %s', (who) => {
  test.each(orders)('by $order_field $order a page reads a page', async (order) => {
    for (const scope of [{}, { pool_id: 'all' }, { contact_group: 'all_agents' }, { pool_id: ids.pool }] as const) {
      await mustRead(who, { ...order, ...scope }, page);
    }
    await mustRead(who, { ...order, contact_group: 'deleted' }, size / 40 + page);
  });

  test.each(orders)('by $order_field $order a cursor far down reads a page', async (order) => {
    const last = { ...order, limit: 50, page: who === 'agent' ? 50 : 190 };
    const { meta } = await as(company.people[who], (tx) => listContacts(tx, ContactsScope.parse(last)));
    expect(meta.next_cursor).not.toBeNull();
    await mustRead(who, { ...order, cursor: meta.next_cursor }, page);
  });

  // The list tries its order first: so many rows may be read in vain.
  test.each([
    ...['r', 'ro', 'q', 'zq', 'ros', 'zzz', 'rosa', 'aelistor', 'alvarezz', 'rosa a', 'rosa al eli'],
    ...['305', '3055', '3055550', '(305) 555-0101', 'rosa.', 'rosa.81@example.com', 'nobody@example.org', 'rosa & al'],
  ])('a search for “%s” reads a tenth at most', async (q) => {
    await mustRead(who, { q }, tried + size / 10);
  });

  test('a filter by a rare value reads what has it and little more', async () => {
    const filters: Filter[] = [
      { field: 'email', operator: 'is', value: 'rosa.81@example.com' },
      { field: 'email', operator: 'starts_with', value: 'rosa.81@' },
      { field: 'phone', operator: 'is', value: '(305) 555-0101' },
      { field: 'phone', operator: 'starts_with', value: '305555' },
      { field: 'last_name', operator: 'starts_with', value: 'ael' },
      { field: 'name', operator: 'contains', value: 'aelis' },
      { field: 'birth_date', operator: 'on', value: '1960-05-05' },
      { field: 'birth_date', operator: 'between', value: ['1960-05-05', '1960-05-20'] },
      { field: `custom:${ids.field}`, operator: 'is', value: 'v7' },
    ];
    for (const filter of filters) await mustRead(who, { search: [filter] }, tried + size / 20);
  });

  test('a filter by the answers of a form reads what was answered and little more', async () => {
    const filters: Filter[] = [
      { field: `capture:${ids.form}`, operator: 'any_of', value: ['complete'] },
      { field: `capture:${ids.form}`, operator: 'any_of', value: ['incomplete', 'complete'] },
      { field: `captured:${ids.form}`, operator: 'after', value: '2020-01-01' },
      { field: `captured:${ids.form}`, operator: 'is_not_empty', value: null },
    ];
    for (const filter of filters) await mustRead(who, { search: [filter] }, tried + size / 20);
  });

  test('a filter by a choice reads a tenth, or what is in reach', async () => {
    const filters: Filter[] = [
      { field: 'status', operator: 'any_of', value: [ids.status] },
      { field: 'status', operator: 'any_of', value: [ids.rareStatus] },
      { field: 'source', operator: 'any_of', value: [ids.source] },
      { field: 'tags', operator: 'any_of', value: [ids.hot] },
      { field: 'tags', operator: 'any_of', value: [ids.rare] },
      { field: 'tags', operator: 'all_of', value: [ids.hot, ids.rare] },
      { field: 'state', operator: 'any_of', value: ['FL', 'TX'] },
      { field: 'age', operator: 'is', value: 65 },
    ];
    const maxRows = tried + (who === 'manager' ? (size * 12) / 51 : size / 10);
    for (const filter of filters) await mustRead(who, { search: [filter] }, maxRows);
  });
});

test('duplicates by last name are looked up in the order of names, not compared with one another', async () => {
  const scope = ContactsScope.parse({ duplicate: { is_duplicate: true, last_name: true } });
  const plans = await as(company.people.agent, async (tx) => {
    const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`
      explain (analyze, timing off, buffers off, format json) ${countQuery(await resolveScope(tx, scope), true)}`.execute(tx.db);
    return rows[0]?.['QUERY PLAN'].flatMap(({ Plan }) => flatten(Plan)) ?? [];
  });
  const compared = plans.reduce((sum, plan) => sum + (plan['Rows Removed by Join Filter'] ?? 0) * plan['Actual Loops'], 0);
  expect(plans.map((plan) => plan['Index Name'])).toEqual(
    expect.arrayContaining([expect.stringMatching(/^contacts_by_(owner_)?name$/)]),
  );
  expect(compared).toBe(0);
  expect(workOf(plans.slice(0, 1)).passed).toBeLessThan(size / 5);
});

test.each(everybody)('who has a phone or an e-mail already is looked up, as %s', async (who) => {
  await mustDo(who, { phone: '3050007919', email: 'rosa.81@example.com' }, 40, async (tx) =>
    matchesQuery(tx, { phone: '3050007919', email: 'rosa.81@example.com' }, await reachOfActor(tx)),
  );
});

describe.each(everybody)('the counts as %s', (who) => {
  const resolve = (tx: Tx, search: Filter[]) => resolveScope(tx, ContactsScope.parse({ search }));
  const birthdays: Filter = { field: 'birthday', operator: 'in_next', value: 7 };
  const turning65: Filter = { field: 'age', operator: 'turns_in', value: [65, 90] };
  const rare = (): Filter => ({ field: 'status', operator: 'any_of', value: [ids.rareStatus] });
  const inReach = who === 'manager' ? (size * 12) / 51 : size / 10;

  test.each([birthdays, turning65])('of a card read what has it, or what is in reach: $field', async (filter) => {
    await mustDo(who, filter, inReach, async (tx) => countQuery(await resolve(tx, [filter]), false));
  });

  test('of views read what they count, and stop at 10,000', async () => {
    for (const search of [[rare()], []])
      await mustDo(who, search, Math.max(inReach, 10_001), async (tx) => {
        await sql`set local max_parallel_workers_per_gather = 0`.execute(tx.db); // parallel workers read a little further
        return countQuery(await resolve(tx, search), false);
      });
  });

  test('of views are asked of a list that is found by its indexes', async () => {
    const names = await as(company.people[who], async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx.db); // the table is small here
      const query = listViewsQuery(tx, await sightOf(tx));
      const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`explain (format json) ${query}`.execute(tx.db);
      return rows[0]?.['QUERY PLAN'].flatMap(({ Plan }) => flatten(Plan)).map((plan) => plan['Index Name']);
    });
    expect(names).toEqual(expect.arrayContaining(['saved_views_by_owner', 'saved_views_shared']));
  });
});

/** Runs the list's query and checks its plan: no more than `most` rows read or sorted, and none without an index. */
const mustRead = (who: Who, scope: ContactsScopeInput, maxRows: number) =>
  mustDo(who, scope, maxRows, async (tx) => {
    const parsed = ContactsScope.parse(scope);
    return listQuery(tx, parsed, await resolveScope(tx, parsed));
  });

async function mustDo(who: Who, asked: object, maxRows: number, queryOf: (tx: Tx) => Promise<RawBuilder<unknown> | null>) {
  const { read, passed, sorted, ways } = await as(company.people[who], async (tx) => {
    const query = await queryOf(tx);
    const { rows } = await sql<{
      'QUERY PLAN': [{ Plan: Plan }];
    }>`explain (analyze, timing off, buffers off, format json) ${query}`.execute(tx.db);
    return workOf(rows[0]?.['QUERY PLAN'].map(({ Plan }) => Plan) ?? []);
  });
  const what = `${who} ${JSON.stringify(asked)}: ${read} read, ${passed} passed over, ${sorted} sorted by ${ways.join(', ')}`;
  expect(ways.length, what).toBeGreaterThan(0);
  expect(
    ways.filter((way) => way.startsWith('Seq Scan')),
    what,
  ).toEqual([]);
  expect(read, what).toBeLessThanOrEqual(maxRows);
  expect(passed, what).toBeLessThanOrEqual(size);
  expect(sorted, what).toBeLessThanOrEqual(maxRows);
}

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
}

/** Contacts read, index entries read, the largest sort, and the access paths. */
function workOf(plans: Plan[]): { read: number; passed: number; sorted: number; ways: string[] } {
  const nodes = plans.flatMap(flatten).filter((node) => node['Actual Loops'] > 0);
  const onContacts = nodes.filter((node) => node['Relation Name'] === 'contacts');
  const [inEntries, inRows] = [true, false].map((only) =>
    onContacts.filter((node) => (node['Node Type'] === 'Index Only Scan') === only),
  ) as [Plan[], Plan[]];
  const rowsOf = (node: Plan) => Math.round(node['Actual Rows'] * node['Actual Loops']);
  const removed = (node: Plan) =>
    Math.round(((node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) * node['Actual Loops']);
  const sorts = nodes.filter((node) => node['Node Type'].endsWith('Sort')).flatMap((node) => node.Plans ?? []);
  return {
    read: inRows.reduce((sum, node) => sum + rowsOf(node) + removed(node), 0),
    passed: inEntries.reduce((sum, node) => sum + rowsOf(node) + removed(node), 0),
    sorted: Math.max(0, ...sorts.map(rowsOf)),
    ways: nodes
      .filter((node) => node['Relation Name'] === 'contacts' || node['Index Name']?.startsWith('contacts'))
      .map((node) => [node['Node Type'], node['Index Name']].filter(Boolean).join(' ')),
  };
}

const flatten = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flatten)];

const firstNames = [
  'Rosa',
  'James',
  'Mary',
  'Robert',
  'Linda',
  'Michael',
  'Maria',
  'David',
  'Ana',
  'Carlos',
  'Susan',
  'Thomas',
  'Karen',
  'Daniel',
  'Nancy',
  'Paul',
  'Ruth',
  'Kevin',
  'Olga',
  'Zoe',
];

/** The first twentieth is the oldest and belongs to `firstOwners`. Names, phones and addresses vary as real ones do. */
async function fill(companyId: number, count: number, firstOwners: number[], owners: number[]) {
  await sql`
    insert into contacts (company_id, owner_id, pool_id, first_name, last_name, phones, emails, state, zip_code, birth_date, status_id, source_id, tags, created_at, updated_at, deleted_at)
    select ${companyId}::bigint,
      case when pooled then null when n <= ${count / 20} then (${firstOwners}::bigint[])[1 + n % ${firstOwners.length}] else (${owners}::bigint[])[1 + n % ${owners.length}] end,
      case when pooled then ${ids.pool}::bigint end,
      first, last, jsonb_build_array(jsonb_build_object('type', 2, 'number', '305' || lpad((n::bigint * 7919 % 10000000)::text, 7, '0'))),
      jsonb_build_array(jsonb_build_object('address', lower(first) || '.' || n || '@example.com', 'state', 'unverified')),
      (array['FL','TX','CA','NY','PA','OH','GA','NC'])[1 + n % 8], lpad((n % 90000)::text, 5, '0'), date '1930-01-01' + n * 13 % 25000,
      case when ours and n % 100 = 7 then ${ids.rareStatus}::bigint when ours then ${ids.status}::bigint end,
      case when ours and n % 10 = 3 then ${ids.source}::bigint end,
      case when not ours then '{}'::bigint[] when n % 500 = 9 then array[${ids.hot}::bigint, ${ids.rare}::bigint] when n % 5 = 4 then array[${ids.hot}::bigint] else '{}' end,
      now() - (${count} - n) * interval '1 minute', now() - (n * 7919::bigint % ${count}) * interval '1 minute',
      case when n % 40 = 11 then now() end
    from generate_series(1, ${count}::int) n
    cross join lateral (select (${firstNames}::text[])[1 + n * 31 % ${firstNames.length}] as first,
      initcap(translate(substr(md5(n::text), 1, 8), '0123456789', 'aeioulnrst')) as last,
      ${companyId}::bigint = ${company.companyId}::bigint as ours, ${companyId}::bigint = ${company.companyId}::bigint and n % 50 = 21 as pooled) made`.execute(
    server.operator.db,
  );
}

async function aSource(companyId: number) {
  return (
    await server.operator.db
      .insertInto('sources')
      .values({ company_id: companyId, title: 'Fair' })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
}
async function aField(companyId: number) {
  return (
    await server.operator.db
      .insertInto('custom_fields')
      .values({ company_id: companyId, name: 'Plan', type: 'text' })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
}

/** Answered for one contact in fifty. */
async function aForm(companyId: number, actor: number) {
  const { db } = server.operator;
  const field = await db
    .insertInto('custom_fields')
    .values({ company_id: companyId, name: 'Doctor', type: 'text' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const sections = JSON.stringify([{ title: '', fields: [{ field_id: field.id, required: true, help: '', shown_when: null }] }]);
  const { id } = await db
    .insertInto('capture_forms')
    .values({ company_id: companyId, name: 'Intake', sections })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`with answered as (
      insert into contact_field_values (company_id, contact_id, field_id, text_value)
      select company_id, id, ${field.id}::bigint, 'Dr. ' || id from contacts where company_id = ${companyId} and id % 50 = 7 returning contact_id)
    insert into contact_captures (company_id, contact_id, form_id, actor_id, before, after)
    select ${companyId}::bigint, contact_id, ${id}::bigint, ${actor}::bigint, '{}', '{}' from answered`.execute(db);
  return id;
}

async function asAdministrator(text: string) {
  const client = new pg.Client(server.url);
  await client.connect();
  await client.query(text);
  await client.end();
}
