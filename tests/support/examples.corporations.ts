// Examples of the calls about corporations.
import { insertId } from '#areas/office/companies/companies.create.ts';
import * as corporations from '#contract/corporations.ts';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import { pixel } from './examples.emails.ts';
import type { Targets } from './examples.ts';
import type { Client, Sent, TestServer } from './server.ts';

type CorporationCalls = {
  [Name in keyof typeof corporations as (typeof corporations)[Name] extends Endpoint ? Name : never]: Sent<
    (typeof corporations)[Name]
  >;
};

/** One with a logo, and one that nothing names. `name`: in clear. */
export async function someCorporations({ operator: { db } }: TestServer, company_id: number, client: Client, name: string) {
  const profile = await insertId(db, 'corporations', { company_id, name: `Profile ${name}` });
  await client.call(corporations.updateCorporation, {
    params: { id: profile },
    body: { description: name },
    files: { logo: pixel },
  });
  return {
    profileCorporation: profile,
    emptyCorporation: await insertId(db, 'corporations', { company_id, name: `Empty ${name}` }),
  };
}

export function corporationCalls(to: Targets): CorporationCalls {
  const corporation = { params: { id: to.profileCorporation } };
  const body = {
    type: 'partner' as const,
    color_1: '#1c7ed6',
    domain_name: 'example.com',
    facebook: 'facebook.com/harbor',
    faqs: [{ question: 'When are you open?', answer: 'From nine' }],
    business_unit_id: to.businessUnit,
    user_id: to.colleague,
  };
  return {
    listCorporations: {
      query: { q: 'profile', type: 'agency', business_unit_ids: [to.businessUnit], for_campaign_triggers: false },
    },
    getCorporation: { ...corporation, query: {} },
    createCorporation: { body: { name: `Corporation ${crypto.randomUUID()}`, ...body } },
    updateCorporation: { ...corporation, body },
    deleteCorporation: { params: { id: to.emptyCorporation } },
    downloadCorporationLogo: { ...corporation, query: {} },
  };
}
