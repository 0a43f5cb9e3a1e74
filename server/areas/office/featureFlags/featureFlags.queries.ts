import { sql } from 'kysely';
import type { Feature } from '#contract/features.ts';
import type { Variant } from '#contract/lookups.ts';
import type { Tx } from '#kernel/context.ts';

export async function variantOf(tx: Tx): Promise<Variant> {
  const { variant } = await tx.db
    .selectFrom('companies')
    .select('variant')
    .where('company_id', '=', tx.companyId)
    .executeTakeFirstOrThrow();
  return variant as Variant;
}

/** The overrides of one user; user 0 is the company. */
export async function listOverrides(tx: Tx, userId: number): Promise<Map<string, boolean>> {
  const rows = await tx.db
    .selectFrom('feature_overrides')
    .select(['feature', 'enabled'])
    .where('company_id', '=', tx.companyId)
    .where('user_id', '=', userId)
    .execute();
  return new Map(rows.map(({ feature, enabled }) => [feature, enabled]));
}

/** Of each feature the first `limit` users by name, and how many there are. */
export async function listUserOverrides(tx: Tx, limit: number) {
  const { rows } = await sql<{ feature: string; id: number; name: string; enabled: boolean; total: number }>`
    select d.feature, d.id, d.name, d.enabled, d.total from (
      select f.feature, u.id, trim(u.first_name || ' ' || u.last_name) as name, f.enabled, count(*) over (partition by f.feature) as total,
        row_number() over (partition by f.feature order by u.last_name, u.first_name, u.id) as place
      from feature_overrides f join users u on u.company_id = ${tx.companyId} and u.id = f.user_id
      where f.company_id = ${tx.companyId}) d
    where d.place <= ${limit} order by d.place`.execute(tx.db);
  return rows;
}

/** `enabled` null removes it. */
export async function writeOverride(tx: Tx, feature: Feature, user_id: number, enabled: boolean | null): Promise<void> {
  if (enabled === null) {
    await tx.db
      .deleteFrom('feature_overrides')
      .where('company_id', '=', tx.companyId)
      .where('user_id', '=', user_id)
      .where('feature', '=', feature)
      .execute();
    return;
  }
  const row = { enabled, updated_at: tx.clock().toISOString() };
  await tx.db
    .insertInto('feature_overrides')
    .values({ ...row, company_id: tx.companyId, user_id, feature })
    .onConflict((conflict) => conflict.columns(['company_id', 'user_id', 'feature']).doUpdateSet(row))
    .execute();
}

export async function hasUser(tx: Tx, id: number): Promise<boolean> {
  const row = await tx.db
    .selectFrom('users')
    .select('id')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}
