import * as contract from '#contract/compliance.ts';
import * as rules from '#contract/complianceRules.ts';
import * as suppressions from '#contract/suppressions.ts';
import { inTenant } from '#kernel/context.ts';
import { routes } from '#kernel/http/routes.ts';
import { listConsents, recordConsent } from './compliance.consents.ts';
import { listDoNotCallLists, removeDoNotCallList, uploadDoNotCallList } from './compliance.doNotCall.ts';
import { estimate, listEstimated } from './compliance.estimate.ts';
import { createRule, endRule, getComplianceState, listRules, updatePostalAddress } from './compliance.rules.ts';
import { decideOnContact } from './compliance.service.ts';
import { createSuppression, liftSuppression, listSuppressions } from './compliance.suppressions.ts';

export const complianceRoutes = [
  ...routes(contract, {
    getMayContact: (ctx, { params, query }) => inTenant(ctx, (tx) => decideOnContact(tx, params.id, query)),
    listContactConsents: (ctx, { params, query }) => inTenant(ctx, (tx) => listConsents(tx, params.id, query)),
    recordContactConsent: (ctx, { params, body }) => inTenant(ctx, (tx) => recordConsent(tx, params.id, body)),
    estimateContacts: (ctx, { body }) => inTenant(ctx, (tx) => estimate(tx, body)),
    listEstimatedContacts: (ctx, { body }) => inTenant(ctx, (tx) => listEstimated(tx, body)),
  }),
  ...routes(rules, {
    listComplianceRules: (ctx, { query }) => inTenant(ctx, (tx) => listRules(tx, query.on)),
    createComplianceRule: (ctx, { body }) => inTenant(ctx, (tx) => createRule(tx, body)),
    endComplianceRule: (ctx, { params }) => inTenant(ctx, (tx) => endRule(tx, params.id)),
    getComplianceState: (ctx) => inTenant(ctx, getComplianceState),
    updatePostalAddress: (ctx, { body }) => inTenant(ctx, (tx) => updatePostalAddress(tx, body.postal_address)),
  }),
  ...routes(suppressions, {
    listSuppressions: (ctx, { query }) => inTenant(ctx, (tx) => listSuppressions(tx, query)),
    createSuppression: (ctx, { body }) => inTenant(ctx, (tx) => createSuppression(tx, body)),
    liftSuppression: (ctx, { params, body }) => inTenant(ctx, (tx) => liftSuppression(tx, params.id, body.note)),
    listDoNotCallLists: (ctx) => inTenant(ctx, listDoNotCallLists),
    uploadDoNotCallList: (ctx, { body, files: [file] }) => inTenant(ctx, (tx) => uploadDoNotCallList(tx, file, body)),
    removeDoNotCallList: (ctx, { params }) => inTenant(ctx, (tx) => removeDoNotCallList(tx, params.id)),
  }),
];
