// Corporations: the business profiles under which sources are worked, each with an office and a web page.
import { z } from 'zod';
import { corporationTypes, maxPageTexts } from './corporationLists.ts';
import { ById, endpoint, Flag, Id, Line, List, many, Nothing, PathId, paces } from './kit/endpoint.ts';
import { Person } from './users.ts';
import { pageLinks } from './webpageParts.ts';

const Faq = z.object({ question: Line(200).min(1, 'Write the question'), answer: Line(600) });
const News = z.object({ title: Line(200).min(1, 'Write the title'), text: Line(600) });

const linkTexts = Object.fromEntries(pageLinks.map((name) => [name, z.string()])) as Record<
  (typeof pageLinks)[number],
  z.ZodString
>;

export const Corporation = z
  .object({
    id: Id,
    type: z.enum(corporationTypes),
    name: z.string(),
    description: z.string(),
    domain_name: z.string(),
    /** `#1c7ed6`, or '' for the company's own. */
    color_1: z.string(),
    color_2: z.string(),
    color_3: z.string(),
    faqs: z.array(z.object({ question: z.string(), answer: z.string() })),
    latest_news: z.array(z.object({ title: z.string(), text: z.string() })),
    /** Null: every unit's. */
    business_unit_id: Id.nullable(),
    languages_spoken: z.string(),
    office_hours: z.string(),
    office_address: z.string(),
    office_city: z.string(),
    office_state: z.string(),
    office_zip_code: z.string(),
    office_phone: z.string(),
    office_email: z.string(),
    ...linkTexts,
    /** Of a measuring service, such as G-ABC123. */
    tracking_code: z.string(),
    webpage_active: z.boolean(),
    /** The user in charge. */
    user: Person.nullable(),
    /** The logo's URL. */
    logo: z.string().nullable(),
    /** Sources that are worked under it. */
    sources: z.int(),
    /** Counts its edits. */
    version: z.int(),
  })
  .meta({ id: 'Corporation' });
export type Corporation = z.output<typeof Corporation>;

const Empty = z.literal('');
/** `''`, or an address; without a scheme it is https. */
const Address = Line(300)
  .transform((text) => (text === '' || /^https:\/\//i.test(text) ? text : `https://${text.replace(/^http:\/\//i, '')}`))
  .pipe(z.union([Empty, z.url({ hostname: z.regexes.domain, error: 'This is not a web address' })]));
const Color = z.union([Empty, Line(7).regex(/^#[0-9a-f]{6}$/i, 'Write a colour as #1c7ed6')]);
const YesNo = z.preprocess((value) => (value === 'true' ? true : value === 'false' ? false : value), z.boolean());
const NullableId = z.preprocess(
  (value) =>
    value === '' || value === 'null' ? null : typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value,
  Id.nullable(),
);

/** A list, or its JSON text. */
const asJson = <S extends z.ZodType>(item: S) =>
  z.preprocess((value, context) => {
    if (typeof value !== 'string') return value;
    if (value.trim() === '') return [];
    try {
      return JSON.parse(value);
    } catch {
      context.issues.push({ code: 'custom', message: 'This is not JSON', input: value });
      return z.NEVER;
    }
  }, z.array(item).max(maxPageTexts)) as unknown as z.ZodType<z.output<S>[], z.output<S>[]>;

const links = Object.fromEntries(pageLinks.map((name) => [name, Address])) as Record<(typeof pageLinks)[number], typeof Address>;

const fields = {
  type: z.enum(corporationTypes),
  name: Line(120).min(1, 'Give the corporation a name'),
  description: Line(1000),
  domain_name: z.union([Empty, Line(150).toLowerCase().regex(z.regexes.domain, 'Write a domain, as example.com')]),
  color_1: Color,
  color_2: Color,
  color_3: Color,
  faqs: asJson(Faq),
  latest_news: asJson(News),
  business_unit_id: NullableId,
  languages_spoken: Line(200),
  office_hours: Line(200),
  office_address: Line(200),
  office_city: Line(80),
  office_state: Line(40),
  office_zip_code: Line(10),
  office_phone: Line(40),
  office_email: z.union([Empty, Line(254).pipe(z.email('This is not an e-mail address'))]),
  ...links,
  tracking_code: Line(60).regex(/^[\w-]*$/, 'Write the id alone, as G-ABC123'),
  webpage_active: YesNo,
  user_id: NullableId,
  /** Takes the logo away. */
  logo: z.preprocess((value) => (value === '' || value === 'null' ? null : value), z.null()),
};

/** An absent field stays. */
export const CorporationUpdate = z
  .object({
    ...fields,
    /** The one that the editor saw: an older one is refused. Left out, the last change wins. */
    version: z.coerce.number<number>().pipe(z.int().min(1).max(1_000_000)),
  })
  .partial();
export type CorporationUpdate = z.output<typeof CorporationUpdate>;
export const CorporationCreate = CorporationUpdate.extend({ name: fields.name }).omit({ logo: true, version: true });
export type CorporationCreate = z.output<typeof CorporationCreate>;

const path = '/v1/admin/corporations';
const ofType = z.object({ type: z.enum(corporationTypes).optional() });

export const listCorporations = endpoint({
  method: 'GET',
  path,
  summary:
    'Corporations with q in their name, of your own unit unless you see the whole company: those of all units and of `business_unit_ids`, at most 500; `for_campaign_triggers`: only those with a source, since campaigns choose contacts by it',
  permission: 'reference.read',
  query: ofType.extend({
    q: Line(100).default(''),
    business_unit_ids: many(PathId).pipe(z.array(Id).max(100)),
    /** Of another company there are none. */
    company_id: PathId.optional(),
    for_campaign_triggers: Flag.default(false),
  }),
  response: List(Corporation),
  rateLimit: paces.look,
});

export const getCorporation = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  summary: 'One corporation that `listCorporations` shows you; with `type`, only if it is of this type',
  permission: 'reference.read',
  params: ById,
  query: ofType,
  response: Corporation,
});

const form = {
  permission: 'reference.manage',
  kind: 'multipart',
  orJson: true,
  maxUpload: 10 * 1024 * 1024,
  long: true,
  rateLimit: paces.edit,
} as const;

export const createCorporation = endpoint({
  ...form,
  method: 'POST',
  path,
  summary: 'Add a corporation; the form field `logo` is its logo, and `faqs` and `latest_news` are JSON text',
  body: CorporationCreate,
  response: Corporation,
  status: 201,
  errors: ['lookups.name_taken', 'files.storage_full', 'too_large'],
});

export const updateCorporation = endpoint({
  ...form,
  method: 'PATCH',
  path: `${path}/:id`,
  summary: 'Change a corporation: what is left out stays; a `logo` of null removes it',
  params: ById,
  body: CorporationUpdate,
  response: Corporation,
  errors: ['corporations.stale', 'lookups.name_taken', 'files.storage_full', 'too_large'],
});

export const deleteCorporation = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  summary: 'Delete a corporation; sources lose it. Refused while campaigns or entries of wallets name it',
  permission: 'reference.manage',
  params: ById,
  response: Nothing,
  errors: ['lookups.in_use'],
  rateLimit: paces.edit,
});

export const downloadCorporationLogo = endpoint({
  method: 'GET',
  path: `${path}/:id/logo`,
  summary: 'The logo of a corporation',
  permission: 'reference.read',
  kind: 'stream',
  params: ById,
  /** `v` changes with the file: with the current one, browsers keep it for a week. */
  query: z.object({ v: z.string().max(20).optional() }),
  response: Nothing,
  rateLimit: paces.look,
});
