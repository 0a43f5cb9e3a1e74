import { sql } from 'kysely';
import type { Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';

interface Received {
  user_id: number;
  count: number;
  pool: string | null;
}

/**
 * How many contacts each user has received, themselves or in a pool of theirs;
 * without the person who transferred them.
 */
export async function listReceived(tx: Tx, id: number): Promise<Received[]> {
  const { rows } = await sql<Received>`
    with given as (
      select (j.after ->> 'owner_id')::bigint as owner_id, (j.after ->> 'pool_id')::bigint as pool_id, count(*)::integer as count
      from contact_changes j where j.company_id = ${tx.companyId} and j.bulk_action_id = ${id} and j.action = 'assigned' group by 1, 2
    ), received as (
      select owner_id as user_id, count, null as pool from given where owner_id is not null
      union all
      select h.user_id, g.count, p.name from given g join pools p on p.company_id = ${tx.companyId} and p.id = g.pool_id
      join pool_holders h on h.company_id = ${tx.companyId} and h.pool_id = p.id
    )
    select r.user_id, r.count, r.pool from received r
    join bulk_actions b on b.company_id = ${tx.companyId} and b.id = ${id} and b.asked_by <> r.user_id
    order by r.user_id`.execute(tx.db);
  return rows;
}

export async function getAskerName(tx: Tx, id: number): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select trim(u.first_name || ' ' || u.last_name) as name from bulk_actions b
    join users u on u.company_id = ${tx.companyId} and u.id = b.asked_by
    where b.company_id = ${tx.companyId} and b.id = ${id}`.execute(tx.db);
  if (!rows[0]) throw fail('not_found');
  return rows[0].name;
}
