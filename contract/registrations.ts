// A company's registration with the carriers (A2P 10DLC): its brand and its campaign. Without it they take no
// texts from its local numbers.
import { z } from 'zod';
import { endpoint, Line, paces } from './kit/endpoint.ts';
import { normalPhone } from './kit/formats.ts';
import { states } from './lookups.ts';
import {
  businessTypeNames,
  companyTypeNames,
  industryNames,
  jobPositionNames,
  registrationParts,
  registrationStates,
  sampleLimits,
  textLimits,
  useCaseNames,
} from './registrationLists.ts';

const Words = (max: number) => z.string().trim().max(max).default('');

/** As typed: it may be incomplete until it is submitted. */
export const TextBrandDraft = z.object({
  legal_name: Line(255).default(''),
  business_type: z.enum(businessTypeNames).default('llc'),
  company_type: z.enum(companyTypeNames).default('private'),
  /** Of a publicly traded company. */
  stock_ticker: Line(10).default(''),
  stock_exchange: Line(20).default(''),
  industry: z.enum(industryNames).default('INSURANCE'),
  website: Line(200).default(''),
  street: Line(120).default(''),
  city: Line(80).default(''),
  state: Line(2)
    .refine((code) => code === '' || code in states, 'This is not a US state')
    .default(''),
  zip_code: Line(10).default(''),
  first_name: Line(80).default(''),
  last_name: Line(80).default(''),
  title: Line(80).default(''),
  position: z.enum(jobPositionNames).default('CEO'),
  email: Line(254).default(''),
  phone: Line(30).default(''),
});
export type TextBrandDraft = z.output<typeof TextBrandDraft>;

export const TextCampaignDraft = z.object({
  use_case: z.enum(useCaseNames).default('LOW_VOLUME'),
  description: Words(textLimits.description[1]),
  /** How people consent to texts: where, and in which words. */
  message_flow: Words(textLimits.message_flow[1]),
  samples: z.array(Words(textLimits.sample[1])).max(sampleLimits.most).default([]),
  opt_in: Words(textLimits.reply[1]),
  opt_out: Words(textLimits.reply[1]),
  help: Words(textLimits.reply[1]),
  has_links: z.boolean().default(false),
  has_phones: z.boolean().default(false),
});
export type TextCampaignDraft = z.output<typeof TextCampaignDraft>;

const needed = (what: string) => z.string().min(1, `Enter ${what}`);
const between = ([least, most]: readonly [number, number]) =>
  z.string().min(least, `The carriers ask for at least ${least} characters`).max(most);

/** The fields that the carriers require. */
export const TextBrand = TextBrandDraft.extend({
  legal_name: needed('the name as it stands in the letter of the IRS'),
  website: z.url({ protocol: /^https?$/, hostname: z.regexes.domain, error: 'Enter an address, as https://example.com' }),
  street: needed('the street'),
  city: needed('the city'),
  state: needed('the state'),
  zip_code: z.string().regex(/^\d{5}(?:-\d{4})?$/, 'Enter five digits'),
  first_name: needed('the first name'),
  last_name: needed('the last name'),
  title: needed('the title'),
  email: z.email('Enter an e-mail address'),
  phone: z.string().transform(normalPhone).pipe(z.string().min(1, 'This is not a US phone number')),
}).superRefine(({ company_type, stock_ticker, stock_exchange }, refine) => {
  if (company_type !== 'public') return;
  if (!stock_ticker) refine.addIssue({ code: 'custom', path: ['stock_ticker'], message: 'Enter the ticker' });
  if (!stock_exchange) refine.addIssue({ code: 'custom', path: ['stock_exchange'], message: 'Enter the exchange' });
});
export type TextBrand = z.output<typeof TextBrand>;

export const TextCampaign = TextCampaignDraft.extend({
  description: between(textLimits.description),
  message_flow: between(textLimits.message_flow),
  samples: z.array(between(textLimits.sample)).min(sampleLimits.least, 'Give at least two texts').max(sampleLimits.most),
  opt_in: between(textLimits.reply),
  opt_out: between(textLimits.reply),
  help: between(textLimits.reply),
});
export type TextCampaign = z.output<typeof TextCampaign>;

export const RegistrationProblem = z.object({
  /** The carrier's. */
  code: z.string(),
  text: z.string(),
  /** Fields of the form that mend it, as `brand.legal_name`; none: the carrier names none. */
  fields: z.array(z.string()),
});
export type RegistrationProblem = z.output<typeof RegistrationProblem>;

export const TextRegistration = z
  .object({
    state: z.enum(registrationStates),
    /** While it is pending: what the carriers look at. */
    part: z.enum(registrationParts).nullable(),
    version: z.int(),
    brand: TextBrandDraft,
    campaign: TextCampaignDraft,
    /** The last four digits of the tax number (EIN); the number itself is never shown again. */
    ein_end: z.string(),
    /** Why it failed. */
    problems: z.array(RegistrationProblem),
    /** Null: a brand of low volume has none. */
    trust_score: z.int().nullable(),
    segments_per_second: z.number(),
    t_mobile_per_day: z.int().nullable(),
    submitted_at: z.string().nullable(),
    approved_at: z.string().nullable(),
    /** When the carriers were last asked. */
    asked_at: z.string().nullable(),
    /** Since when they refuse texts as unregistered (30034), although it is approved here. */
    refused_since: z.string().nullable(),
    /** Active numbers of the company, and those that belong to the campaign. */
    numbers: z.object({ active: z.int(), registered: z.int(), failed: z.int() }),
    /** Whether this installation can register. */
    available: z.boolean(),
    is_sandbox: z.boolean(),
    /** The brand is approved and stays as it is. */
    brand_known: z.boolean(),
    can: z.object({ edit: z.boolean(), submit: z.boolean() }),
  })
  .meta({ id: 'TextRegistration' });
export type TextRegistration = z.output<typeof TextRegistration>;

const permission = 'compliance.manage';

export const getTextRegistration = endpoint({
  method: 'GET',
  path: '/v1/admin/sms/registration',
  summary: 'The company’s registration for texts with the carriers: brand, campaign, and what the carriers said',
  permission,
  response: TextRegistration,
  rateLimit: paces.look,
});

export const saveTextRegistration = endpoint({
  method: 'PUT',
  path: '/v1/admin/sms/registration',
  summary: 'Keep the form; it may be incomplete. Not while the carriers look at it',
  permission,
  oneself: true,
  body: z.object({
    version: z.int(),
    brand: TextBrandDraft,
    campaign: TextCampaignDraft,
    /** Nine digits. Absent: as before. */
    ein: Line(20)
      .transform((text) => text.replace(/[\s-]/g, ''))
      .pipe(z.string().regex(/^\d{9}$/, 'An EIN has nine digits'))
      .optional(),
  }),
  response: TextRegistration,
  errors: ['registrations.stale', 'registrations.locked'],
  rateLimit: paces.edit,
});

export const submitTextRegistration = endpoint({
  method: 'POST',
  path: '/v1/admin/sms/registration/submit',
  summary: 'Send the kept form to the carriers; they answer in some days, in the demo in half a minute',
  permission,
  oneself: true,
  once: true,
  body: z.object({ version: z.int() }),
  response: TextRegistration,
  status: 202,
  errors: ['registrations.stale', 'registrations.locked', 'registrations.not_configured'],
  rateLimit: paces.edit,
});
