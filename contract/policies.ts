// Policies and securities of a contact: one shape, two lists.
import { z } from 'zod';
import { Day, endpoint, Flag, Id, Limit, Line, Nothing, Page, Paged, PathId, paces } from './kit/endpoint.ts';
import { hundredths } from './kit/formats.ts';
import { policyStatuses, premiumModes } from './policyLists.ts';
import { Person } from './users.ts';

/** Dollars as a decimal string with up to four places: no float rounds it. */
export const Money = z
  .string()
  .trim()
  .regex(/^\d{1,10}(\.\d{1,4})?$/, 'Enter an amount such as 125.50');

/** `share` is a percentage with up to two places. */
const Beneficiary = z.object({
  name: Line(120).min(1, 'Enter a name'),
  relation: Line(60).default(''),
  share: z
    .number()
    .gt(0, 'Enter a share above 0')
    .max(100, 'A share is at most 100 percent')
    .refine((share) => hundredths(share) / 100 === share, 'At most two decimal places'),
});
export type Beneficiary = z.output<typeof Beneficiary>;

/** An absent field stays; `null` clears. */
const writable = {
  carrier_id: Id.nullable(),
  product: Line(200),
  /** One of the company's categories. */
  category_id: Id.nullable(),
  number: Line(60).refine((number) => !number.includes('•'), 'Enter the whole number'),
  premium: Money.nullable(),
  premium_mode: z.enum(premiumModes).nullable(),
  effective_date: Day.nullable(),
  renewal_date: Day.nullable(),
  termination_date: Day.nullable(),
  status: z.enum(policyStatuses),
  /** Their shares are 100 percent together. */
  beneficiaries: z
    .array(Beneficiary)
    .max(20)
    .refine(
      (all) => all.length === 0 || all.reduce((sum, { share }) => sum + hundredths(share), 0) === 10_000,
      'The shares must be 100 percent together',
    ),
  /** The writing agent: a user of the company. */
  agent_id: Id.nullable(),
  commission: Money.nullable(),
};

export const PolicyUpdate = z.object(writable).partial();
export type PolicyUpdate = z.output<typeof PolicyUpdate>;

export const PolicyCreate = PolicyUpdate.refine(({ carrier_id, product }) => Boolean(carrier_id || product), {
  path: ['product'],
  message: 'Enter a carrier or a product',
});

/** Policies and securities alike. */
export const Policy = z
  .object({
    id: Id,
    carrier: z.object({ id: Id, name: z.string() }).nullable(),
    product: z.string(),
    category_id: Id.nullable(),
    /** In lists all but the last four characters are masked; alone it is in clear for users with `policies.numbers`. */
    number: z.string(),
    premium: z.string().nullable(),
    premium_mode: z.enum(premiumModes).nullable(),
    effective_date: z.string().nullable(),
    renewal_date: z.string().nullable(),
    termination_date: z.string().nullable(),
    status: z.enum(policyStatuses),
    beneficiaries: z.array(z.object({ name: z.string(), relation: z.string(), share: z.number() })),
    agent: Person.nullable(),
    commission: z.string().nullable(),
    created_at: z.string(),
    updated_at: z.string(),
    can: z.object({ update: z.boolean(), see_number: z.boolean() }),
  })
  .meta({ id: 'Policy' });
export type Policy = z.output<typeof Policy>;

/** The calls of one of the two lists. `key` names a row in the path. */
function recordCalls<const Key extends 'policyId' | 'securityId'>(rows: 'policies' | 'securities', one: string, key: Key) {
  const path: `/${string}` = `/v1/contacts/:id/${rows}`;
  const byRow: `/${string}` = `${path}/:${key}`;
  const Of = z.object({ id: PathId });
  const By = Of.extend({ [key]: PathId } as Record<Key, typeof PathId>);
  return {
    list: endpoint({
      method: 'GET',
      path,
      summary: `The ${rows} of a contact, those in force first; \`id\` asks for one of them, \`removed\` for those that can be restored`,
      permission: 'policies.read',
      params: Of,
      query: z.object({ id: PathId.optional(), removed: Flag.default(false), limit: Limit(25), page: Page }),
      response: Paged(Policy),
    }),
    get: endpoint({
      method: 'GET',
      path: byRow,
      summary: `One ${one}; where its number is in clear, the audit log says who saw it`,
      permission: 'policies.read',
      params: By,
      response: Policy,
    }),
    create: endpoint({
      method: 'POST',
      path,
      summary: `Add a ${one}. A contact with one in force is a client`,
      permission: 'policies.update',
      params: Of,
      body: z.object({ data: PolicyCreate }),
      response: Policy,
      status: 201,
      rateLimit: paces.edit,
    }),
    update: endpoint({
      method: 'PATCH',
      path: byRow,
      summary: `Change a ${one}: what is left out stays`,
      permission: 'policies.update',
      params: By,
      /** `version`: the `updated_at` that the change is based on. Left out, the last change wins. */
      body: z.object({ data: PolicyUpdate, version: Line(40).optional() }),
      response: Policy,
      errors: ['policies.stale'],
      rateLimit: paces.edit,
    }),
    remove: endpoint({
      method: 'DELETE',
      path: byRow,
      summary: `Remove a ${one}; it can be restored`,
      permission: 'policies.update',
      params: By,
      response: Nothing,
      rateLimit: paces.edit,
    }),
    restore: endpoint({
      method: 'POST',
      path: `${byRow}/restore`,
      summary: `Restore a removed ${one}`,
      permission: 'policies.update',
      params: By,
      response: Policy,
      rateLimit: paces.edit,
    }),
  };
}

export const {
  list: listPolicies,
  get: getPolicy,
  create: createPolicy,
  update: updatePolicy,
  remove: deletePolicy,
  restore: restorePolicy,
} = recordCalls('policies', 'policy', 'policyId');

export const {
  list: listContactSecurities,
  get: getContactSecurity,
  create: createContactSecurity,
  update: updateContactSecurity,
  remove: deleteContactSecurity,
  restore: restoreContactSecurity,
} = recordCalls('securities', 'security', 'securityId');
