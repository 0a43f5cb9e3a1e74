// Business units: a look-up whose rows decide what their administrators see, so every change is audited.
import { sql } from 'kysely';
import type { AdminBusinessUnit, BusinessUnitCreate, BusinessUnitUpdate } from '#contract/businessUnits.ts';
import { audit, changesOf } from '#kernel/audit.ts';
import type { Tx } from '#kernel/context.ts';
import { lookup, type Use } from '#kernel/db/lookup.ts';
import { wrong } from '#kernel/errors.ts';
import { businessUnitJobs } from './businessUnits.jobs.ts';

/** Rows of a table that belong to a unit. */
const usedBy = (name: string): Use => ({
  async count(tx, id) {
    const wanted = id === undefined ? sql`t.business_unit_id is not null` : sql`t.business_unit_id = ${id}`;
    const { rows } = await sql<{ id: number; count: number }>`
      select t.business_unit_id as id, count(*) from ${sql.table(name)} t where t.company_id = ${tx.companyId} and ${wanted}
      group by t.business_unit_id`.execute(tx.db);
    return new Map(rows.map((row) => [row.id, row.count]));
  },
  async move(tx, from, to) {
    const { rows } = await sql`
      update ${sql.table(name)} set business_unit_id = ${to} where company_id = ${tx.companyId} and business_unit_id = ${from}
      returning id`.execute(tx.db);
    return rows.length;
  },
});

/** By company: single sign-on puts new users into a unit. */
const usedBySso: Use = {
  ...usedBy('sso_connections'),
  async move(tx, from, to) {
    const { rows } = await sql`
      update sso_connections set business_unit_id = ${to} where company_id = ${tx.companyId} and business_unit_id = ${from}
      returning company_id`.execute(tx.db);
    return rows.length;
  },
};

export const businessUnits = lookup<AdminBusinessUnit>({
  table: 'business_units',
  name: 'name',
  columns: sql`t.id, t.name, t.number, m.managers`,
  join: (tx) => sql`cross join lateral (
    select coalesce(json_agg(json_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name)) order by u.last_name, u.first_name, u.id), '[]') as managers
    from users u where u.company_id = ${tx.companyId} and u.business_unit_id = t.id and u.role = 'bu_admin' and u.active) m`,
  uses: [...['users', 'pools', 'groups', 'agentflow_statuses', 'sources', 'corporations'].map(usedBy), usedBySso],
  replace: businessUnitJobs.replace,
  permission: 'business_units.manage',
});

export async function createBusinessUnit(tx: Tx, { name, number }: BusinessUnitCreate): Promise<AdminBusinessUnit> {
  if (number !== undefined) await mustBeFree(tx, number);
  const unit = await businessUnits.create(tx, { name, number: number ?? (await nextNumber(tx)) });
  await audit(tx, {
    action: 'business_units.created',
    of: { type: 'business_unit', id: unit.id },
    after: { name, number: unit.number },
  });
  tellUnits(tx);
  return unit;
}

export async function updateBusinessUnit(tx: Tx, id: number, { name, number }: BusinessUnitUpdate): Promise<AdminBusinessUnit> {
  const stored = await businessUnits.get(tx, id);
  if (number !== undefined && number !== stored.number) await mustBeFree(tx, number);
  const unit = await businessUnits.update(tx, id, { name, number });
  const { before, after } = changesOf({ name: stored.name, number: stored.number }, { name: unit.name, number: unit.number });
  if (Object.keys(after).length > 0)
    await audit(tx, { action: 'business_units.changed', of: { type: 'business_unit', id }, before, after });
  tellUnits(tx);
  return unit;
}

/** With `replace_with` a job moves its people, pools and lists there first. */
export async function deleteBusinessUnit(tx: Tx, id: number, how: { replace_with?: number | undefined }): Promise<void> {
  const { name } = await businessUnits.get(tx, id);
  await businessUnits.remove(tx, id, how);
  await audit(tx, {
    action: 'business_units.deleted',
    of: { type: 'business_unit', id },
    before: { name },
    after: how.replace_with === undefined ? null : { moved_to: how.replace_with },
  });
  tellUnits(tx);
}

async function mustBeFree(tx: Tx, number: number): Promise<void> {
  const taken = await tx.db
    .selectFrom('business_units')
    .select('id')
    .where('company_id', '=', tx.companyId)
    .where('number', '=', number)
    .executeTakeFirst();
  if (taken) throw wrong('number', 'Another business unit has this number');
}

async function nextNumber(tx: Tx): Promise<number> {
  const { last } = await tx.db
    .selectFrom('business_units')
    .select((eb) => eb.fn.max('number').as('last'))
    .where('company_id', '=', tx.companyId)
    .executeTakeFirstOrThrow();
  return (last ?? 0) + 1;
}

const tellUnits = (tx: Tx) => tx.tell({ event: 'users.changed' }, { to: 'users.manage' });
