// Examples of the calls about phone numbers.
import { randomInt } from 'node:crypto';
import { insertId } from '#areas/office/companies/companies.create.ts';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import type * as phoneNumbers from '#contract/phoneNumbers.ts';
import type { Targets } from './examples.ts';
import type { Sent, TestServer } from './server.ts';

type PhoneNumberCalls = {
  [Name in keyof typeof phoneNumbers as (typeof phoneNumbers)[Name] extends Endpoint ? Name : never]: Sent<
    (typeof phoneNumbers)[Name] & Endpoint
  >;
};

/** Nobody holds a number twice. */
let last = randomInt(2_000_000, 9_000_000);

/** One of the user's own, one of the company, and one that was given up. `city`: in clear. */
export async function somePhoneNumbers({ operator: { db } }: TestServer, company_id: number, user_id: number, city: string) {
  const one = async (more: object) => {
    const number = `786${++last}`;
    const dates = { bought_at: new Date(), rent_due_at: new Date(Date.now() + 86_400_000) };
    const row = { company_id, number, user_id, payer_id: user_id, provider_id: `PN${number}`, city, ...dates, ...more };
    return insertId(db, 'phone_numbers', row);
  };
  const release_at = new Date(Date.now() + 86_400_000);
  await one({ user_id: null });
  return { phoneNumber: await one({}), givenUpNumber: await one({ state: 'quarantined', release_at }) };
}

export function phoneNumberCalls(to: Targets): PhoneNumberCalls {
  const one = { params: { id: to.phoneNumber } };
  return {
    searchPhoneNumbers: { query: { query: '212' } },
    listOwnPhoneNumbers: {},
    purchasePhoneNumber: { body: { phone_number: '(212) 555-0150', use_wallet: true, for_company: false } },
    updateOwnPhoneNumber: { ...one, body: { default_sender: true, dialer: true } },
    giveUpPhoneNumber: one,
    listPhoneNumbers: { query: { q: '786', page: 1, limit: 5, state: 'active' } },
    assignPhoneNumber: { ...one, body: { user_id: to.colleague } },
    releasePhoneNumber: one,
    keepPhoneNumber: { params: { id: to.givenUpNumber } },
  };
}
