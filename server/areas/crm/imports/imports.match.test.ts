// Finding who is there already looks at each contact a few times at most, whatever the planner believes of the table: an import fills it faster than
// it learns, and what a killed one left behind misleads it.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { loadActor } from '#kernel/actors.ts';
import { inTenant } from '#kernel/context.ts';
import { aCompany } from '#tests/support/factories.ts';
import { aServer } from '#tests/support/server.ts';
import { type MatchBy, matchRows, withKeys } from './imports.match.ts';

const server = await aServer();
const { db } = server.operator;

const insert = (companyId: number, ownerId: number, count: number) =>
  sql`insert into contacts (company_id, owner_id, first_name, last_name, address, zip_code, phones, emails)
    select ${companyId}, ${ownerId}, 'Pat', 'No ' || n, n || ' Oak St', '33134',
      jsonb_build_array(jsonb_build_object('type', 2, 'number', (7860000000 + n)::text)),
      jsonb_build_array(jsonb_build_object('address', 'pat' || n || '@example.com', 'state', 'unverified'))
    from generate_series(1, ${count}::int) n`;

test.each<MatchBy>(['phone', 'email', 'name_address'])('by %s, though the planner takes the worst way', async (by) => {
  const { companyId, people } = await aCompany(server, { agent: {} });
  const ownerId = people.agent.userId;
  const count = 3_000;
  await insert(companyId, ownerId, count).execute(db);

  await inTenantOf(companyId, ownerId, async (tx) => {
    const values = Array.from({ length: count }, (_, n) => ({
      first_name: 'Pat',
      last_name: `No ${n + 1}`,
      address: `${n + 1} Oak St`,
      zip_code: '33134',
      phones: [{ type: 2, number: String(7_860_000_001 + n) }],
      emails: [{ address: `pat${n + 1}@example.com`, state: 'unverified' }],
    }));
    const rows = await withKeys(
      tx,
      values.map((each, line) => ({ line, values: each as never })),
      [by],
    );
    for (const way of ['indexscan', 'bitmapscan']) await sql`set local ${sql.raw(`enable_${way}`)} = off`.execute(tx.db);
    const { read: before } = await readSoFar(tx);
    expect((await matchRows(tx, rows, [by])).size).toBe(count);
    expect((await readSoFar(tx)).read - before).toBeLessThan(count * 10);
  });
});

async function inTenantOf<T>(companyId: number, userId: number, work: Parameters<typeof inTenant<T>>[1]): Promise<T> {
  const { platform } = server;
  const actor = await loadActor(platform, companyId, userId, null);
  if (!actor) throw new Error('nobody there');
  return inTenant({ platform, actor, clock: platform.clock, log: platform.log }, work);
}

/** Rows of contacts that this transaction has looked at. */
async function readSoFar(tx: Parameters<Parameters<typeof inTenant>[1]>[0]): Promise<{ read: number }> {
  const { rows } = await sql<{ read: number }>`
    select coalesce(seq_tup_read, 0)::int + coalesce(idx_tup_fetch, 0)::int as read from pg_stat_xact_user_tables where relname = 'contacts'`.execute(
    tx.db,
  );
  return rows[0] ?? { read: 0 };
}
