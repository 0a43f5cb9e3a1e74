// Twilio's registration of a customer for A2P 10DLC: a bundle of facts, a brand, and a campaign on a
// messaging service. Source: Twilio, "A2P 10DLC - Standard and Low-Volume Standard Brand Onboarding Guide for
// ISVs".
import { z } from 'zod';
import type {
  BrandFacts,
  CampaignFacts,
  Keep,
  Made,
  Registrar,
  RegistrarAnswer,
  RegistrarProblem,
} from '#kernel/telephony/registrar.ts';
import { TelephonyRefused } from '#kernel/telephony/telephony.ts';
import { e164, type Form, type TwilioCalls } from './twilio.calls.ts';

const trust = 'https://trusthub.twilio.com/v1';
const messaging = 'https://messaging.twilio.com/v1';
/** Twilio's own, the same for every account: which facts a bundle needs. */
export const policies = { profile: 'RNdfbf3fae0e1107f8aded0e7cead80bf5', product: 'RNb0d4771c2c98518d916a3d4cd70a8f8b' };
/** The one campaign of a service has a fixed name. */
export const onlyCampaign = 'QE2c6890da8086d771620e9b13fadeba0b';

const businessTypes: Record<BrandFacts['businessType'], string> = {
  corporation: 'Corporation',
  llc: 'Limited Liability Corporation',
  partnership: 'Partnership',
  cooperative: 'Co-operative',
  non_profit: 'Non-profit Corporation',
};

const Sid = z.object({ sid: z.string() });
const Fault = z.object({
  error_code: z.coerce.string().catch(''),
  description: z.string().catch(''),
  fields: z.array(z.string()).nullish(),
});
const BrandAnswer = z.object({
  status: z.string(),
  brand_score: z.number().nullish(),
  failure_reason: z.string().nullish(),
  errors: z.array(Fault).nullish(),
});
const CampaignAnswer = z.object({ campaign_status: z.string(), errors: z.array(Fault).nullish() });
const Brands = z.object({ data: z.array(z.object({ sid: z.string(), a2p_profile_bundle_sid: z.string() })) });
const Evaluation = z.object({
  status: z.string(),
  results: z
    .array(
      z.object({
        invalid: z
          .array(
            z.object({
              object_field: z.string().catch(''),
              failure_reason: z.string().catch(''),
              error_code: z.coerce.string().catch(''),
            }),
          )
          .nullish(),
      }),
    )
    .nullish(),
});

/** `primary`: the bundle of the operator's own facts, which vouches for its customers. */
export function twilioRegistrar({ api, call }: TwilioCalls, primary: string): Registrar {
  const create = async (url: string, form: Form) => (await call(Sid, 'POST', url, form)).sid;

  /** Makes what is missing, in its order; each part knows those before it. */
  async function make(made: Made, keep: Keep, parts: [keyof Made, (made: Made) => Promise<string>][]): Promise<Made> {
    let all = made;
    for (const [part, maker] of parts) {
      if (all[part] !== undefined) continue;
      all = { ...all, [part]: await maker(all) };
      await keep(all);
    }
    return all;
  }

  const endUser = (type: string, { owner }: { owner: string }, attributes: object): Form => [
    ['FriendlyName', `${owner} ${type}`],
    ['Type', type],
    ['Attributes', JSON.stringify(attributes)],
  ];

  const assign = (place: string, objects: (string | undefined)[]) =>
    Promise.all(
      objects.map((sid = '') =>
        call(z.unknown(), 'POST', `${trust}/${place}/EntityAssignments`, [['ObjectSid', sid]]).catch(unlessThere),
      ),
    );

  /** A bundle's problems; none: it was sent to be reviewed. */
  async function send(place: string, policy: string): Promise<RegistrarProblem[]> {
    const { status, results } = await call(Evaluation, 'POST', `${trust}/${place}/Evaluations`, [['PolicySid', policy]]);
    if (status === 'compliant') {
      await call(z.unknown(), 'POST', `${trust}/${place}`, [['Status', 'pending-review']]);
      return [];
    }
    const wrong = (results ?? []).flatMap(({ invalid }) => invalid ?? []);
    return wrong.map(({ error_code, failure_reason, object_field }) => ({
      code: error_code,
      text: failure_reason,
      fields: [object_field],
    }));
  }

  const statusOf = async (place: string) => (await call(z.object({ status: z.string() }), 'GET', `${trust}/${place}`)).status;

  async function brandOf(product: string): Promise<string | undefined> {
    const { data } = await call(Brands, 'GET', `${messaging}/a2p/BrandRegistrations?PageSize=1000`);
    return data.find(({ a2p_profile_bundle_sid }) => a2p_profile_bundle_sid === product)?.sid;
  }

  const bundle = (brand: BrandFacts, policy: string): Form => [
    ['FriendlyName', brand.owner],
    ['Email', brand.contact.email],
    ['PolicySid', policy],
  ];

  return {
    async advanceBrand(brand, before, keep) {
      let made = await make(before, keep, [
        ['profile', () => create(`${trust}/CustomerProfiles`, bundle(brand, policies.profile))],
        [
          'business',
          () => create(`${trust}/EndUsers`, endUser('customer_profile_business_information', brand, businessOf(brand))),
        ],
        ['contact', () => create(`${trust}/EndUsers`, endUser('authorized_representative_1', brand, contactOf(brand)))],
        ['address', () => create(`${api}/Addresses.json`, addressOf(brand))],
        ['document', ({ address }) => create(`${trust}/SupportingDocuments`, [
          ['FriendlyName', `${brand.owner} address`],
          ['Type', 'customer_profile_address'],
          ['Attributes', JSON.stringify({ address_sids: address })],
        ])], // biome-ignore format: one part a line
        ['product', () => create(`${trust}/TrustProducts`, bundle(brand, policies.product))],
        ['facts', () => create(`${trust}/EndUsers`, endUser('us_a2p_messaging_profile_information', brand, factsOf(brand)))],
      ]);
      const [profile, product] = [`CustomerProfiles/${made.profile}`, `TrustProducts/${made.product}`];
      if (made.sent === undefined) {
        await assign(profile, [made.business, made.contact, made.document, primary]);
        await assign(product, [made.facts, made.profile]);
        const problems = [...(await send(profile, policies.profile)), ...(await send(product, policies.product))];
        if (problems.length > 0) return { state: 'failed', problems, trustScore: null };
        made = { ...made, sent: 'yes' };
        await keep(made);
      }
      if (made.brand === undefined) {
        for (const place of [profile, product]) {
          const status = await statusOf(place);
          if (status === 'twilio-rejected') return { state: 'failed', problems: [rejected], trustScore: null };
          if (status !== 'twilio-approved') return { state: 'pending', problems: [], trustScore: null };
        }
        const form: Form = [
          ['CustomerProfileBundleSid', made.profile ?? ''],
          ['A2PProfileBundleSid', made.product ?? ''],
          ['BrandType', 'STANDARD'],
          ['SkipAutomaticSecVet', String(brand.lowVolume)],
        ];
        // An earlier call, whose answer was lost, may have made it, and each costs money.
        const sid = (await brandOf(made.product ?? '')) ?? (await create(`${messaging}/a2p/BrandRegistrations`, form));
        made = { ...made, brand: sid };
        await keep(made);
      }
      const answer = await call(BrandAnswer, 'GET', `${messaging}/a2p/BrandRegistrations/${made.brand}`);
      return { ...stated(answer.status, answer.errors, answer.failure_reason), trustScore: answer.brand_score ?? null };
    },
    async correctBrand(brand, made) {
      const change = (sid: string | undefined, attributes: object) =>
        sid && call(z.unknown(), 'POST', `${trust}/EndUsers/${sid}`, [['Attributes', JSON.stringify(attributes)]]);
      await change(made.business, businessOf(brand));
      await change(made.contact, contactOf(brand));
      await change(made.facts, factsOf(brand));
      if (made.address) await call(z.unknown(), 'POST', `${api}/Addresses/${made.address}.json`, addressOf(brand));
      if (made.brand) await call(z.unknown(), 'POST', `${messaging}/a2p/BrandRegistrations/${made.brand}`);
    },
    async advanceCampaign(campaign, before, keep) {
      const made = await make(before, keep, [
        ['service', () => create(`${messaging}/Services`, [
          ['FriendlyName', campaign.owner],
          ['UseInboundWebhookOnNumber', 'true'],
        ])], // biome-ignore format: one part a line
        ['campaign', async ({ service, brand }) => {
          const url = `${messaging}/Services/${service}/Compliance/Usa2p`;
          return create(url, campaignOf(campaign, brand ?? '')).catch((error: unknown) => {
            unlessThere(error);
            return onlyCampaign;
          });
        }], // biome-ignore format: one part a line
      ]);
      const url = `${messaging}/Services/${made.service}/Compliance/Usa2p/${made.campaign}`;
      const { campaign_status, errors } = await call(CampaignAnswer, 'GET', url);
      return stated(campaign_status, errors);
    },
    async withdrawCampaign({ service, campaign }) {
      if (!service || !campaign) return;
      await call(z.unknown(), 'DELETE', `${messaging}/Services/${service}/Compliance/Usa2p/${campaign}`).catch(unlessGone);
    },
    async addNumber({ service }, numberId) {
      await call(z.unknown(), 'POST', `${messaging}/Services/${service}/PhoneNumbers`, [['PhoneNumberSid', numberId]]).catch(
        unlessThere,
      );
    },
  };
}

const rejected: RegistrarProblem = { code: '', text: 'The carrier refused the facts of the company', fields: [] };

/** Already made or assigned: 21710 number in the service, 21712 campaign of the service, 45008 assigned. */
function unlessThere(error: unknown): void {
  if (!(error instanceof TelephonyRefused && ['21710', '21712', '45008', '409'].includes(error.code))) throw error;
}
function unlessGone(error: unknown): void {
  if (!(error instanceof TelephonyRefused && ['20404', '404'].includes(error.code))) throw error;
}

function stated(status: string, errors: z.output<typeof Fault>[] | null | undefined, reason?: string | null): RegistrarAnswer {
  const problems = (errors ?? []).map(({ error_code, description, fields }) => ({
    code: error_code,
    text: description,
    fields: fields ?? [],
  }));
  if (status === 'APPROVED' || status === 'VERIFIED') return { state: 'approved', problems };
  if (status === 'SUSPENDED') return { state: 'suspended', problems };
  if (status !== 'FAILED') return { state: 'pending', problems: [] };
  return { state: 'failed', problems: problems.length > 0 ? problems : [{ ...rejected, text: reason || rejected.text }] };
}

const businessOf = ({ legalName, ein, businessType, companyType, industry, website }: BrandFacts) => ({
  business_name: legalName,
  business_identity: 'direct_customer',
  business_type: businessTypes[businessType],
  business_industry: companyType === 'non_profit' ? 'NOT_FOR_PROFIT' : industry,
  business_registration_identifier: 'EIN',
  business_registration_number: ein,
  business_regions_of_operation: 'USA_AND_CANADA',
  website_url: website,
  social_media_profile_urls: '',
});

const contactOf = ({ contact }: BrandFacts) => ({
  first_name: contact.firstName,
  last_name: contact.lastName,
  email: contact.email,
  phone_number: e164(contact.phone),
  business_title: contact.title,
  job_position: contact.position,
});

const factsOf = ({ companyType, stock, contact }: BrandFacts) => ({
  company_type: companyType,
  ...(stock && { stock_exchange: stock.exchange, stock_ticker: stock.ticker, brand_contact_email: contact.email }),
});

const addressOf = ({ legalName, address }: BrandFacts): Form => [
  ['CustomerName', legalName],
  ['Street', address.street],
  ['City', address.city],
  ['Region', address.state],
  ['PostalCode', address.zip],
  ['IsoCountry', 'US'],
];

const campaignOf = (campaign: CampaignFacts, brand: string): Form => [
  ['BrandRegistrationSid', brand],
  ['UsAppToPersonUsecase', campaign.useCase],
  ['Description', campaign.description],
  ['MessageFlow', campaign.messageFlow],
  ...campaign.samples.map((sample): [string, string] => ['MessageSamples', sample]),
  ['OptInMessage', campaign.optIn],
  ['OptOutMessage', campaign.optOut],
  ['HelpMessage', campaign.help],
  ['OptInKeywords', 'START'],
  ['OptOutKeywords', 'STOP'],
  ['HelpKeywords', 'HELP'],
  ['HasEmbeddedLinks', String(campaign.hasLinks)],
  ['HasEmbeddedPhone', String(campaign.hasPhones)],
];
