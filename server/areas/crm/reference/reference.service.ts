// Look-up lists of a company. `lookup` does what is not said here.
import { sql } from 'kysely';
import { usedByContacts } from '#areas/crm/contacts/contacts.service.ts';
import { usedByPolicies } from '#areas/crm/policies/policies.service.ts';
import { reachOfActor } from '#areas/identity/users/users.service.ts';
import type { AgentflowStatus, Carrier, Category, Source, Status } from '#contract/reference.ts';
import type { Tx } from '#kernel/context.ts';
import { lookup } from '#kernel/db/lookup.ts';
import { type Condition, isAny } from '#kernel/db/sql.ts';
import { referenceJobs } from './reference.jobs.ts';

const kept = { replace: referenceJobs.replace, permission: 'reference.manage' } as const;

export const statuses = lookup<Status>({
  table: 'statuses',
  name: 'title',
  columns: sql`t.id, t.id as value, t.title, t.title as label, t.color`,
  order: sql`t.position`,
  uses: [usedByContacts('status_id')],
  ...kept,
});

/** Created and changed in reference.agentflow.ts, which finds or creates the group. */
export const agentflowStatuses = lookup<AgentflowStatus>({
  table: 'agentflow_statuses',
  name: 'title',
  columns: sql`t.id, t.id as value, t.title, t.title as label, t.color, g.title as "group", t.group_id, t.business_unit_id`,
  join: (tx) => sql`join agentflow_status_groups g on g.company_id = ${tx.companyId} and g.id = t.group_id`,
  order: sql`g.position, g.key, t.position`,
  uses: [usedByContacts('agentflow_status_id')],
  ...kept,
});

/** Created and changed in reference.sources.ts, which finds or creates the corporations. */
export const sources = lookup<Source>({
  table: 'sources',
  name: 'title',
  columns: sql`t.id, t.title, t.business_unit_id, s.corporations`,
  join: (tx) => sql`cross join lateral (
    select coalesce(array_agg(c.name order by c.name collate by_name), '{}') as corporations
    from source_corporations sc join corporations c on c.company_id = ${tx.companyId} and c.id = sc.corporation_id
    where sc.company_id = ${tx.companyId} and sc.source_id = t.id) s`,
  uses: [usedByContacts('source_id')],
  ...kept,
});

export const categories = lookup<Category>({
  table: 'categories',
  name: 'title',
  columns: sql`t.id, t.title, t.description`,
  order: sql`t.position`,
  uses: [usedByContacts('category_id'), usedByPolicies('category_id')],
  ...kept,
});

export const carriers = lookup<Carrier>({
  table: 'carriers',
  name: 'name',
  columns: sql`t.id, t.name`,
  uses: [usedByContacts('medicare_carrier_id'), usedByPolicies('carrier_id')],
  ...kept,
});

export const listStatuses = async (tx: Tx) => ({ data: await statuses.all(tx) });
export const listCategories = async (tx: Tx) => ({ data: await categories.all(tx) });
export const listAgentflowStatuses = async (tx: Tx) => ({ data: await agentflowStatuses.all(tx, ...(await ofOwnUnit(tx))) });
export const listSources = async (tx: Tx) => ({ data: await sources.all(tx, ...(await ofOwnUnit(tx))) });

/** With ids, only these. */
export async function listCarriers(tx: Tx, { q, ids }: { q: string; ids: number[] }) {
  if (ids.length > 0) return { data: await carriers.all(tx, isAny('t.id', ids)) };
  const { data } = await carriers.list(tx, { q, counts: false });
  return { data: data.slice(0, 50) };
}

/** The rows of all units, and those of this one. */
export const ofUnit = (id: number | undefined): Condition[] =>
  id === undefined ? [] : [sql<boolean>`(t.business_unit_id is null or t.business_unit_id = ${id})`];

async function ofOwnUnit(tx: Tx): Promise<Condition[]> {
  return (await reachOfActor(tx)).company ? [] : ofUnit(tx.actor.businessUnitId);
}
