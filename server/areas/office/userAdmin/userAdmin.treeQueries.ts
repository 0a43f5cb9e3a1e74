import { sql } from 'kysely';
import type { MovePreview } from '#contract/downline.ts';
import type { Role } from '#contract/permissions.ts';
import type { Tx } from '#kernel/context.ts';
import { allOf, type Condition } from '#kernel/db/sql.ts';

interface TreeRow {
  id: number;
  name: string;
  role: Role;
  title: string;
  business_unit: { id: number; name: string };
  manager_id: number | null;
  below: number;
}

/** `unit` null: the whole company. At the top of a unit stand users whose manager is not in it. */
export async function listTreeRows(
  tx: Tx,
  { parentId, unit }: { parentId: number | null; unit: number | null },
  page: number,
  limit: number,
): Promise<{ rows: TreeRow[]; total: number }> {
  const inUnit = (alias: string): Condition =>
    unit === null ? sql`true` : sql`${sql.ref(`${alias}.business_unit_id`)} = ${unit}`;
  const atTop = sql<boolean>`not exists (
    select from users m where m.company_id = ${tx.companyId} and m.id = u.manager_id and m.active and ${inUnit('m')})`;
  const where = allOf([
    sql<boolean>`u.company_id = ${tx.companyId}`,
    sql<boolean>`u.active`,
    inUnit('u'),
    parentId === null ? atTop : sql<boolean>`u.manager_id = ${parentId}`,
  ]);
  const { rows } = await sql<TreeRow & { total: number }>`
    select u.id, trim(u.first_name || ' ' || u.last_name) as name, u.role, u.title, u.manager_id,
      json_build_object('id', b.id, 'name', b.name) as business_unit,
      (select count(*) from users r where r.company_id = ${tx.companyId} and r.manager_id = u.id and r.active and ${inUnit('r')}) as below,
      count(*) over () as total
    from users u join business_units b on b.company_id = ${tx.companyId} and b.id = u.business_unit_id
    where ${where} order by u.last_name collate by_name, u.first_name collate by_name, u.id
    limit ${limit} offset ${(page - 1) * limit}`.execute(tx.db);
  return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 };
}

/** `roles`: those that see the people below them. Managers above both places see what they saw. */
export async function countMove(
  tx: Tx,
  { id, from, to, roles }: { id: number; from: number | null; to: number | null; roles: readonly Role[] },
): Promise<MovePreview> {
  const { rows } = await sql<MovePreview>`
    with recursive moved as (
      select id from users where company_id = ${tx.companyId} and id = ${id}
      union
      select u.id from users u join moved t on u.manager_id = t.id where u.company_id = ${tx.companyId}
    ), before as (
      select id, manager_id from users where company_id = ${tx.companyId} and id = ${from}::bigint
      union
      select u.id, u.manager_id from users u join before a on u.id = a.manager_id where u.company_id = ${tx.companyId}
    ), after as (
      select id, manager_id from users where company_id = ${tx.companyId} and id = ${to}::bigint
      union
      select u.id, u.manager_id from users u join after a on u.id = a.manager_id where u.company_id = ${tx.companyId}
    ), seeing as (
      select u.id, trim(u.first_name || ' ' || u.last_name) as name, a.id is not null as gains
      from users u left join before b on b.id = u.id left join after a on a.id = u.id
      where u.company_id = ${tx.companyId} and u.active and u.role = any(${roles}::text[]) and (a.id is null) <> (b.id is null)
    )
    select (select count(*) from moved) as people,
      (select count(*) from contacts c join moved t on t.id = c.owner_id where c.company_id = ${tx.companyId} and c.deleted_at is null) as contacts,
      (select coalesce(json_agg(json_build_object('id', id, 'name', name) order by name, id), '[]') from seeing where gains) as gained,
      (select coalesce(json_agg(json_build_object('id', id, 'name', name) order by name, id), '[]') from seeing where not gains) as lost`.execute(
    tx.db,
  );
  return rows[0] ?? { people: 0, contacts: 0, gained: [], lost: [] };
}
