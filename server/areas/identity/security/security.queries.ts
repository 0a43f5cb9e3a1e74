import { sql } from 'kysely';
import { allows, type Role, roles } from '#contract/permissions.ts';
import type { Network, SecuritySettings } from '#contract/security.ts';
import type { Tx } from '#kernel/context.ts';
import { keepsPlan } from '#kernel/db/eagerPool.ts';
import { pageMeta } from '#kernel/db/paging.ts';
import { escapeLike, isAny } from '#kernel/db/sql.ts';
import { isAllowed } from '#kernel/http/sessions.ts';

const columns = ['id', sql<string>`network::text`.as('network'), 'note', 'created_at'] as const;

export async function listNetworks(tx: Tx, { q, page, limit }: { q: string; page: number; limit: number }) {
  const found = tx.db
    .selectFrom('networks')
    .where('company_id', '=', tx.companyId)
    .where(sql<boolean>`(network::text || ' ' || lower(note)) like '%' || ${escapeLike(q.toLowerCase())} || '%'`);
  const { total_count } = await found.select((eb) => eb.fn.countAll<number>().as('total_count')).executeTakeFirstOrThrow();
  const data = await found
    .select(columns)
    .orderBy('networks.network')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return { data, meta: pageMeta({ page, limit }, total_count) };
}

export async function listAllNetworks(tx: Tx): Promise<Network[]> {
  const { rows } = await sql<Network>`${keepsPlan}
    select id, network::text, note, created_at from networks where company_id = ${tx.companyId} order by networks.network`.execute(
    tx.db,
  );
  return rows;
}

/** Two removals at once would each count on the other's entry. */
export const lockNetworks = (tx: Tx) =>
  tx.db.selectFrom('companies').select('company_id').where('company_id', '=', tx.companyId).forUpdate().executeTakeFirstOrThrow();

export async function countNetworks(tx: Tx): Promise<number> {
  const { count } = await tx.db
    .selectFrom('networks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('company_id', '=', tx.companyId)
    .executeTakeFirstOrThrow();
  return count;
}

export const insertNetwork = (tx: Tx, given: { network: string; note: string }) =>
  tx.db
    .insertInto('networks')
    .values({ ...given, company_id: tx.companyId, created_by: tx.actor.userId })
    .returning(columns)
    .executeTakeFirstOrThrow();

export const removeNetwork = (tx: Tx, id: number) =>
  tx.db.deleteFrom('networks').where('company_id', '=', tx.companyId).where('id', '=', id).returning(columns).executeTakeFirst();

/** In PostgreSQL's form: `203.0.113.7` is the network of that one address, and bits beyond the mask are cut. Null: not a network. */
export async function writtenAsNetwork(tx: Tx, text: string): Promise<string | null> {
  const { valid } = await tx.db
    .selectNoFrom(sql<boolean>`pg_input_is_valid(${text}, 'inet')`.as('valid'))
    .executeTakeFirstOrThrow();
  if (!valid) return null;
  const { network } = await tx.db.selectNoFrom(sql<string>`network(${text}::inet)::text`.as('network')).executeTakeFirstOrThrow();
  return network;
}

export async function isLetIn(tx: Tx, address: string): Promise<boolean> {
  const { allowed } = await tx.db.selectNoFrom(isAllowed(tx.companyId, address).as('allowed')).executeTakeFirstOrThrow();
  return allowed;
}

export async function getRequirements(tx: Tx): Promise<SecuritySettings> {
  const { two_factor_roles, ...rest } = await tx.db
    .selectFrom('companies')
    .select(['require_two_factor', 'two_factor_roles'])
    .where('company_id', '=', tx.companyId)
    .executeTakeFirstOrThrow();
  return { ...rest, two_factor_roles: two_factor_roles as Role[] };
}

export const writeRequirements = (tx: Tx, change: Partial<SecuritySettings>) =>
  tx.db.updateTable('companies').set(change).where('company_id', '=', tx.companyId).execute();

/** Counts the users who can sign in, and how many meet each requirement. */
export const countPeople = (tx: Tx) =>
  tx.db
    .selectFrom('users')
    .select([
      sql<number>`count(*)`.as('people'),
      sql<number>`count(two_factor_since)`.as('with_two_factor'),
      sql<number>`count(*) filter (where must_change_password)`.as('must_change_password'),
    ])
    .where('company_id', '=', tx.companyId)
    .where('active', '=', true)
    .executeTakeFirstOrThrow();

/** How many of these ids are users of the company. */
export async function countOurs(tx: Tx, userIds: number[]): Promise<number> {
  const { count } = await tx.db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('company_id', '=', tx.companyId)
    .where(isAny('id', userIds))
    .executeTakeFirstOrThrow();
  return count;
}

/** Changes the given users, or all; never the actor, and no user without a password. Returns how many this call changed. */
export async function setMustChangePassword(tx: Tx, userIds: number[] | undefined): Promise<number> {
  let asking = tx.db
    .updateTable('users')
    .set({ must_change_password: true })
    .where('company_id', '=', tx.companyId)
    .where('id', '<>', tx.actor.userId)
    .where('active', '=', true)
    .where('password_hash', 'is not', null);
  if (userIds) asking = asking.where(isAny('id', userIds));
  const { numUpdatedRows } = await asking.executeTakeFirst();
  return Number(numUpdatedRows);
}

const administrators = roles.filter((role) => allows(role, 'security.manage'));

export const listAdministrators = (tx: Tx, limit: number) =>
  tx.db
    .selectFrom('users')
    .select('id')
    .where('company_id', '=', tx.companyId)
    .where('role', 'in', administrators)
    .where('active', '=', true)
    .orderBy('id')
    .limit(limit)
    .execute();
