// The demo's carrier: speaks Twilio's REST and keeps its rules, inside this process. Nothing leaves this machine.
// The last four digits of a number decide what happens to it (docs/decisions/0066), as with Twilio's own test numbers.
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { segmentsOf } from '#contract/kit/segments.ts';
import type { Db } from '#kernel/db/database.ts';
import type { TwilioConfig } from '#kernel/telephony/telephonyConfig.ts';
import { answerRegistrar } from './telephony.sandboxRegistrar.ts';

/** Texts a second and number: then 429. */
const pace = 30;
const maxBody = 1600;
/** Milliseconds that a handset with a slow network takes. */
const slowMs = 20_000;
/** Milliseconds until a text leaves the carrier's queue, and until the handset has it. */
const delays = { sent: 300, delivered: 1_500 };

/** Immediate refusals, by the recipient's last four digits. */
const refusals: Record<string, [code: number, text: string]> = {
  '0001': [21211, 'Invalid To number'],
  '0610': [21610, 'The recipient has unsubscribed'],
  '0614': [21614, 'Not a mobile number'],
};
/** Failures that are reported later: the phone is off, blocked, unknown, a landline, filtered. */
const failures: Record<string, number> = { '0003': 30003, '0004': 30004, '0005': 30005, '0006': 30006, '0007': 30007 };
const shorteners = /\b(?:bit\.ly|tinyurl\.com|t\.co|goo\.gl)\//i;

interface Answer {
  status: number;
  /** Instead of a body in JSON. */
  bytes?: Buffer;
  body?: unknown;
  headers?: Record<string, string>;
}

const problem = (status: number, code: number, message: string): Answer => ({ status, body: { code, message, status } });

/** Answers as `fetch` would. */
export function sandboxCarrier(db: Db, { account, token }: Pick<TwilioConfig, 'account' | 'token'>) {
  const authorization = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`;
  return async (address: string, init: RequestInit): Promise<Response> => {
    const request = new Request(address, init);
    const url = new URL(request.url);
    const known = request.headers.get('authorization') === authorization;
    const form = request.method === 'POST' ? new URLSearchParams(await request.text()) : url.searchParams;
    const { status, body, bytes, headers } = known
      ? await answer(db, `${request.method} ${url.pathname.replace(`/2010-04-01/Accounts/${account}/`, '')}`, form, url.pathname)
      : problem(401, 20003, 'Authenticate');
    const content = bytes ? new Uint8Array(bytes) : body === undefined ? null : JSON.stringify(body);
    return new Response(content, { status, ...(headers && { headers }) });
  };
}

async function answer(db: Db, asked: string, form: URLSearchParams, path: string): Promise<Answer> {
  const registered = await answerRegistrar(db, asked, form);
  if (registered) return registered;
  const [, number] = /^GET \/v2\/PhoneNumbers\/\+1(\d+)$/.exec(asked) ?? [];
  if (number) return lookUp(number);
  const [, method, sid = ''] = /^(GET|DELETE) (?:Messages|IncomingPhoneNumbers)\/(\w+)\.json$/.exec(asked) ?? [];
  if (method) return method === 'GET' ? showText(db, sid) : release(db, sid);
  if (/^GET \/2010-04-01\/Accounts\/\w+\.json$/.test(asked)) return { status: 200, body: { status: 'active' } };
  const [, picture] = /^GET Messages\/(\w+)\/Media\.json$/.exec(asked) ?? [];
  if (picture) return listPictures(db, picture, path);
  const [, place] = /^GET Messages\/\w+\/Media\/ME(\d+)$/.exec(asked) ?? [];
  if (place) return showPicture(db, Number(place));
  switch (asked) {
    case 'POST Messages.json':
      return takeText(db, form);
    case 'GET Messages.json':
      return listTexts(db, form, path);
    case 'GET AvailablePhoneNumbers/US/Local.json':
      return offer(db, form);
    case 'GET IncomingPhoneNumbers.json':
      return listNumbers(db, form);
    case 'POST IncomingPhoneNumbers.json':
      return sell(db, form);
    default:
      return problem(404, 20404, 'Not found');
  }
}

// ── texts ───────────────────────────────────────────────────────────────────

async function takeText(db: Db, form: URLSearchParams): Promise<Answer> {
  const [sender, recipient, body] = [digitsOf(form.get('From')), digitsOf(form.get('To')), form.get('Body') ?? ''];
  const last = recipient.slice(-4);
  if (!isNumber(recipient)) return problem(400, 21211, 'Invalid To number');
  if (!(await isSold(db, sender))) return problem(400, 21606, 'The From number is not yours');
  const refusal = refusals[last];
  if (refusal) return problem(400, ...refusal);
  if (!body && !form.has('MediaUrl')) return problem(400, 21602, 'A message needs a body');
  if (body.length > maxBody) return problem(400, 21617, 'The body is longer than 1600 characters');
  if (last === '0429' || (await isTooFast(db, sender))) return { ...problem(429, 20429, 'Too many requests'), headers: { 'retry-after': '1' } }; // biome-ignore format: one line
  const phone = await db.selectFrom('sandbox_phones').selectAll().where('number', '=', recipient).executeTakeFirst();
  const error_code = phone?.is_off
    ? 30003
    : sender.endsWith('0034')
      ? 30034
      : shorteners.test(body)
        ? 30007
        : (failures[last] ?? null);
  const row = await db
    .insertInto('sandbox_texts')
    .values({
      sid: newSid('SM'),
      sender,
      recipient,
      body,
      segments: segmentsOf(body),
      report: addressOf(form.get('StatusCallback')),
      media: form.getAll('MediaUrl'),
      call_due_at:
        form.has('StatusCallback') && !phone?.loses_reports
          ? new Date(Date.now() + (phone?.is_slow ? slowMs : delays.delivered))
          : null,
      error_code,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { status: 201, body: presentText(row, Date.now()) };
}

async function isTooFast(db: Db, sender: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from sandbox_texts where sender = ${sender} and created_at > now() - interval '1 second' offset ${pace - 1} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

async function showText(db: Db, sid: string): Promise<Answer> {
  const row = await db.selectFrom('sandbox_texts').selectAll().where('sid', '=', sid).executeTakeFirst();
  return row ? { status: 200, body: presentText(row, Date.now()) } : problem(404, 20404, 'Not found');
}

async function listPictures(db: Db, sid: string, path: string): Promise<Answer> {
  const row = await db.selectFrom('sandbox_texts').select(['id', 'picture']).where('sid', '=', sid).executeTakeFirst();
  const uri = path.replace(/\.json$/, `/ME${row?.id}.json`);
  return { status: 200, body: { media_list: row?.picture ? [{ uri }] : [] } };
}

async function showPicture(db: Db, id: number): Promise<Answer> {
  const row = await db.selectFrom('sandbox_texts').select('picture').where('id', '=', id).executeTakeFirst();
  return row?.picture ? { status: 200, bytes: row.picture } : problem(404, 20404, 'Not found');
}

/** By `DateSent>` only those that have left the queue, as the others have no such date. */
async function listTexts(db: Db, form: URLSearchParams, path: string): Promise<Answer> {
  const [size, page] = [Math.min(Number(form.get('PageSize')) || 50, 1_000), Number(form.get('Page')) || 0];
  const since = form.get('DateSent>');
  const sentBefore = new Date(Date.now() - delays.sent).toISOString();
  const rows = await db
    .selectFrom('sandbox_texts')
    .selectAll()
    .$if(form.has('From'), (all) => all.where('sender', '=', digitsOf(form.get('From'))))
    .where('recipient', '=', digitsOf(form.get('To')))
    .$if(since !== null, (all) =>
      all
        .where('created_at', '<=', sentBefore)
        .where('created_at', '>=', new Date(Date.parse(since ?? '') - delays.sent).toISOString()),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(page * size)
    .limit(size + 1)
    .execute();
  const next = new URLSearchParams([...form].filter(([name]) => name !== 'Page'));
  next.set('Page', String(page + 1));
  const ours = await db
    .selectFrom('sandbox_numbers')
    .select('number')
    .where('number', '=', digitsOf(form.get('To')))
    .execute();
  const messages = rows.slice(0, size).map((row) => ({
    ...presentText(row, Date.now()),
    direction: ours.length > 0 ? 'inbound' : 'outbound-api',
    num_media: row.picture ? '1' : '0',
  }));
  return { status: 200, body: { messages, next_page_uri: rows.length > size ? `${path}?${next}` : null } };
}

interface StoredText {
  sid: string;
  sender: string;
  recipient: string;
  body: string;
  segments: number;
  error_code: number | null;
  created_at: string;
}

/** Its state follows from its age: nothing has to run. */
function presentText({ sid, sender, recipient, body, segments, error_code, created_at }: StoredText, now: number) {
  const age = now - new Date(created_at).getTime();
  const ended = error_code === null ? 'delivered' : 'undelivered';
  const status = age < delays.sent ? 'queued' : age < delays.delivered ? 'sent' : ended;
  const told = status === 'undelivered' ? error_code : null;
  return {
    sid,
    from: `+1${sender}`,
    to: `+1${recipient}`,
    body,
    num_segments: String(segments),
    status,
    error_code: told,
    date_created: new Date(created_at).toUTCString(),
  };
}

// ── numbers ─────────────────────────────────────────────────────────────────

/** By the last digit, so that a demo has some of each. The same number is always the same. */
function lookUp(number: string): Answer {
  const phone_number = `+1${number}`;
  if (!isNumber(number) || number.endsWith('0001'))
    return { status: 200, body: { phone_number, valid: false, line_type_intelligence: null } };
  if (number.endsWith('0429')) return { ...problem(429, 20429, 'Too many requests'), headers: { 'retry-after': '1' } };
  const [type, carrier_name] = lineOf(number);
  return { status: 200, body: { phone_number, valid: true, line_type_intelligence: { type, carrier_name, error_code: null } } };
}

function lineOf(number: string): [type: string, carrier: string] {
  if (/^8(?:00|33|44|55|66|77|88)/.test(number)) return ['tollFree', 'Sandbox Toll Free'];
  const last = Number(number.at(-1));
  if (number.endsWith('0006') || last === 7) return ['landline', 'Sandbox Telephone'];
  if (last === 8) return ['fixedVoip', 'Sandbox Cable'];
  return last === 9 ? ['nonFixedVoip', 'Sandbox Online'] : ['mobile', 'Sandbox Wireless'];
}

const cities: Record<string, [areaCode: string, city: string]> = {
  AZ: ['602', 'Phoenix'],
  CA: ['213', 'Los Angeles'],
  FL: ['305', 'Miami'],
  GA: ['404', 'Atlanta'],
  IL: ['312', 'Chicago'],
  NY: ['212', 'New York'],
  TX: ['214', 'Dallas'],
};

/** Numbers that are kept free for fiction: 555-0100 to 555-0199 of each area code. */
async function offer(db: Db, form: URLSearchParams): Promise<Answer> {
  const [areaCode, region, contains] = [form.get('AreaCode'), form.get('InRegion'), digitsOf(form.get('Contains'))];
  const chosen = Object.entries(cities).filter(
    ([state, [code]]) => (!region || region === state) && (!areaCode || areaCode === code),
  );
  const places = chosen.length > 0 || region || !areaCode ? chosen : [['', [areaCode, '']] as const];
  const all = places.flatMap(([state, [code, city]]) =>
    Array.from({ length: 100 }, (_, place) => ({ number: `${code}55501${String(place).padStart(2, '0')}`, state, city })),
  );
  const sold = new Set((await db.selectFrom('sandbox_numbers').select('number').execute()).map(({ number }) => number));
  const free = all.filter(({ number }) => number.includes(contains) && !sold.has(number));
  const available_phone_numbers = free.slice(0, Number(form.get('PageSize')) || 50).map(({ number, state, city }) => ({
    phone_number: `+1${number}`,
    locality: city || null,
    region: state || null,
    capabilities: { SMS: true, MMS: true, voice: true },
  }));
  return { status: 200, body: { available_phone_numbers } };
}

async function listNumbers(db: Db, form: URLSearchParams): Promise<Answer> {
  const number = digitsOf(form.get('PhoneNumber'));
  const rows = await db.selectFrom('sandbox_numbers').select(['sid', 'number', 'owner']).where('number', '=', number).execute();
  return {
    status: 200,
    body: {
      incoming_phone_numbers: rows.map((row) => ({
        sid: row.sid,
        phone_number: `+1${row.number}`,
        friendly_name: row.owner ?? row.number,
      })),
    },
  };
}

async function sell(db: Db, form: URLSearchParams): Promise<Answer> {
  const number = digitsOf(form.get('PhoneNumber'));
  if (!isNumber(number) || number.endsWith('0001')) return problem(400, 21421, 'PhoneNumber is invalid');
  if (number.endsWith('0000')) return problem(400, 21422, 'PhoneNumber is not available');
  const row = await db
    .insertInto('sandbox_numbers')
    .values({ number, sid: newSid('PN'), sms_url: addressOf(form.get('SmsUrl')), owner: form.get('FriendlyName') })
    .onConflict((conflict) => conflict.doNothing())
    .returning('sid')
    .executeTakeFirst();
  if (!row) return problem(400, 21422, 'PhoneNumber is not available');
  return { status: 201, body: { sid: row.sid, phone_number: `+1${number}` } };
}

async function release(db: Db, sid: string): Promise<Answer> {
  const row = await db.deleteFrom('sandbox_numbers').where('sid', '=', sid).returning('sid').executeTakeFirst();
  return row ? { status: 204 } : problem(404, 20404, 'Not found');
}

const isSold = async (db: Db, number: string) =>
  (await db.selectFrom('sandbox_numbers').select('sid').where('number', '=', number).executeTakeFirst()) !== undefined;

/** Drops the part behind #, which is for the carrier alone. */
const addressOf = (text: string | null) => text?.replace(/#.*$/, '') ?? null;

const newSid = (kind: string) => `${kind}${randomBytes(16).toString('hex')}`;
const digitsOf = (text: string | null) => (text ?? '').replace(/^\+1/, '').replace(/\D/g, '');
/** Area code and exchange begin with 2 to 9. */
const isNumber = (number: string) => /^[2-9]\d{2}[2-9]\d{6}$/.test(number);
