// The form in the carrier's words, and back: which fields of the form mend what the carrier found wrong.
import { normalPhone } from '#contract/kit/formats.ts';
import type { BrandFacts, CampaignFacts } from '#kernel/telephony/registrar.ts';
import type { StoredRegistration } from './registrations.queries.ts';

const ownerOf = (companyId: number) => `steward company ${companyId}`;

export function brandFacts(companyId: number, { brand, campaign }: StoredRegistration, ein: string): BrandFacts {
  return {
    owner: ownerOf(companyId),
    legalName: brand.legal_name,
    ein,
    businessType: brand.business_type,
    companyType: brand.company_type,
    stock: brand.company_type === 'public' ? { ticker: brand.stock_ticker, exchange: brand.stock_exchange } : null,
    industry: brand.industry,
    website: brand.website,
    address: { street: brand.street, city: brand.city, state: brand.state, zip: brand.zip_code },
    contact: {
      firstName: brand.first_name,
      lastName: brand.last_name,
      title: brand.title,
      position: brand.position,
      email: brand.email,
      phone: normalPhone(brand.phone),
    },
    lowVolume: campaign.use_case === 'LOW_VOLUME',
  };
}

export const campaignFacts = (companyId: number, { campaign }: StoredRegistration): CampaignFacts => ({
  owner: ownerOf(companyId),
  useCase: campaign.use_case,
  description: campaign.description,
  messageFlow: campaign.message_flow,
  samples: campaign.samples,
  optIn: campaign.opt_in,
  optOut: campaign.opt_out,
  help: campaign.help,
  hasLinks: campaign.has_links,
  hasPhones: campaign.has_phones,
});

/** The first that fits a field of the carrier, whose names differ from call to call. */
const words: [pattern: RegExp, field: string][] = [
  [/registration_?(number|identifier)|ein|tax_?id/, 'ein'],
  [/stock_?(symbol|ticker)/, 'brand.stock_ticker'],
  [/stock_?exchange/, 'brand.stock_exchange'],
  [/(business|company|legal)_?name/, 'brand.legal_name'],
  [/business_?type/, 'brand.business_type'],
  [/(company|entity)_?type/, 'brand.company_type'],
  [/industry|vertical/, 'brand.industry'],
  [/website/, 'brand.website'],
  [/street|address/, 'brand.street'],
  [/city/, 'brand.city'],
  [/region|state/, 'brand.state'],
  [/postal/, 'brand.zip_code'],
  [/first_?name/, 'brand.first_name'],
  [/last_?name/, 'brand.last_name'],
  [/business_?title/, 'brand.title'],
  [/job_?position/, 'brand.position'],
  [/e_?mail/, 'brand.email'],
  [/phone_number/, 'brand.phone'],
  [/sample/, 'campaign.samples'],
  [/opt_?in_?message/, 'campaign.opt_in'],
  [/opt_?out/, 'campaign.opt_out'],
  [/help/, 'campaign.help'],
  [/flow|opt_?in|cta|consent|privacy|terms/, 'campaign.message_flow'],
  [/description/, 'campaign.description'],
  [/use_?case/, 'campaign.use_case'],
  [/links?/, 'campaign.has_links'],
  [/phones?/, 'campaign.has_phones'],
];

export const formFields = (fields: readonly string[]): string[] => [
  ...new Set(fields.flatMap((name) => words.find(([pattern]) => pattern.test(name.toLowerCase()))?.[1] ?? [])),
];
