// Loading and writing users, as administrators see them.
import { type RawBuilder, sql, type Updateable } from 'kysely';
import { isFavorite } from '#areas/identity/users/users.service.ts';
import type { Role } from '#contract/permissions.ts';
import type { AdminUserQuery, Belongings } from '#contract/userAdmin.ts';
import type { userStatuses } from '#contract/userLists.ts';
import type { Attached } from '#kernel/attached.ts';
import type { Tx } from '#kernel/context.ts';
import type { DB } from '#kernel/db/database.generated.ts';
import { hasCode } from '#kernel/db/database.ts';
import { pageSql } from '#kernel/db/paging.ts';
import { allOf, type Condition, escapeLike, isAny } from '#kernel/db/sql.ts';
import { fail } from '#kernel/errors.ts';

export interface UserRow {
  id: number;
  first_name: string;
  last_name: string;
  email: string;
  username: string;
  number: number;
  role: Role;
  title: string;
  photo_id: number | null;
  relationship_manager: boolean;
  timezone: string;
  business_unit: { id: number; name: string };
  manager: { id: number; name: string } | null;
  status: (typeof userStatuses)[number];
  created_at: string;
  invited_at: string | null;
  deactivated_at: string | null;
  last_seen_at: string | null;
}

/** Invited, and without a password, a passkey or an account at the company's provider yet. */
const isInvited = ({ companyId }: Tx) => sql<boolean>`(u.invited_at is not null and u.password_hash is null
  and not exists (select from passkeys k where k.company_id = ${companyId} and k.user_id = u.id)
  and not exists (select from sso_identities i where i.company_id = ${companyId} and i.user_id = u.id))`;

const statusOf = (tx: Tx) =>
  sql<string>`case when not u.active then 'inactive' when ${isInvited(tx)} then 'invited' else 'active' end`;

const name = [sql`u.last_name collate by_name`, sql`u.first_name collate by_name`];

/** The columns that each order compares; then by name, then by id. */
const orders: Record<AdminUserQuery['order_field'], RawBuilder<unknown>[]> = {
  name: [],
  email: [sql`u.email`],
  role: [sql`u.role`],
  business_unit: [sql`b.name collate by_name`],
  created_at: [sql`u.created_at`],
  last_seen_at: [sql`seen.at`],
};

/** Users of one business unit, or of the whole company. */
const within = (unit: number | null): Condition =>
  unit === null ? sql<boolean>`true` : sql<boolean>`u.business_unit_id = ${unit}`;

export async function listUserRows(tx: Tx, unit: number | null, query: AdminUserQuery, impersonators: readonly Role[]) {
  const { q, order, order_field } = query;
  const where = allOf([
    sql<boolean>`u.company_id = ${tx.companyId}`,
    within(unit),
    ...(q ? [sql<boolean>`(u.search like '%' || fold(${escapeLike(q)}) || '%' or u.number::text = ${q})`] : []),
    ...(query.user_id === undefined ? [] : [sql<boolean>`u.id = ${query.user_id}`]),
    ...(query.business_unit_id === undefined ? [] : [sql<boolean>`u.business_unit_id = ${query.business_unit_id}`]),
    ...(query.only_rm ? [sql<boolean>`u.relationship_manager`] : []),
    ...(query.impersonators ? [sql<boolean>`u.role = any(${impersonators}::text[])`] : []),
    ...(query.account_type.length > 0 ? [sql<boolean>`u.role = any(${query.account_type}::text[])`] : []),
    ...(query.status.length > 0 ? [sql<boolean>`${statusOf(tx)} = any(${query.status}::text[])`] : []),
  ]);
  const direction = sql.raw(order === 'DESC' ? 'desc nulls last' : 'asc nulls last');
  const first = query.favorites_first ? sql`${isFavorite(tx, 'u.id')} desc, ` : sql``;
  const ordered = sql`${first}${sql.join([...orders[order_field], ...name, sql`u.id`].map((value) => sql`${value} ${direction}`))}`;
  const { rows } = await sql<UserRow>`
    ${select(tx)} where ${where} order by ${ordered}
    ${pageSql(query)}`.execute(tx.db);
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from users u where ${where}`.execute(tx.db);
  return { rows, total: counted[0]?.total ?? 0 };
}

/** Null outside of that unit. */
export async function findUserRow(tx: Tx, unit: number | null, id: number): Promise<UserRow | null> {
  const { rows } = await sql<UserRow>`
    ${select(tx)} where u.company_id = ${tx.companyId} and u.id = ${id} and ${within(unit)}`.execute(tx.db);
  return rows[0] ?? null;
}

const select = (tx: Tx) => sql`
  select u.id, u.first_name, u.last_name, u.email, u.username, u.number, u.role, u.title, u.photo_id, u.relationship_manager, u.timezone,
    u.created_at, u.invited_at, u.deactivated_at, ${statusOf(tx)} as status, seen.at as last_seen_at,
    json_build_object('id', b.id, 'name', b.name) as business_unit,
    case when m.id is not null then json_build_object('id', m.id, 'name', trim(m.first_name || ' ' || m.last_name)) end as manager
  from users u
  join business_units b on b.company_id = ${tx.companyId} and b.id = u.business_unit_id
  left join users m on m.company_id = ${tx.companyId} and m.id = u.manager_id
  left join lateral (
    select max(s.last_seen_at) as at from sessions s
    where s.company_id = ${tx.companyId} and s.user_id = u.id and s.impersonator_id is null) seen on true`;

/** Answers the id. Numbers go on from the highest one of the company. */
export async function insertUser(
  tx: Tx,
  user: {
    first_name: string;
    last_name: string;
    email: string;
    role: Role;
    title: string;
    business_unit_id: number;
    manager_id: number | null;
    timezone: string;
    relationship_manager: boolean;
  },
): Promise<number> {
  const { last } = await tx.db
    .selectFrom('users')
    .select((eb) => eb.fn.max('number').as('last'))
    .where('company_id', '=', tx.companyId)
    .executeTakeFirstOrThrow();
  const { id } = await tx.db
    .insertInto('users')
    .values({ ...user, company_id: tx.companyId, username: user.email, number: (last ?? 0) + 1, invited_at: tx.clock() })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertLogin(tx, id, user.email);
  return id;
}

export const updateUserRow = (tx: Tx, id: number, columns: Updateable<DB['users']>) =>
  tx.db
    .updateTable('users')
    .set({ ...columns, updated_at: sql`now()` })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .execute();

/** Throws `users.login_taken`: e-mails sign in, and are unique across companies. */
export async function insertLogin(tx: Tx, userId: number, email: string): Promise<void> {
  await tx.db
    .insertInto('logins')
    .values({ login: email.toLowerCase(), company_id: tx.companyId, user_id: userId })
    .execute()
    .catch((error: unknown) => {
      if (hasCode(error, '23505'))
        throw fail('users.login_taken', { errors: { email: ['Another account has this e-mail address'] } });
      throw error;
    });
}

export const deleteLogin = (tx: Tx, userId: number, email: string) =>
  tx.db
    .deleteFrom('logins')
    .where('company_id', '=', tx.companyId)
    .where('user_id', '=', userId)
    .where('login', '=', email.toLowerCase())
    .execute();

/** Administrators who can sign in. Locked until the transaction ends, so that two last administrators do not both go. */
export async function listActiveAdmins(tx: Tx): Promise<number[]> {
  const rows = await tx.db
    .selectFrom('users as u')
    .select('u.id')
    .where('u.company_id', '=', tx.companyId)
    .where('u.role', '=', 'admin')
    .where('u.active', '=', true)
    .where((eb) => eb.not(isInvited(tx)))
    .orderBy('u.id')
    .forUpdate()
    .execute();
  return rows.map((row) => row.id);
}

export const hasBusinessUnit = async (tx: Tx, id: number): Promise<boolean> =>
  (await tx.db
    .selectFrom('business_units')
    .select('id')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .executeTakeFirst()) !== undefined;

/** The people below a user who has gone are managed by the user's own manager. */
export const passOnReports = (tx: Tx, from: number, to: number | null) =>
  tx.db
    .updateTable('users')
    .set({ manager_id: to })
    .where('company_id', '=', tx.companyId)
    .where('manager_id', '=', from)
    .execute();

export const holdsContacts = async (tx: Tx, userId: number): Promise<boolean> =>
  (await tx.db
    .selectFrom('contacts')
    .select('id')
    .where('company_id', '=', tx.companyId)
    .where('owner_id', '=', userId)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined;

export const deleteLogins = (tx: Tx, userId: number) =>
  tx.db.deleteFrom('logins').where('company_id', '=', tx.companyId).where('user_id', '=', userId).execute();

/** Deletes the tokens that let someone in without a session: links and half sign-ins. */
export const dropTokens = (tx: Tx, userId: number) =>
  tx.db.deleteFrom('one_time_tokens').where('company_id', '=', tx.companyId).where('user_id', '=', userId).execute();

/** One move in the tree at a time in a company, so that two of them make no circle together. */
export const lockTree = (tx: Tx) =>
  tx.db.selectFrom('companies').select('company_id').where('company_id', '=', tx.companyId).forNoKeyUpdate().execute();

export async function listBelongings(tx: Tx, id: number) {
  const some = (from: RawBuilder<unknown>) =>
    sql`(select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name) order by t.name, t.id), '[]') from (${from} limit 50) t)`;
  const { rows } = await sql<
    Pick<Belongings, 'contacts' | 'tasks' | 'pools' | 'groups' | 'offices' | 'templates' | 'reports' | 'report_count'>
  >`
    select (select count(*) from contacts c where c.company_id = ${tx.companyId} and c.owner_id = ${id} and c.deleted_at is null) as contacts,
      (select count(*) from tasks t where t.company_id = ${tx.companyId} and t.owner_id = ${id} and t.done_at is null) as tasks,
      ${some(sql`select p.id, p.name from pools p join pool_holders h on h.company_id = ${tx.companyId} and h.pool_id = p.id
        where p.company_id = ${tx.companyId} and h.user_id = ${id} order by p.name, p.id`)} as pools,
      ${some(sql`select g.id, g.name from groups g join group_members m on m.company_id = ${tx.companyId} and m.group_id = g.id
        where g.company_id = ${tx.companyId} and m.user_id = ${id} order by g.name, g.id`)} as groups,
      ${some(sql`select o.id, o.name from office_locations o where o.company_id = ${tx.companyId} and o.manager_id = ${id} order by o.name, o.id`)} as offices,
      ${some(sql`select i.id, i.name from import_settings i where i.company_id = ${tx.companyId} and i.created_by = ${id} order by i.name, i.id`)} as templates,
      ${some(sql`select u.id, trim(u.first_name || ' ' || u.last_name) as name from users u
        where u.company_id = ${tx.companyId} and u.manager_id = ${id} order by u.last_name, u.id`)} as reports,
      (select count(*) from users u where u.company_id = ${tx.companyId} and u.manager_id = ${id}) as report_count`.execute(
    tx.db,
  );
  if (!rows[0]) throw fail('not_found');
  return rows[0];
}

/** The bulk action that gave the user's contacts away, with the new owner or pool. */
export async function findHandOver(tx: Tx, id: number) {
  const { rows } = await sql<{ id: number; input: { owner_id?: number; pool_id?: number } }>`
    select b.id, b.input from users u join bulk_actions b on b.company_id = ${tx.companyId} and b.id = u.hand_over_id
    where u.company_id = ${tx.companyId} and u.id = ${id} and not u.active`.execute(tx.db);
  return rows[0];
}

/** The successor holds the pools that the user holds. */
export const addToPoolsOf = (tx: Tx, from: number, to: number) =>
  sql`insert into pool_holders (company_id, pool_id, user_id)
    select ${tx.companyId}::bigint, h.pool_id, ${to}::bigint from pool_holders h where h.company_id = ${tx.companyId} and h.user_id = ${from}
    on conflict do nothing`.execute(tx.db);

export const moveRows = (tx: Tx, { table, column, exceptFor, choices = [] }: Moved, from: number, to: number) =>
  sql`update ${sql.table(table)} set ${sql.join([sql`${sql.ref(column)} = ${to}`, ...choices.map((name) => sql`${sql.ref(name)} = false`)])}
    where company_id = ${tx.companyId} and ${sql.ref(column)} = ${from}
    and ${exceptFor === undefined ? sql`true` : sql`not ${sql.ref(exceptFor)}`}`.execute(tx.db);

type Moved = Pick<Attached, 'table' | 'column'> & { exceptFor?: string; choices?: string[] };

/** Throws 23503 where anything else depends on the user. */
export async function deleteUser(tx: Tx, own: readonly Pick<Attached, 'table' | 'column'>[], id: number): Promise<void> {
  for (const { table, column } of own)
    await sql`delete from ${sql.table(table)} where company_id = ${tx.companyId} and ${sql.ref(column)} = ${id}`.execute(tx.db);
  await tx.db.deleteFrom('users').where('company_id', '=', tx.companyId).where('id', '=', id).execute();
}

/** The first 50 active users, the caller's favorites before the others; `holding`: those who hold a pool. */
export async function findUsers(tx: Tx, unit: number | null, q: string, { holding }: { holding: boolean }) {
  let query = tx.db
    .selectFrom('users as u')
    .select(['u.id', sql<string>`trim(u.first_name || ' ' || u.last_name)`.as('name')])
    .where('u.company_id', '=', tx.companyId)
    .where('u.active', '=', true)
    .where(within(unit));
  if (q) query = query.where(sql<boolean>`u.search like '%' || fold(${escapeLike(q)}) || '%'`);
  if (holding) {
    const holders = tx.db.selectFrom('pool_holders').select('user_id').where('company_id', '=', tx.companyId).distinct();
    query = query.where(
      isAny(
        'u.id',
        (await holders.execute()).map((row) => row.user_id),
      ),
    );
  }
  return query
    .orderBy(isFavorite(tx, 'u.id'), 'desc')
    .orderBy(sql`u.last_name collate by_name`)
    .orderBy(sql`u.first_name collate by_name`)
    .orderBy('u.id')
    .limit(50)
    .execute();
}
