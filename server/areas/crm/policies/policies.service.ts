// Policies and securities of a contact: adding, changing, removing and restoring one.
import { sql } from 'kysely';
import { getContactById, lockContact, mustAllowUpdate, tellChanged, todayOfActor } from '#areas/crm/contacts/contacts.service.ts';
import { listAssignees } from '#areas/identity/users/users.service.ts';
import type { Policy, PolicyUpdate } from '#contract/policies.ts';
import { audit } from '#kernel/audit.ts';
import type { Tx } from '#kernel/context.ts';
import { fail, wrong } from '#kernel/errors.ts';
import { journalChange, journalPolicy } from './policies.journal.ts';
import { followPolicies } from './policies.kinds.ts';
import {
  columnsOf,
  getStored,
  insertPolicy,
  type Kind,
  numberOf,
  type Place,
  present,
  type StoredPolicy,
  updatePolicyColumns,
} from './policies.queries.ts';

export { listRenewals } from './policies.lists.ts';
export { policyNumber } from './policies.queries.ts';
export { usedByPolicies } from './policies.uses.ts';
export { followPolicies };

/** One row. Its number is in clear for those who may see it, and the audit log says who did. */
export async function getPolicy(tx: Tx, place: Place): Promise<Policy> {
  const { can } = await getContactById(tx, place.contactId);
  const stored = await getStored(tx, place);
  if (!stored.number_sealed || !tx.actor.has('policies.numbers')) return present(tx, stored, can);
  await audit(tx, {
    action: 'policies.number_viewed',
    of: { type: 'contact', id: place.contactId },
    after: { [place.kind]: place.id },
  });
  return present(tx, stored, can, numberOf(tx, stored));
}

export async function createPolicy(tx: Tx, kind: Kind, contactId: number, data: PolicyUpdate): Promise<Policy> {
  const contact = await lockContact(tx, contactId);
  mustAllowUpdate(tx, contact);
  await mustKnow(tx, data);
  const id = await insertPolicy(tx, { ...columnsOf(tx, data), contact_id: contactId, kind });
  const place = { kind, contactId, id };
  const stored = await getStored(tx, place);
  await mustFitTogether(tx, stored);
  await journalPolicy(tx, place, 'added', stored);
  await followPolicies(tx, [contactId]);
  await tellChanged(tx, contactId, contact);
  return present(tx, stored, { update: true });
}

/** `version`: the `updated_at` that the change is based on. */
export async function updatePolicy(tx: Tx, place: Place, data: PolicyUpdate, version?: string): Promise<Policy> {
  const contact = await lockContact(tx, place.contactId);
  mustAllowUpdate(tx, contact);
  const old = await getStored(tx, place);
  if (version !== undefined && version !== old.updated_at) throw fail('policies.stale');
  await mustKnow(tx, data, old);
  await updatePolicyColumns(tx, place.id, columnsOf(tx, data));
  const stored = await getStored(tx, place);
  await mustFitTogether(tx, stored);
  if (await journalChange(tx, place, old, stored)) {
    await followPolicies(tx, [place.contactId]);
    await tellChanged(tx, place.contactId, contact);
  }
  return present(tx, stored, { update: true });
}

export async function removePolicy(tx: Tx, place: Place): Promise<void> {
  await setRemoved(tx, place, true);
}

export async function restorePolicy(tx: Tx, place: Place): Promise<Policy> {
  await setRemoved(tx, place, false);
  return present(tx, await getStored(tx, place), { update: true });
}

async function setRemoved(tx: Tx, place: Place, removed: boolean): Promise<void> {
  const contact = await lockContact(tx, place.contactId);
  mustAllowUpdate(tx, contact);
  const stored = await getStored(tx, place, { removed: !removed });
  await updatePolicyColumns(tx, place.id, { deleted_at: removed ? tx.clock() : null });
  await journalPolicy(tx, place, removed ? 'removed' : 'restored', stored);
  await followPolicies(tx, [place.contactId]);
  await tellChanged(tx, place.contactId, contact);
}

const tables = { carrier_id: 'carriers', category_id: 'categories' } as const;

/** Ids must be the company's own, and the writing agent one whom the user may choose: a wrong one is an error of its field. */
async function mustKnow(tx: Tx, data: PolicyUpdate, old?: StoredPolicy): Promise<void> {
  const errors: Record<string, string[]> = {};
  for (const [field, table] of Object.entries(tables)) {
    const id = data[field as keyof typeof tables];
    if (!id) continue;
    const { rows } = await sql`select from ${sql.table(table)} where company_id = ${tx.companyId} and id = ${id}`.execute(tx.db);
    if (rows.length === 0) errors[`data.${field}`] = ['This is no longer on the list'];
  }
  const { agent_id } = data;
  if (agent_id && agent_id !== old?.agent?.id && (await listAssignees(tx, { q: '', ids: [agent_id] })).data.length === 0)
    errors['data.agent_id'] = ['You cannot choose this person'];
  if (Object.keys(errors).length > 0) throw fail('invalid', { errors });
}

async function mustFitTogether(tx: Tx, stored: StoredPolicy): Promise<void> {
  const { carrier, product, status, effective_date, renewal_date, termination_date } = stored;
  const refuse = (field: string, text: string) => wrong(`data.${field}`, text);
  if (!carrier && !product) throw refuse('product', 'Enter a carrier or a product');
  if (effective_date && termination_date && termination_date < effective_date)
    throw refuse('termination_date', 'This is before the effective date');
  if (effective_date && renewal_date && renewal_date < effective_date)
    throw refuse('renewal_date', 'This is before the effective date');
  if (status === 'in_force' && termination_date && termination_date < (await todayOfActor(tx)))
    throw refuse('status', 'This ended on its termination date and is not in force');
}
