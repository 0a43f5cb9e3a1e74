// Agentflow statuses and their groups: a status names its group by title. A missing group is created; a group without statuses is deleted.
import { sql } from 'kysely';
import { mustKnowUnit } from '#areas/identity/users/users.service.ts';
import type { AgentflowStatus, AgentflowStatusCreate, AgentflowStatusGroup, AgentflowStatusUpdate } from '#contract/reference.ts';
import type { Tx } from '#kernel/context.ts';
import { lookup } from '#kernel/db/lookup.ts';
import { referenceJobs } from './reference.jobs.ts';
import { agentflowStatuses } from './reference.service.ts';

export const agentflowGroups = lookup<AgentflowStatusGroup>({
  table: 'agentflow_status_groups',
  name: 'title',
  columns: sql`t.id, t.title, t.position`,
  order: sql`t.position`,
  replace: referenceJobs.replace,
  permission: 'reference.manage',
});

export async function createAgentflowStatus(tx: Tx, { group, ...values }: AgentflowStatusCreate): Promise<AgentflowStatus> {
  await mustKnowUnit(tx, values.business_unit_id);
  return agentflowStatuses.create(tx, { ...values, group_id: await findOrCreateGroup(tx, group) });
}

export async function updateAgentflowStatus(
  tx: Tx,
  id: number,
  { group, ...values }: AgentflowStatusUpdate,
): Promise<AgentflowStatus> {
  await agentflowStatuses.get(tx, id);
  await mustKnowUnit(tx, values.business_unit_id);
  const group_id = group === undefined ? undefined : await findOrCreateGroup(tx, group);
  const status = await agentflowStatuses.update(tx, id, { ...values, group_id });
  await dropEmptyGroups(tx);
  return status;
}

export async function deleteAgentflowStatus(tx: Tx, id: number, how: { replace_with?: number | undefined }): Promise<void> {
  await agentflowStatuses.remove(tx, id, how);
  await dropEmptyGroups(tx);
}

async function findOrCreateGroup(tx: Tx, title: string): Promise<number> {
  const [found] = await agentflowGroups.all(tx, sql`t.key = fold(${title})`);
  return (found ?? (await agentflowGroups.create(tx, { title }))).id;
}

const dropEmptyGroups = (tx: Tx) =>
  sql`delete from agentflow_status_groups g where g.company_id = ${tx.companyId} and not exists (
    select from agentflow_statuses s where s.company_id = ${tx.companyId} and s.group_id = g.id)`.execute(tx.db);
