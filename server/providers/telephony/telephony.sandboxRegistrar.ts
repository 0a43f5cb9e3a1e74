// The part of the demo's carrier that registers: Twilio's Trust Hub, brands and campaigns, with their rules.
// The answer takes half a minute. The tax number decides (docs/decisions/0086): its last two digits are the
// trust score, 00 fails and 99 suspends.
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#kernel/db/database.ts';
import { onlyCampaign, policies } from './twilio.registrar.ts';

/** Milliseconds for which the sandbox looks at each of the two. */
const lookMs = 13_000;
const shorteners = /\b(?:bit\.ly|tinyurl\.com|t\.co|goo\.gl)\//i;
/** Subjects that the carriers accept from nobody. */
const forbidden = /\b(?:payday|cannabis|gambling|casino|debt relief)\b/i;

interface Reply {
  status: number;
  body?: unknown;
}

interface Row {
  sid: string;
  kind: string;
  form: Record<string, string[]>;
  sent_at: string | null;
}

const problem = (status: number, code: number, message: string): Reply => ({ status, body: { code, message, status } });
const missing = problem(404, 20404, 'Not found');

/** Kinds by the path below which they are made, with the beginning of their names. */
const kinds: Record<string, string> = {
  '/v1/CustomerProfiles': 'BU',
  '/v1/TrustProducts': 'BU',
  '/v1/EndUsers': 'IT',
  '/v1/SupportingDocuments': 'RD',
  '/v1/a2p/BrandRegistrations': 'BN',
  '/v1/Services': 'MG',
  'Addresses.json': 'AD',
};

/** Null: another part of the carrier answers. `asked`: method and path. */
export async function answerRegistrar(db: Db, asked: string, form: URLSearchParams): Promise<Reply | null> {
  const [method = '', path = ''] = asked.split(' ');
  const [, place, sid = '', more = ''] =
    /^(\/v1\/(?:a2p\/)?[A-Z][A-Za-z]+)(?:\/([A-Z]{2}[0-9a-f]{32}))?(\/.+)?$/.exec(path) ?? [];
  if (method === 'POST' && kinds[path]) return make(db, path, form);
  if (method === 'POST' && /^Addresses\/AD\w+\.json$/.test(path)) return change(db, path.slice(10, 44), form);
  if (!place || !kinds[place]) return null;
  if (place === '/v1/Services') return service(db, method, sid, more, form);
  if (method === 'GET' && !sid) return list(db, place);
  if (more === '/EntityAssignments') return assign(db, sid, form);
  if (more === '/Evaluations') return evaluate(db, sid, form.get('PolicySid'));
  if (more) return missing;
  return method === 'GET' ? show(db, sid) : change(db, sid, form);
}

async function make(db: Db, kind: string, form: URLSearchParams): Promise<Reply> {
  if (kind === '/v1/a2p/BrandRegistrations') {
    const product = await find(db, form.get('A2PProfileBundleSid') ?? '');
    if (product?.form.Status?.[0] !== 'pending-review') return problem(400, 21713, 'The bundle is not approved');
  }
  const sid = `${kinds[kind]}${randomBytes(16).toString('hex')}`;
  const sent_at = kind === '/v1/a2p/BrandRegistrations' ? new Date() : null;
  await db
    .insertInto('sandbox_registrations')
    .values({ sid, kind, form: JSON.stringify(valuesOf(form)), sent_at })
    .execute();
  return show(db, sid, 201);
}

async function change(db: Db, sid: string, form: URLSearchParams): Promise<Reply> {
  const row = await find(db, sid);
  if (!row) return missing;
  const isBrand = row.kind === '/v1/a2p/BrandRegistrations';
  await db
    .updateTable('sandbox_registrations')
    .set({ form: JSON.stringify({ ...row.form, ...valuesOf(form) }), ...(isBrand && { sent_at: new Date() }) })
    .where('sid', '=', sid)
    .execute();
  return show(db, sid);
}

/** Bundles name their parts in `Assigned`. */
async function assign(db: Db, sid: string, form: URLSearchParams): Promise<Reply> {
  const row = await find(db, sid);
  if (!row) return missing;
  const object = form.get('ObjectSid') ?? '';
  if (row.form.Assigned?.includes(object)) return problem(400, 45008, 'Assigned already');
  // Set in one statement, as several are assigned at once.
  await sql`
    update sandbox_registrations set form = form || jsonb_build_object('Assigned', coalesce(form -> 'Assigned', '[]') || to_jsonb(${object}::text))
    where sid = ${sid}`.execute(db);
  return { status: 201, body: { sid: `BV${randomBytes(16).toString('hex')}`, object_sid: object } };
}

/** Which facts each policy asks for. */
async function evaluate(db: Db, sid: string, policy: string | null): Promise<Reply> {
  const row = await find(db, sid);
  if (!row) return missing;
  const assigned = row.form.Assigned ?? [];
  const needed = policy === policies.profile ? ['IT', 'IT', 'RD', 'BU'] : ['IT', 'BU'];
  const got = assigned.map((one) => one.slice(0, 2)).toSorted();
  const isWhole = needed.toSorted().join() === got.join();
  const invalid = isWhole ? [] : [{ object_field: '', failure_reason: 'A part of the bundle is missing', error_code: 22214 }];
  return { status: 201, body: { status: isWhole ? 'compliant' : 'noncompliant', results: [{ invalid }] } };
}

async function list(db: Db, kind: string): Promise<Reply> {
  const rows = await db
    .selectFrom('sandbox_registrations')
    .selectAll()
    .where('kind', '=', kind)
    .orderBy('created_at', 'desc')
    .limit(1000)
    .execute();
  const data = rows.map(({ sid, form }) => ({
    sid,
    a2p_profile_bundle_sid: (form as Row['form']).A2PProfileBundleSid?.[0] ?? '',
  }));
  return { status: 200, body: { data, results: data } };
}

async function show(db: Db, sid: string, status = 200): Promise<Reply> {
  const row = await find(db, sid);
  if (!row) return missing;
  if (row.kind === '/v1/a2p/BrandRegistrations') return { status, body: { sid, ...(await brandState(db, row)) } };
  const isSent = row.form.Status?.[0] === 'pending-review';
  return { status, body: { sid, status: isSent ? 'twilio-approved' : 'draft' } };
}

async function brandState(db: Db, { form, sent_at }: Row) {
  const profile = await find(db, form.CustomerProfileBundleSid?.[0] ?? '');
  const parts = await Promise.all((profile?.form.Assigned ?? []).map((sid) => find(db, sid)));
  const business = parts.find((part) => part?.form.Type?.[0] === 'customer_profile_business_information');
  const facts = JSON.parse(business?.form.Attributes?.[0] ?? '{}') as Record<string, string>;
  const end = (facts.business_registration_number ?? '').slice(-2);
  if (isLookedAt(sent_at)) return { status: 'PENDING', brand_score: null, errors: [] };
  if (end === '00') {
    const description = 'The tax number and the legal name do not belong together in the records of the tax office';
    return { status: 'FAILED', brand_score: null, errors: [{ error_code: 30795, description, fields: ['business_registration_number', 'business_name'] }] }; // biome-ignore format: one line
  }
  if (end === '99') return { status: 'SUSPENDED', brand_score: null, errors: [{ error_code: 30796, description: 'The brand is looked into for breaking the rules', fields: [] }] }; // biome-ignore format: one line
  return { status: 'APPROVED', brand_score: form.SkipAutomaticSecVet?.[0] === 'true' ? null : Number(end), errors: [] };
}

const isLookedAt = (sent_at: string | null) => Date.now() - Date.parse(sent_at ?? '') < lookMs;

async function service(db: Db, method: string, sid: string, more: string, form: URLSearchParams): Promise<Reply> {
  if (!(await find(db, sid))) return missing;
  const campaign = `${onlyCampaign}:${sid}`;
  if (method === 'POST' && more === '/Compliance/Usa2p') return takeCampaign(db, campaign, form);
  if (method === 'POST' && more === '/PhoneNumbers') return join(db, sid, form.get('PhoneNumberSid') ?? '');
  if (more !== `/Compliance/Usa2p/${onlyCampaign}`) return missing;
  const row = await find(db, campaign);
  if (!row) return missing;
  if (method === 'GET') return { status: 200, body: { sid: onlyCampaign, ...campaignState(row) } };
  await db.deleteFrom('sandbox_registrations').where('sid', '=', campaign).execute();
  return { status: 204 };
}

async function takeCampaign(db: Db, sid: string, form: URLSearchParams): Promise<Reply> {
  if (await find(db, sid)) return problem(409, 21712, 'The service has a campaign');
  const brand = await find(db, form.get('BrandRegistrationSid') ?? '');
  if (!brand || (await brandState(db, brand)).status !== 'APPROVED') return problem(400, 21714, 'The brand is not approved');
  const samples = form.getAll('MessageSamples');
  const lengths = [[form.get('Description') ?? '', 40, 4096], [form.get('MessageFlow') ?? '', 40, 2048], ...samples.map((one) => [one, 20, 1024] as const)] as const; // biome-ignore format: one line
  if (
    samples.length < 2 ||
    samples.length > 5 ||
    lengths.some(([text, least, most]) => text.length < least || text.length > most)
  )
    return problem(400, 20001, 'A text is too short or too long');
  await db
    .insertInto('sandbox_registrations')
    .values({ sid, kind: 'campaign', form: JSON.stringify(valuesOf(form)), sent_at: new Date() })
    .execute();
  return { status: 201, body: { sid: onlyCampaign, campaign_status: 'PENDING' } };
}

function campaignState({ form, sent_at }: Row) {
  if (isLookedAt(sent_at)) return { campaign_status: 'IN_PROGRESS', errors: [] };
  const errors = [
    ...((form.MessageSamples ?? []).some((sample) => shorteners.test(sample))
      ? [{ error_code: 30886, description: 'An example has a link of a public shortener', fields: ['MESSAGE_SAMPLES'] }]
      : []),
    ...(forbidden.test(`${form.Description?.[0]} ${(form.MessageSamples ?? []).join(' ')}`)
      ? [{ error_code: 30883, description: 'The carriers do not carry texts of this kind', fields: ['USE_CASE_DESCRIPTION'] }]
      : []),
  ];
  return { campaign_status: errors.length > 0 ? 'FAILED' : 'VERIFIED', errors };
}

async function join(db: Db, service: string, sid: string): Promise<Reply> {
  const { numUpdatedRows } = await db.updateTable('sandbox_numbers').set({ service }).where('sid', '=', sid).executeTakeFirst();
  return numUpdatedRows > 0n ? { status: 201, body: { sid } } : missing;
}

const find = (db: Db, sid: string): Promise<Row | undefined> =>
  db.selectFrom('sandbox_registrations').select(['sid', 'kind', 'form', 'sent_at']).where('sid', '=', sid).executeTakeFirst() as Promise<Row | undefined>; // biome-ignore format: one line

const valuesOf = (form: URLSearchParams) =>
  Object.fromEntries([...new Set(form.keys())].map((name) => [name, form.getAll(name)]));
