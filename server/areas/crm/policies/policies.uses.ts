// How many policies point at a row of a look-up, and moving them to another row.
import { sql } from 'kysely';
import { limitSearch } from '#areas/crm/contacts/contacts.service.ts';
import type { Use } from '#kernel/db/lookup.ts';

const batchSize = 1_000;

/** Removed policies count too: they may come back. The journal of the contact says nothing: the row is the same one under another name. */
export const usedByPolicies = (name: 'carrier_id' | 'category_id'): Use => {
  const column = sql.ref(`p.${name}`);
  return {
    async count(tx, id) {
      await limitSearch(tx);
      const wanted = id === undefined ? sql`${column} is not null` : sql`${column} = ${id}`;
      const { rows } = await sql<{ id: number; count: number }>`
        select ${column} as id, count(*) from policies p where p.company_id = ${tx.companyId} and ${wanted} group by 1`.execute(
        tx.db,
      );
      return new Map(rows.map((row) => [row.id, row.count]));
    },
    async move(tx, from, to) {
      const { rows } = await sql`
        with wanted as (select p.id from policies p where p.company_id = ${tx.companyId} and ${column} = ${from} order by p.id limit ${batchSize} for update)
        update policies p set ${sql.ref(name)} = ${to} from wanted w where p.company_id = ${tx.companyId} and p.id = w.id returning p.id`.execute(
        tx.db,
      );
      return rows.length;
    },
  };
};
