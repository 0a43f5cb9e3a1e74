// How many contacts point at a row of a look-up, and moving them to another, as one statement a batch: contacts and journal.
import { sql } from 'kysely';
import type { Tx } from '#kernel/context.ts';
import type { Use } from '#kernel/db/lookup.ts';
import { limitSearch } from './contacts.lists.ts';

const batchSize = 1_000;

type Column = 'status_id' | 'agentflow_status_id' | 'source_id' | 'category_id' | 'medicare_carrier_id' | 'pool_id';

/** Deleted contacts count too: they may come back. */
export const usedByContacts = (column: Column): Use => ({
  async count(tx, id) {
    const which = sql.ref(`c.${column}`);
    const wanted = id === undefined ? sql`${which} is not null` : sql`${which} = ${id}`;
    await limitSearch(tx);
    const { rows } = await sql<{ id: number; count: number }>`
      select ${which} as id, count(*) from contacts c where c.company_id = ${tx.companyId} and ${wanted} group by ${which}`.execute(
      tx.db,
    );
    return new Map(rows.map((row) => [row.id, row.count]));
  },
  move: (tx, from, to) => moveContacts(tx, column, from, to),
});

async function moveContacts(tx: Tx, name: Column, from: number, to: number): Promise<number> {
  const column = sql.ref(name);
  const action = name === 'pool_id' ? 'assigned' : 'updated';
  const { rows } = await sql`
    with wanted as (
      select c.id from contacts c where c.company_id = ${tx.companyId} and c.${column} = ${from} order by c.id limit ${batchSize} for update
    ), written as (
      update contacts c set ${column} = ${to}, version = c.version + 1, updated_at = now()
      from wanted w where c.company_id = ${tx.companyId} and c.id = w.id
      returning c.id
    )
    insert into contact_changes (company_id, contact_id, action, actor_id, impersonator_id, before, after)
    select ${tx.companyId}::bigint, id, ${action}, ${tx.actor.userId}::bigint, ${tx.actor.impersonatorId}::bigint,
      jsonb_build_object(${name}::text, ${from}::bigint), jsonb_build_object(${name}::text, ${to}::bigint)
    from written returning contact_id`.execute(tx.db);
  return rows.length;
}
