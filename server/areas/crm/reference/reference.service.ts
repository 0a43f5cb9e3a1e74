// Look-up lists a company owns. Short by nature; each has a bound all the same.
import { sql } from 'kysely';
import { usedByContacts } from '#areas/crm/contacts/contacts.service.ts';
import type { AgentflowStatus, Carrier, Status } from '#contract/reference.ts';
import type { Tx } from '#kernel/context.ts';
import { lookup } from '#kernel/db/lookup.ts';
import { escapeLike, isAny } from '#kernel/db/sql.ts';
import { referenceJobs } from './reference.jobs.ts';

const maxRows = 500;
const byName = (column: string) => sql`${sql.ref(column)} collate by_name`;

export const statuses = lookup<Status>({
  table: 'statuses',
  name: 'title',
  columns: sql`t.id, t.id as value, t.title, t.title as label, t.color`,
  order: sql`t.position`,
  uses: [usedByContacts('status_id')],
  replace: referenceJobs.replace,
  permission: 'reference.manage',
});

export const carriers = lookup<Carrier>({
  table: 'carriers',
  name: 'name',
  columns: sql`t.id, t.name`,
  uses: [usedByContacts('medicare_carrier_id')],
  replace: referenceJobs.replace,
  permission: 'reference.manage',
});

export const listStatuses = async (tx: Tx) => ({ data: await statuses.all(tx) });

export async function listAgentflowStatuses(tx: Tx) {
  const rows = await tx.db
    .selectFrom('agentflow_statuses')
    .select(['id', 'id as value', 'title', 'title as label', 'color', 'group_title as group'])
    .where('company_id', '=', tx.companyId)
    .orderBy('position')
    .orderBy(byName('title'))
    .limit(maxRows)
    .execute();
  return { data: rows as AgentflowStatus[] };
}

export async function listSources(tx: Tx) {
  const rows = await tx.db
    .selectFrom('sources')
    .select(['id', 'title', 'corporations'])
    .where('company_id', '=', tx.companyId)
    .orderBy(byName('title'))
    .limit(maxRows)
    .execute();
  return { data: rows };
}

export async function listCarriers(tx: Tx, { q, ids }: { q: string; ids: number[] }) {
  const wanted = ids.length > 0 ? isAny('id', ids) : sql<boolean>`fold(name) like '%' || fold(${escapeLike(q)}) || '%'`;
  const rows = await tx.db
    .selectFrom('carriers')
    .select(['id', 'name'])
    .where('company_id', '=', tx.companyId)
    .where(wanted)
    .orderBy(byName('name'))
    .limit(50)
    .execute();
  return { data: rows };
}
