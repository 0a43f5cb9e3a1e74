import { sql } from 'kysely';
import type { LoginType } from '#contract/impersonation.ts';
import { type timezones, zoneOf } from '#contract/lookups.ts';
import type { Me } from '#contract/me.ts';
import type { Role } from '#contract/permissions.ts';
import { userFileUrl } from '#contract/webpageParts.ts';
import type { Tx } from '#kernel/context.ts';
import { keepsPlan } from '#kernel/db/eagerPool.ts';
import { escapeLike, isAny } from '#kernel/db/sql.ts';
import { fail } from '#kernel/errors.ts';
import { demandsTwoFactor, hasAcceptedTerms } from '#kernel/http/demands.ts';

/** The owners whose contacts the actor sees and changes: everyone, or some users and pools. */
export type ActorReach = { company: true } | { company: false; ownerIds: number[]; poolIds: number[] };

export async function getMeRow(tx: Tx) {
  const row = await tx.db
    .selectFrom('users as u')
    .innerJoin('companies as c', 'c.company_id', 'u.company_id')
    .innerJoin('business_units as b', (join) =>
      join.onRef('b.company_id', '=', 'u.company_id').onRef('b.id', '=', 'u.business_unit_id'),
    )
    .modifyFront(keepsPlan)
    .select([
      'u.id',
      'u.username',
      'u.email',
      'u.first_name',
      'u.last_name',
      'u.number',
      'u.timezone',
      'u.title',
      'u.about_me',
      'u.photo_id',
      'u.accepted_tos_at',
      sql<boolean>`u.password_hash is not null`.as('has_password'),
      'u.two_factor_since',
      'u.last_otp_at',
      demandsTwoFactor.as('two_factor_required'),
      hasAcceptedTerms.as('accepted_terms'),
      'u.business_unit_id',
      'b.name as business_unit_name',
      'b.number as business_unit_number',
      'c.company_id',
      'c.name as company_name',
      'c.domain_name',
      'c.number as company_number',
      'c.variant',
      'u.message_sound',
      'u.message_popup',
      sql<string>`coalesce(u.font_size, c.font_size)`.as('font_size'),
      sql<string>`coalesce(u.primary_color, c.primary_color)`.as('primary_color'),
      sql<string>`coalesce(u.background, c.background)`.as('background'),
      sql<
        string | null
      >`(select n.number from phone_numbers n where n.company_id = ${tx.companyId} and n.user_id = u.id and n.is_dialer)`.as(
        'dialer_number',
      ),
      'c.quiet_since',
      'c.held_since',
    ])
    .where('u.company_id', '=', tx.companyId)
    .where('c.company_id', '=', tx.companyId)
    .where('b.company_id', '=', tx.companyId)
    .where('u.id', '=', tx.actor.userId)
    .executeTakeFirst();
  if (!row) throw fail('unauthenticated');
  return row;
}

/** An active user, as far as acting as them asks. */
export async function findTarget(tx: Tx, id: number) {
  const row = await tx.db
    .selectFrom('users')
    .select(['id', 'role', 'relationship_manager', 'business_unit_id'])
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .where('active', '=', true)
    .executeTakeFirst();
  return row && { ...row, role: row.role as Role };
}

type Step = Me['login_stack'][number] & { user_id: number; led_to: LoginType };

/** The sessions behind the actor's, the first person's own first, each with its user. `led_to`: how the next session began. */
export async function listLoginStack(tx: Tx): Promise<Step[]> {
  const { rows } = await sql<Step>`
    with recursive stack as (
      select id, user_id, login_type, coalesce(parent_id, original_id) as parent_id, 0 as steps, null as led_to from sessions
        where company_id = ${tx.companyId} and id = ${tx.actor.sessionId ?? 0}
      union all
      select s.id, s.user_id, s.login_type, coalesce(s.parent_id, s.original_id), t.steps + 1, coalesce(t.login_type, 'impersonating')
        from sessions s join stack t on s.id = t.parent_id where s.company_id = ${tx.companyId}
    )
    select t.id as session_id, t.user_id, t.login_type, t.led_to, trim(u.first_name || ' ' || u.last_name) as name
    from stack t join users u on u.id = t.user_id
    where u.company_id = ${tx.companyId} and t.steps > 0 order by t.steps desc`.execute(tx.db);
  return rows;
}

export const acceptTerms = (tx: Tx) =>
  tx.db
    .updateTable('users')
    .set({ accepted_tos_at: tx.clock() })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', tx.actor.userId)
    .execute();

/** The user and everyone below; with `depth` 1 only the direct reports. */
export async function listDownline(tx: Tx, userId: number, depth?: number): Promise<number[]> {
  if (depth === 1) {
    const rows = await tx.db
      .selectFrom('users')
      .select('id')
      .where('company_id', '=', tx.companyId)
      .where('manager_id', '=', userId)
      .execute();
    return rows.map((row) => row.id);
  }
  const { rows } = await sql<{ id: number }>`
    with recursive tree as (
      select id from users where company_id = ${tx.companyId} and id = ${userId}
      union
      select u.id from users u join tree t on u.manager_id = t.id where u.company_id = ${tx.companyId}
    ) select id from tree`.execute(tx.db);
  return rows.map((row) => row.id);
}

export async function listUsersOfUnit(tx: Tx, businessUnitId: number): Promise<number[]> {
  const rows = await tx.db
    .selectFrom('users')
    .select('id')
    .where('company_id', '=', tx.companyId)
    .where('business_unit_id', '=', businessUnitId)
    .execute();
  return rows.map((row) => row.id);
}

/** Pools that the actor belongs to and, for a leader of a business unit, its own. */
export async function listHeldPools(tx: Tx, wholeUnit: boolean): Promise<number[]> {
  const rows = await tx.db
    .selectFrom('pools as p')
    .leftJoin('pool_holders as h', (join) =>
      join.on('h.company_id', '=', tx.companyId).onRef('h.pool_id', '=', 'p.id').on('h.user_id', '=', tx.actor.userId),
    )
    .select('p.id')
    .where('p.company_id', '=', tx.companyId)
    .where((eb) =>
      eb.or([eb('h.user_id', 'is not', null), ...(wholeUnit ? [eb('p.business_unit_id', '=', tx.actor.businessUnitId)] : [])]),
    )
    .execute();
  return rows.map((row) => row.id);
}

interface Reachers {
  ownerIds: number[];
  poolIds: number[];
  /** Relevant roles, and which of them reach further than their own contacts. */
  anyRole: Role[];
  downline: Role[];
  unit: Role[];
  company: Role[];
}

export async function listReachers(tx: Tx, { ownerIds, poolIds, anyRole, downline, unit, company }: Reachers): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive above as (
      select id, manager_id from users where company_id = ${tx.companyId} and id = any(${ownerIds}::bigint[])
      union
      select u.id, u.manager_id from users u join above a on a.manager_id = u.id where u.company_id = ${tx.companyId}
    ), units as (
      select business_unit_id as id from users where company_id = ${tx.companyId} and id = any(${ownerIds}::bigint[])
      union
      select business_unit_id from pools where company_id = ${tx.companyId} and id = any(${poolIds}::bigint[])
    ), reaching as (
      select id from users
      where company_id = ${tx.companyId} and id = any(${ownerIds}::bigint[]) and role = any(${anyRole}::text[])
      union
      select u.id from users u join above a on a.id = u.id where u.company_id = ${tx.companyId} and u.role = any(${downline}::text[])
      union
      select u.id from users u join pool_holders h on h.company_id = ${tx.companyId} and h.user_id = u.id
      where u.company_id = ${tx.companyId} and h.pool_id = any(${poolIds}::bigint[]) and u.role = any(${anyRole}::text[])
      union
      select u.id from users u join units b on b.id = u.business_unit_id
      where u.company_id = ${tx.companyId} and u.role = any(${unit}::text[])
      union
      select id from users where company_id = ${tx.companyId} and role = any(${company}::text[])
    )
    select u.id from users u join reaching r on r.id = u.id where u.company_id = ${tx.companyId} and u.active order by u.id`.execute(
    tx.db,
  );
  return rows.map((row) => row.id);
}

/** Whether the actor has marked this user as a favorite. `id`: the column with the user's id, as `u.id`. */
export const isFavorite = ({ companyId, actor }: Tx, id: string) => sql<boolean>`exists (
  select from favorite_users f where f.company_id = ${companyId} and f.user_id = ${actor.userId} and f.favorite_id = ${sql.ref(id)})`;

interface Wanted {
  q?: string;
  ids?: number[];
  reach: ActorReach;
}

/** At most 50 people in reach: the actor's favorites, then by name. */
export async function findAssignees(tx: Tx, { q, ids, reach }: Wanted) {
  let query = tx.db
    .selectFrom('users')
    .select([
      'id',
      'email',
      'role',
      'photo_id',
      isFavorite(tx, 'users.id').as('favorite'),
      sql<string>`trim(first_name || ' ' || last_name)`.as('name'),
    ])
    .where('company_id', '=', tx.companyId)
    .where('active', '=', true);
  if (ids) query = query.where(isAny('id', ids));
  if (!reach.company) query = query.where(isAny('id', reach.ownerIds));
  if (q) {
    query = query.where(sql<boolean>`search like '%' || fold(${escapeLike(q)}) || '%'`);
    // Names that begin so stand before e-mails that contain it.
    query = query.orderBy(sql`' ' || fold(first_name || ' ' || last_name) like '% ' || fold(${escapeLike(q)}) || '%'`, 'desc');
  }
  const rows = await query
    .orderBy(isFavorite(tx, 'users.id'), 'desc')
    .orderBy('last_name')
    .orderBy('first_name')
    .orderBy('id')
    .limit(50)
    .execute();
  return rows.map(({ photo_id, ...row }) => ({
    ...row,
    role: row.role as Role,
    photo: userFileUrl(row.id, 'personal_photo', photo_id),
  }));
}

/** How many of these ids are active people of the company, or of one of its business units. */
export async function countPeople(tx: Tx, ids: number[], unitId: number | null): Promise<number> {
  let query = tx.db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('company_id', '=', tx.companyId)
    .where('active', '=', true)
    .where(isAny('id', ids));
  if (unitId !== null) query = query.where('business_unit_id', '=', unitId);
  return (await query.executeTakeFirstOrThrow()).count;
}

/** At most 50 pools in reach, by name. */
export async function findReachablePools(tx: Tx, { q, ids, reach }: Wanted) {
  let query = tx.db.selectFrom('pools').select(['id', 'name']).where('company_id', '=', tx.companyId);
  if (ids) query = query.where(isAny('id', ids));
  if (!reach.company) query = query.where(isAny('id', reach.poolIds));
  if (q) query = query.where(sql<boolean>`fold(name) like '%' || fold(${escapeLike(q)}) || '%'`);
  return query.orderBy(sql`name collate by_name`).limit(50).execute();
}

/** All units, or one of them. */
export async function findBusinessUnits(tx: Tx, id?: number) {
  let query = tx.db.selectFrom('business_units').select(['id', 'name', 'number']).where('company_id', '=', tx.companyId);
  if (id !== undefined) query = query.where('id', '=', id);
  return query.orderBy('number').execute();
}

/** The zone in which a user's days begin. */
export async function zoneOfUser(tx: Tx, id: number): Promise<string> {
  const row = await tx.db
    .selectFrom('users')
    .select('timezone')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .executeTakeFirst();
  return zoneOf((row?.timezone ?? 'est') as (typeof timezones)[number]);
}
