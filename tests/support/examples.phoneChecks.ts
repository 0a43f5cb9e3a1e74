// Examples of the checks of phone numbers.
import { insertId } from '#areas/office/companies/companies.create.ts';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import type * as phoneChecks from '#contract/phoneChecks.ts';
import type { Targets } from './examples.ts';
import type { Sent, TestServer } from './server.ts';

type PhoneCheckCalls = {
  [Name in keyof typeof phoneChecks as (typeof phoneChecks)[Name] extends Endpoint ? Name : never]: Sent<
    (typeof phoneChecks)[Name] & Endpoint
  >;
};

/** One that is done. `carrier`: in clear. */
export async function somePhoneChecks(
  { operator: { db } }: TestServer,
  company_id: number,
  contact_id: number,
  asked_by: number,
  carrier: string,
) {
  const done = { company_id, contact_id, asked_by, number: '3055550142', state: 'done', line_type: 'mobile', carrier, cost: 80 };
  return { phoneCheck: await insertId(db, 'phone_verifications', done) };
}

export function phoneCheckCalls(to: Targets): PhoneCheckCalls {
  const contacts = { body: { ids: [to.contact] } };
  return {
    listContactPhones: { params: { id: to.contact } },
    checkPhone: { body: { contact_id: to.contact, phone_number: '305-555-0142' } },
    estimatePhoneChecks: contacts,
    purchasePhoneChecks: contacts,
    checkPhonesOfGroup: contacts,
    listPhoneChecks: { query: { q: '305', page: 1, limit: 5, order: 'ASC', order_field: 'phone_number' } },
  };
}
