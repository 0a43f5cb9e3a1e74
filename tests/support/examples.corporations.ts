// Examples of the calls about corporations.
import { insertId } from '#areas/office/companies/companies.create.ts';
import type * as corporations from '#contract/corporations.ts';
import { uploadEmailFile } from '#contract/emails.ts';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import { pixel } from './examples.emails.ts';
import type { Targets } from './examples.ts';
import type { Client, Sent, TestServer } from './server.ts';

type CorporationCalls = {
  [Name in keyof typeof corporations as (typeof corporations)[Name] extends Endpoint ? Name : never]: Sent<
    (typeof corporations)[Name]
  >;
};

/** One of the company, which campaigns and wallets name: a company keeps few. */
export async function aCorporation(db: TestServer['operator']['db'], company_id: number): Promise<number> {
  const name = 'Named by others';
  const known = await db
    .selectFrom('corporations')
    .select('id')
    .where('company_id', '=', company_id)
    .where('name', '=', name)
    .executeTakeFirst();
  return known?.id ?? insertId(db, 'corporations', { company_id, name });
}

/** One with a logo, and one that nothing names. `name`: in clear. */
export async function someCorporations(
  { operator: { db } }: TestServer,
  company_id: number,
  client: Client,
  { name, unit }: { name: string; unit: number },
) {
  const profile = await insertId(db, 'corporations', { company_id, name: `Profile ${name}`, business_unit_id: unit });
  // Not every client may store a logo: another file of theirs becomes it.
  const { id: fileId } = await client.call(uploadEmailFile, { files: { file: pixel } });
  const logo = await db
    .updateTable('files')
    .set({ kind: 'corporation logo', owner_id: profile })
    .where('company_id', '=', company_id)
    .where('kind', '=', 'email file')
    .where('owner_id', '=', fileId)
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.deleteFrom('email_files').where('company_id', '=', company_id).where('id', '=', fileId).execute();
  await db
    .updateTable('corporations')
    .set({ logo_id: logo.id, profile: JSON.stringify({ description: name }) })
    .where('company_id', '=', company_id)
    .where('id', '=', profile)
    .execute();
  // A company keeps few.
  await db.deleteFrom('corporations').where('company_id', '=', company_id).where('name', 'like', 'Empty %').execute();
  return {
    profileCorporation: profile,
    emptyCorporation: await insertId(db, 'corporations', { company_id, name: `Empty ${name}`, business_unit_id: unit }),
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
