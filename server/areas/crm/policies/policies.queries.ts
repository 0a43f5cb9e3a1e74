// Loading and writing policies and securities, of one contact at a time.
import { type Insertable, sql, type Updateable } from 'kysely';
import { dollars, maskAllButLast, policyNumberKey, tenThousandths } from '#contract/kit/formats.ts';
import type { Beneficiary, Policy, PolicyUpdate } from '#contract/policies.ts';
import type { Tx } from '#kernel/context.ts';
import type { Policies } from '#kernel/db/database.generated.ts';
import { allOf, type Condition } from '#kernel/db/sql.ts';
import { fail } from '#kernel/errors.ts';

/** Which of the two lists of a contact. */
export type Kind = 'policy' | 'security';

/** Purpose of the number's seal (kernel/secrets/seal.ts). */
export const policyNumber = 'policy number';

/** The key of one row. */
export interface Place {
  kind: Kind;
  contactId: number;
  id: number;
}

export interface StoredPolicy {
  id: number;
  carrier: { id: number; name: string } | null;
  category_id: number | null;
  agent: { id: number; name: string } | null;
  product: string;
  number_sealed: Buffer | null;
  number_blind: Buffer | null;
  premium: number | null;
  commission: number | null;
  premium_mode: Policy['premium_mode'];
  effective_date: string | null;
  renewal_date: string | null;
  termination_date: string | null;
  status: Policy['status'];
  beneficiaries: Beneficiary[];
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
}

/** From `policies p`. */
export const selectPolicies = (tx: Tx, conditions: Condition[]) => sql<StoredPolicy>`
  select p.id, case when r.id is not null then json_build_object('id', r.id, 'name', r.name) end as carrier, p.category_id,
    case when u.id is not null then json_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name)) end as agent,
    p.product, p.number_sealed, p.number_blind, p.premium, p.commission, p.premium_mode, p.effective_date, p.renewal_date,
    p.termination_date, p.status, p.beneficiaries, p.created_at, p.updated_at, p.deleted_at
  from policies p
  left join carriers r on r.company_id = ${tx.companyId} and r.id = p.carrier_id
  left join users u on u.company_id = ${tx.companyId} and u.id = p.agent_id
  where p.company_id = ${tx.companyId} and ${allOf(conditions)}`;

export const ofContact = ({ kind, contactId }: Omit<Place, 'id'>): Condition[] => [
  sql<boolean>`p.contact_id = ${contactId}`,
  sql<boolean>`p.kind = ${kind}`,
];

/** 404 for one that is removed, or with `removed` for one that is not. */
export async function getStored(tx: Tx, place: Place, { removed = false } = {}): Promise<StoredPolicy> {
  const { rows } = await selectPolicies(tx, [...ofContact(place), sql<boolean>`p.id = ${place.id}`]).execute(tx.db);
  const row = rows[0];
  if (!row || (row.deleted_at !== null) !== removed) throw fail('not_found');
  return row;
}

export const numberOf = (tx: Tx, { number_sealed }: StoredPolicy): string =>
  number_sealed ? tx.seal.openKept(number_sealed, policyNumber, tx.companyId) : '';

/** `number`: in clear or masked; masked where it is left out. */
export function present(
  tx: Tx,
  stored: StoredPolicy,
  may: { update: boolean },
  number = maskAllButLast(numberOf(tx, stored)),
): Policy {
  const { number_sealed, number_blind, deleted_at, premium, commission, ...rest } = stored;
  return {
    ...rest,
    number,
    premium: premium === null ? null : dollars(premium),
    commission: commission === null ? null : dollars(commission),
    can: { update: may.update && tx.actor.has('policies.update'), see_number: tx.actor.has('policies.numbers') },
  };
}

/** Fields of the contract as columns. */
export function columnsOf(tx: Tx, data: PolicyUpdate): Updateable<Policies> {
  const { number, premium, commission, beneficiaries, ...plain } = data;
  const columns: Record<string, unknown> = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined));
  if (premium !== undefined) columns.premium = premium && tenThousandths(premium);
  if (commission !== undefined) columns.commission = commission && tenThousandths(commission);
  if (beneficiaries) columns.beneficiaries = JSON.stringify(beneficiaries);
  if (number !== undefined) {
    const key = policyNumberKey(number);
    columns.number_sealed = number === '' ? null : tx.seal.seal(number, policyNumber, tx.companyId);
    columns.number_blind = key === '' ? null : tx.seal.blind(key, tx.companyId);
  }
  return columns as Updateable<Policies>;
}

export async function insertPolicy(tx: Tx, columns: Updateable<Policies>): Promise<number> {
  const { id } = await tx.db
    .insertInto('policies')
    .values({ ...columns, company_id: tx.companyId } as Insertable<Policies>)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updatePolicyColumns(tx: Tx, id: number, columns: Updateable<Policies>): Promise<void> {
  await tx.db
    .updateTable('policies')
    .set({ ...columns, updated_at: sql<string>`now()` })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .execute();
}
