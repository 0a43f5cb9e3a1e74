// Loads every card of My day as role app in a company of 30,000 contacts, and counts what its statements read: no table as a whole, and
// little more than the card counts and shows. Counts rows, never milliseconds.
import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { inTenant, type Tx } from '#kernel/context.ts';
import { authenticate } from '#kernel/http/sessions.ts';
import { allCards } from '../server/areas.ts';
import { aCompany, type TestCompany } from './support/factories.ts';
import { aServer, type Client, type TestServer } from './support/server.ts';

type Name = 'admin' | 'manager' | 'agent' | `agent${number}`;
const size = 30_000;
const sellers = 30;
let server: TestServer;
let company: TestCompany<Name>;

beforeAll(async () => {
  server = await aServer({ own: true });
  const team = Array.from({ length: 5 }, (_, nth) => [`agent${nth}`, { under: 'manager' }] as const);
  const others = Array.from({ length: sellers - 6 }, (_, nth) => [`agent${nth + 5}`, {}] as const);
  const spec = { admin: {}, manager: {}, agent: { under: 'manager' }, ...Object.fromEntries([...team, ...others]) };
  company = await aCompany<Name>(server, spec as Record<Name, object>);
  await fill(server, company);
}, 120_000);

const cards = allCards.map((card) => ({ name: card.name, card }));
const everybody = [
  ['agent', false],
  ['manager', false],
  ['manager', true],
  ['admin', true],
] as const;

describe.each(everybody)('as %s, team: %s', (who, team) => {
  test.each(cards)('the card $name reads by indexes, and little more than it counts', async ({ card }) => {
    const { answer, reads } = await as(company.people[who], async (tx) => {
      await sql`set local max_parallel_workers_per_gather = 0`.execute(tx.db);
      const before = new Map((await readsOf(tx)).map((read) => [read.table, read]));
      const answer = await card.load(tx, { team });
      const reads = (await readsOf(tx)).map(({ table, whole, fetched }) => {
        const old = before.get(table);
        return { table, whole: whole - (old?.whole ?? 0), fetched: fetched - (old?.fetched ?? 0) };
      });
      return { answer, reads: reads.filter(({ whole, fetched }) => whole + fetched > 0) };
    });
    const what = JSON.stringify(reads);
    expect(
      reads.filter(({ whole }) => whole > 0),
      what,
    ).toEqual([]);
    const fetched = reads.reduce((sum, read) => sum + read.fetched, 0);
    // The list reads up to 5,000 in its own order before it looks the matches up.
    expect(fetched, what).toBeLessThan(12 * (answer.count ?? 0) + 6_000);
  });
});

/** This connection's reads that are not reported yet. */
const readsOf = async (tx: Tx): Promise<Read[]> =>
  (
    await sql<Read>`
      select relname as table, seq_tup_read as whole, coalesce(idx_tup_fetch, 0) as fetched from pg_stat_xact_user_tables
      where relname ~ '^(contacts|tasks|events|event_occurrences|policies|bulk_actions|import_attempts|conversations|contact_changes.*)$'`.execute(
      tx.db,
    )
  ).rows;

interface Read {
  table: string;
  whole: number;
  fetched: number;
}

async function as<T>(client: Client, work: (tx: Tx) => Promise<T>): Promise<T> {
  const session = await authenticate(server.platform, client.token, '127.0.0.1');
  if (!session) throw new Error('not signed in');
  return inTenant({ ...server.platform, platform: server.platform, actor: session.actor }, work);
}

async function fill({ operator: { db }, url }: TestServer, { companyId, people }: TestCompany<Name>): Promise<void> {
  const owners = Object.entries(people).flatMap(([name, { userId }]) => (name === 'admin' ? [] : [userId]));
  const ownerOf = sql`(${owners}::bigint[])[1 + n % ${owners.length}]`;
  await sql`
    insert into contacts (company_id, owner_id, kind, first_name, last_name, birth_date, created_at, updated_at, last_activity_type, last_activity_at)
    select ${companyId}::bigint, ${ownerOf}, case when n % 5 = 0 then 'client' else 'lead' end, 'Rosa', 'Read ' || n,
      date '1935-01-01' + n * 7919 % 27000, now() - n * interval '40 minutes', now() - n * interval '40 minutes',
      case when n % 3 = 0 then 'call' end, case when n % 3 = 0 then now() - n * interval '5 minutes' end
    from generate_series(1, ${size}::int) n`.execute(db);
  await sql`
    insert into tasks (company_id, contact_id, owner_id, created_by, kind, due_at)
    select ${companyId}::bigint, c.id, c.owner_id, c.owner_id, 'call', now() + (c.id % 2000 - 200) * interval '1 hour'
    from contacts c where c.company_id = ${companyId} and c.id % 3 = 0`.execute(db);
  await sql`
    insert into policies (company_id, contact_id, kind, status, renewal_date)
    select ${companyId}::bigint, c.id, 'policy', 'in_force', current_date + (c.id % 700)::int
    from contacts c where c.company_id = ${companyId} and c.kind = 'client'`.execute(db);
  await sql`
    with made as (
      insert into events (company_id, owner_id, title, type, starts, ends, timezone, uid)
      select ${companyId}::bigint, ${ownerOf}, 'Event', 'call', to_char(t, 'YYYY-MM-DD"T"HH24:MI'), to_char(t + interval '30 minutes', 'YYYY-MM-DD"T"HH24:MI'), 'UTC', 'uid ' || n
      from generate_series(1, 10000) n cross join lateral (select now() at time zone 'UTC' + (n - 5000) * interval '1 hour' as t) x
      returning id, owner_id, starts, ends)
    insert into event_occurrences (company_id, event_id, original, owner_id, private, busy, all_day, starts_at, ends_at)
    select ${companyId}::bigint, id, '', owner_id, false, true, false, starts::timestamp at time zone 'UTC', ends::timestamp at time zone 'UTC' from made`.execute(
    db,
  );
  await sql`
    insert into bulk_actions (company_id, operation, asked_by, selection, input, status, created_at)
    select ${companyId}::bigint, 'update', ${ownerOf}, '{}', '{}', 'complete', now() - n * interval '1 hour' from generate_series(1, 5000) n`.execute(
    db,
  );
  await sql`
    insert into import_attempts (company_id, asked_by, status, file_name, size, sniffed, created_at)
    select ${companyId}::bigint, ${ownerOf}, case when n % 500 = 0 then 'processing' else 'complete' end, 'leads.csv', 1, '{}', now() - n * interval '1 hour'
    from generate_series(1, 5000) n`.execute(db);
  await sql`
    insert into contact_changes (company_id, contact_id, action, actor_id, after)
    select ${companyId}::bigint, c.id, 'activity', c.owner_id, jsonb_build_object('activity', 'call', 'activity_at', c.last_activity_at)
    from contacts c where c.company_id = ${companyId} and c.last_activity_at is not null`.execute(db);
  await sql`
    insert into conversations (company_id, channel, line, their_address, contact_id, owner_id, last_at, unread)
    select ${companyId}::bigint, 'email', c.owner_id, 'rosa.' || c.id || '@example.com', c.id, c.owner_id, now() - c.id % 9000 * interval '1 minute', c.id % 40 = 0
    from contacts c where c.company_id = ${companyId} and c.id % 2 = 0`.execute(db);
  const admin = new pg.Client(url);
  await admin.connect();
  await admin.query(
    'vacuum (analyze) contacts, tasks, events, event_occurrences, policies, bulk_actions, import_attempts, contact_changes, conversations',
  );
  await admin.end();
}
