import { sql, type Updateable } from 'kysely';
import type { signupStatuses } from '#contract/lookups.ts';
import type { Me } from '#contract/me.ts';
import type { SignupRow } from '#contract/signups.ts';
import type { Tx } from '#kernel/context.ts';
import type { DB } from '#kernel/db/database.generated.ts';
import { keepsPlan } from '#kernel/db/eagerPool.ts';
import { allOf, type Condition, escapeLike } from '#kernel/db/sql.ts';

export interface StoredSignup {
  id: number;
  user: { id: number; name: string; email: string };
  decided_by: { id: number; name: string } | null;
  status: (typeof signupStatuses)[number];
  form: unknown;
  note: string;
  sent_at: string | null;
  decided_at: string | null;
}

/** By its id, or by its user. */
export async function findSignup(tx: Tx, by: { id: number } | { userId: number }): Promise<StoredSignup | undefined> {
  const is = 'id' in by ? sql`s.id = ${by.id}` : sql`s.user_id = ${by.userId}`;
  const { rows } = await sql<StoredSignup>`
    select s.id, s.status, s.form, s.note, s.sent_at, s.decided_at,
      json_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name), 'email', u.email) as user,
      case when d.id is not null then json_build_object('id', d.id, 'name', trim(d.first_name || ' ' || d.last_name)) end as decided_by
    from signups s
    join users u on u.company_id = ${tx.companyId} and u.id = s.user_id
    left join users d on d.company_id = ${tx.companyId} and d.id = s.decided_by
    where s.company_id = ${tx.companyId} and ${is}`.execute(tx.db);
  return rows[0];
}

export async function findOwnSignup(tx: Tx): Promise<Me['signup']> {
  const { rows } = await sql<NonNullable<Me['signup']>>`${keepsPlan}
    select id, status, note, sent_at, decided_at from signups where company_id = ${tx.companyId} and user_id = ${tx.actor.userId}`.execute(
    tx.db,
  );
  return rows[0] ?? null;
}

export const lockSignup = (tx: Tx, userId: number) =>
  tx.db
    .selectFrom('signups')
    .select(['id', 'status'])
    .where('company_id', '=', tx.companyId)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();

/** An empty one for the signed-in user, if there is none. */
export const insertDraft = (tx: Tx) =>
  tx.db
    .insertInto('signups')
    .values({ company_id: tx.companyId, user_id: tx.actor.userId, form: '{}' })
    .onConflict((conflict) => conflict.columns(['company_id', 'user_id']).doNothing())
    .execute();

export const updateSignup = (tx: Tx, id: number, columns: Updateable<DB['signups']>) =>
  tx.db
    .updateTable('signups')
    .set({ ...columns, updated_at: tx.clock() })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .execute();

interface Wanted {
  q: string;
  status: readonly string[];
  page: number;
  limit: number;
}

export async function listSignupRows(tx: Tx, { q, status, page, limit }: Wanted) {
  const where: Condition[] = [
    sql`s.company_id = ${tx.companyId}`,
    status.length > 0 ? sql`s.status = any(${status}::text[])` : sql`s.status <> 'draft'`,
    ...(q ? [sql<boolean>`u.search like '%' || fold(${escapeLike(q)}) || '%'`] : []),
  ];
  const from = sql`from signups s join users u on u.company_id = ${tx.companyId} and u.id = s.user_id where ${allOf(where)}`;
  const { rows } = await sql<SignupRow>`
    select s.id, s.status, coalesce(s.form ->> 'npn', '') as npn, coalesce(s.form -> 'states', '[]') as states, s.sent_at, s.decided_at,
      json_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name), 'email', u.email) as user
    ${from} order by s.sent_at desc nulls last, s.id desc limit ${limit} offset ${(page - 1) * limit}`.execute(tx.db);
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total ${from}`.execute(tx.db);
  return { rows, total: counted[0]?.total ?? 0 };
}
