// Examples of the calls about policies and securities.
import { insertId } from '#areas/office/companies/companies.create.ts';
import type { CallOf, Endpoint } from '#contract/kit/endpoint.ts';
import type * as policies from '#contract/policies.ts';
import type { Targets } from './examples.ts';
import type { TestServer } from './server.ts';

type PolicyCalls = {
  [Name in keyof typeof policies as (typeof policies)[Name] extends Endpoint ? Name : never]: CallOf<(typeof policies)[Name]>;
};

/** One of each kind, and one of each that was removed. `product`: in clear in all of them. */
export async function somePolicies({ operator: { db } }: TestServer, company_id: number, contact_id: number, product: string) {
  const add = (kind: 'policy' | 'security', removed?: Date) =>
    insertId(db, 'policies', { company_id, contact_id, kind, product, deleted_at: removed ?? null });
  return {
    policy: await add('policy'),
    security: await add('security'),
    removedPolicy: await add('policy', new Date()),
    removedSecurity: await add('security', new Date()),
  };
}

export function policyCalls(to: Targets): PolicyCalls {
  const contact = { params: { id: to.contact } };
  const policy = (policyId: number) => ({ params: { id: to.contact, policyId } });
  const security = (securityId: number) => ({ params: { id: to.contact, securityId } });
  const data = {
    carrier_id: to.carrier,
    product: 'Term 20',
    category_id: to.category,
    number: 'AB-1234-55',
    premium: '125.50',
    premium_mode: 'monthly' as const,
    effective_date: '2026-01-01',
    renewal_date: '2027-01-01',
    status: 'in_force' as const,
    beneficiaries: [
      { name: 'Ann', relation: 'Wife', share: 33.33 },
      { name: 'Tom', share: 66.67 },
    ],
    agent_id: to.colleague,
    commission: '40',
  };
  const list = { ...contact, query: { page: 1, limit: 5 } };
  return {
    listPolicies: list,
    getPolicy: policy(to.policy),
    createPolicy: { ...contact, body: { data } },
    updatePolicy: { ...policy(to.policy), body: { data: { ...data, premium: null } } },
    deletePolicy: policy(to.policy),
    restorePolicy: policy(to.removedPolicy),
    listContactSecurities: list,
    getContactSecurity: security(to.security),
    createContactSecurity: { ...contact, body: { data } },
    updateContactSecurity: { ...security(to.security), body: { data: { ...data, product: 'Fund' } } },
    deleteContactSecurity: security(to.security),
    restoreContactSecurity: security(to.removedSecurity),
  };
}
