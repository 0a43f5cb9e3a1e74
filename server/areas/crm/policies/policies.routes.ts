import * as contract from '#contract/policies.ts';
import { inTenant } from '#kernel/context.ts';
import { routes } from '#kernel/http/routes.ts';
import { listPolicies } from './policies.lists.ts';
import type { Place } from './policies.queries.ts';
import { createPolicy, getPolicy, removePolicy, restorePolicy, updatePolicy } from './policies.service.ts';

const policy = ({ id, policyId }: { id: number; policyId: number }): Place => ({ kind: 'policy', contactId: id, id: policyId });
const security = ({ id, securityId }: { id: number; securityId: number }): Place => ({
  kind: 'security',
  contactId: id,
  id: securityId,
});

export const policyRoutes = routes(contract, {
  listPolicies: (ctx, { params, query }) => inTenant(ctx, (tx) => listPolicies(tx, 'policy', params.id, query)),
  getPolicy: (ctx, { params }) => inTenant(ctx, (tx) => getPolicy(tx, policy(params))),
  createPolicy: (ctx, { params, body }) => inTenant(ctx, (tx) => createPolicy(tx, 'policy', params.id, body.data)),
  updatePolicy: (ctx, { params, body }) => inTenant(ctx, (tx) => updatePolicy(tx, policy(params), body.data, body.version)),
  deletePolicy: (ctx, { params }) => inTenant(ctx, (tx) => removePolicy(tx, policy(params))),
  restorePolicy: (ctx, { params }) => inTenant(ctx, (tx) => restorePolicy(tx, policy(params))),

  listContactSecurities: (ctx, { params, query }) => inTenant(ctx, (tx) => listPolicies(tx, 'security', params.id, query)),
  getContactSecurity: (ctx, { params }) => inTenant(ctx, (tx) => getPolicy(tx, security(params))),
  createContactSecurity: (ctx, { params, body }) => inTenant(ctx, (tx) => createPolicy(tx, 'security', params.id, body.data)),
  updateContactSecurity: (ctx, { params, body }) =>
    inTenant(ctx, (tx) => updatePolicy(tx, security(params), body.data, body.version)),
  deleteContactSecurity: (ctx, { params }) => inTenant(ctx, (tx) => removePolicy(tx, security(params))),
  restoreContactSecurity: (ctx, { params }) => inTenant(ctx, (tx) => restorePolicy(tx, security(params))),
});
