// The features of companies and users, read with the query that finds the user (http/sessions.ts, actors.ts).
import { type RawBuilder, sql } from 'kysely';
import { type Feature, isOn, type Overrides } from '#contract/features.ts';
import type { Variant } from '#contract/lookups.ts';
import type { Tx } from './context.ts';
import { type Db, inCompany } from './db/database.ts';

/** The company's overrides with those of user `userId` over them: of two equal keys jsonb keeps the last. */
export const overridesOf = (companyId: number, userId: RawBuilder<unknown>) => sql<Overrides>`(
  select coalesce(jsonb_object_agg(f.feature, f.enabled order by f.user_id), '{}') from feature_overrides f
  where f.company_id = ${companyId} and f.user_id in (0, ${userId}))`;

/** For a call without a user. `somebody`: at least one user has it, whatever the company has. */
export async function findFeature(db: Db, companyId: number, feature: Feature): Promise<{ company: boolean; somebody: boolean }> {
  const { rows } = await inCompany(db, companyId, (tenant) =>
    sql<{ variant: Variant; chosen: boolean | null; by_users: boolean }>`
      select c.variant, f.enabled as chosen, exists (select from feature_overrides u
        where u.company_id = ${companyId} and u.feature = ${feature} and u.user_id <> 0 and u.enabled) as by_users
      from companies c left join feature_overrides f on f.company_id = ${companyId} and f.user_id = 0 and f.feature = ${feature}
      where c.company_id = ${companyId}`.execute(tenant),
  );
  const row = rows[0];
  if (!row) return { company: false, somebody: false };
  const company = isOn(feature, row.variant, row.chosen === null ? {} : { [feature]: row.chosen });
  return { company, somebody: company || row.by_users };
}

/** The users among these who have the feature. */
export async function listWith(tx: Tx, feature: Feature, userIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number; variant: Variant; overrides: Overrides }>`
    select u.id, c.variant, ${overridesOf(tx.companyId, sql`u.id`)} as overrides
    from users u join companies c on c.company_id = ${tx.companyId}
    where u.company_id = ${tx.companyId} and u.id = any(${userIds}::bigint[])`.execute(tx.db);
  return new Set(rows.filter(({ variant, overrides }) => isOn(feature, variant, overrides)).map(({ id }) => id));
}
