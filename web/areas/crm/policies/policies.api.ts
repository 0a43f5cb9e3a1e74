// The two lists of a contact: their calls, and what they are called.
import {
  createContactSecurity,
  createPolicy,
  deleteContactSecurity,
  deletePolicy,
  getContactSecurity,
  getPolicy,
  listContactSecurities,
  listPolicies,
  restoreContactSecurity,
  restorePolicy,
  updateContactSecurity,
  updatePolicy,
} from '#contract/policies.ts';

export const lists = {
  policy: {
    one: 'policy',
    many: 'policies',
    title: 'Policies',
    number: 'Policy number',
    list: listPolicies,
    get: getPolicy,
    create: createPolicy,
    update: updatePolicy,
    remove: deletePolicy,
    restore: restorePolicy,
  },
  security: {
    one: 'security',
    many: 'securities',
    title: 'Securities',
    number: 'Account number',
    list: listContactSecurities,
    get: getContactSecurity,
    create: createContactSecurity,
    update: updateContactSecurity,
    remove: deleteContactSecurity,
    restore: restoreContactSecurity,
  },
} as const;
export type PolicyList = (typeof lists)[keyof typeof lists];

/** The path of a row in either list. */
export const at = (contactId: number, id: number) => ({ id: contactId, policyId: id, securityId: id });
