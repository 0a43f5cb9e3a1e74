// Registrations of the demo's companies: approved, with what the demo's carrier knows of it, or a form that
// only needs to be sent.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { taxNumbers } from '#areas/messaging/registrations/registrations.service.ts';
import type { Db } from '#kernel/db/database.ts';
import type { Seal } from '#kernel/secrets/seal.ts';
import type { Made } from '#kernel/telephony/registrar.ts';

interface Company {
  id: number;
  name: string;
  domain_name: string;
  areaCode: string;
  /** Its administrator. */
  payer: number;
  person: { first_name: string; last_name: string; email: string };
  seal: Seal;
}

/** Its last two digits are the trust score. */
const ein = '591234562';
const onlyCampaign = 'QE2c6890da8086d771620e9b13fadeba0b';

/** `approved`: otherwise it has not been sent. */
export async function seedRegistration(db: Db, company: Company, approved: boolean): Promise<void> {
  const { id, payer, seal } = company;
  const sidOf = (kind: string, part: string) => `${kind}${createHash('md5').update(`${id} ${part}`).digest('hex')}`;
  const [brand, campaign] = [brandOf(company), campaignOf(company)];
  const made = {
    profile: sidOf('BU', 'profile'),
    business: sidOf('IT', 'business'),
    contact: sidOf('IT', 'contact'),
    address: sidOf('AD', 'address'),
    document: sidOf('RD', 'document'),
    product: sidOf('BU', 'product'),
    facts: sidOf('IT', 'facts'),
    sent: 'yes',
    brand: sidOf('BN', 'brand'),
    service: sidOf('MG', 'service'),
    campaign: onlyCampaign,
  } satisfies Made;
  await db
    .insertInto('text_registrations')
    .values({
      company_id: id,
      brand: JSON.stringify(brand),
      campaign: JSON.stringify(campaign),
      ein_sealed: seal.seal(ein, taxNumbers, id),
      ein_end: ein.slice(-4),
      ...(approved && {
        state: 'approved',
        part: 'campaign',
        carrier: JSON.stringify(made),
        trust_score: Number(ein.slice(-2)),
        submitted_at: sql<string>`now() - interval '40 days'`,
        submitted_by: payer,
        approved_at: sql<string>`now() - interval '36 days'`,
        asked_at: sql<string>`now() - interval '6 hours'`,
        due_at: sql<string>`now() + interval '18 hours'`,
      }),
    })
    .execute();
  if (!approved) return;
  const attributes = JSON.stringify({ business_name: brand.legal_name, business_registration_number: ein });
  const rows: [sid: string, kind: string, form: Record<string, string[]>][] = [
    [
      made.profile,
      '/v1/CustomerProfiles',
      { Status: ['pending-review'], Assigned: [made.business, made.contact, made.document] },
    ],
    [made.business, '/v1/EndUsers', { Type: ['customer_profile_business_information'], Attributes: [attributes] }],
    [made.contact, '/v1/EndUsers', { Type: ['authorized_representative_1'] }],
    [made.address, 'Addresses.json', {}],
    [made.document, '/v1/SupportingDocuments', { Type: ['customer_profile_address'] }],
    [made.product, '/v1/TrustProducts', { Status: ['pending-review'], Assigned: [made.facts, made.profile] }],
    [made.facts, '/v1/EndUsers', { Type: ['us_a2p_messaging_profile_information'] }],
    [made.brand, '/v1/a2p/BrandRegistrations', { CustomerProfileBundleSid: [made.profile], A2PProfileBundleSid: [made.product] }],
    [made.service, '/v1/Services', { FriendlyName: [`steward company ${id}`] }],
    [`${onlyCampaign}:${made.service}`, 'campaign', { MessageSamples: campaign.samples, Description: [campaign.description] }],
  ];
  const values = rows.map(([sid, kind, form]) => ({
    sid,
    kind,
    form: JSON.stringify(form),
    sent_at: sql<string>`now() - interval '40 days'`,
  }));
  await db
    .insertInto('sandbox_registrations')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const brandOf = ({ name, domain_name, areaCode, person }: Company) => ({
  legal_name: `${name} LLC`,
  business_type: 'llc',
  company_type: 'private',
  industry: 'INSURANCE',
  website: `https://www.${domain_name}`,
  street: '1 Harbor Street',
  city: cities[areaCode]?.[0] ?? 'Miami',
  state: cities[areaCode]?.[1] ?? 'FL',
  zip_code: cities[areaCode]?.[2] ?? '33101',
  first_name: person.first_name,
  last_name: person.last_name,
  title: 'Owner',
  position: 'CEO',
  email: person.email,
  phone: `${areaCode}5550100`,
});

const campaignOf = ({ name, domain_name, areaCode }: Company) => ({
  use_case: 'MIXED',
  description: `Agents of ${name} write to clients and to people who asked for a quote: about appointments, policies and open questions.`,
  message_flow: `People tick a box below the form at https://www.${domain_name}/quote: “I agree to texts of ${name} about insurance. Reply STOP to end them.”`,
  samples: [
    `Hi Rosa, this is Ana of ${name}. Is Tuesday at 10 good for your review? Reply STOP to opt out.`,
    `Hi Tom, your new card is in the mail. Questions? Call ${name} at (${areaCode}) 555-0100. Reply STOP to opt out.`,
  ],
  opt_in: `${name}: you get our texts. Reply HELP for help, STOP to opt out.`,
  opt_out: `${name}: you get no more texts from us. Reply START to begin again.`,
  help: `${name}: call (${areaCode}) 555-0100 or write to help@${domain_name}.`,
  has_links: false,
  has_phones: true,
});

const cities: Record<string, [city: string, state: string, zip: string]> = {
  305: ['Miami', 'FL', '33101'],
  214: ['Dallas', 'TX', '75201'],
  602: ['Phoenix', 'AZ', '85001'],
};
