// The demo's card processor: answers the calls of the adapter as Stripe does, from a table of its own. Replays by idempotency key; test cards decline
// as their numbers say (https://docs.stripe.com/testing).
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#kernel/db/database.ts';

export interface Stored {
  id: string;
  [field: string]: unknown;
}
type Answer = { status: number; body: unknown };

export function sandboxFetch(db: Db): typeof globalThis.fetch {
  return async (address, { method = 'GET', headers = {}, body = '' } = {}) => {
    const { pathname, searchParams } = new URL(String(address));
    const form = method === 'GET' ? searchParams : new URLSearchParams(String(body));
    const key = (headers as Record<string, string>)['idempotency-key'];
    const work = (on: Db) => answer(on, `${method} ${pathname}`, form);
    const { status, body: said } = key ? await once(db, key, `${pathname}?${form}`, work) : await work(db);
    return new Response(JSON.stringify(said), { status, headers: { 'content-type': 'application/json' } });
  };
}

/** The same key gives the first answer again; with other fields it is an error. */
async function once(db: Db, key: string, request: string, work: (db: Db) => Promise<Answer>): Promise<Answer> {
  const id = `key_${key}`;
  const hash = createHash('sha256').update(request).digest('hex');
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql`
      insert into sandbox_cards (id, kind, body) values (${id}, 'key', '{}') on conflict do nothing returning id`.execute(trx);
    if (rows.length > 0) {
      const said = await work(trx);
      await store(trx, 'key', { id, hash, said });
      return said;
    }
    const before = await find(trx, 'key', id);
    return before?.hash === hash ? (before.said as Answer) : refuse(400, { type: 'idempotency_error' });
  });
}

async function answer(db: Db, call: string, form: URLSearchParams): Promise<Answer> {
  const [, path = '', id = ''] = /^(\w+ \/v1\/(?:checkout\/)?\w+)\/?(.*)$/.exec(call) ?? [];
  const [name = '', verb = ''] = id.split('/');
  switch (`${path} ${verb}`.trim()) {
    case 'POST /v1/customers':
      return ok(await make(db, 'customer', 'cus', { name: form.get('name') }));
    case 'POST /v1/checkout/sessions':
      return startSetup(db, form);
    case 'GET /v1/checkout/sessions':
      return showSetup(db, name);
    case 'POST /v1/payment_methods detach':
      await sql`delete from sandbox_cards where id = ${name} and kind = 'method'`.execute(db);
      return ok({ id: name });
    case 'POST /v1/payment_intents':
      return charge(db, form);
    case 'POST /v1/payment_intents cancel':
      return cancel(db, name);
    case 'GET /v1/payment_intents':
      return name ? found(await find(db, 'intent', name)) : list(db, form.get('customer') ?? '');
    default:
      return refuse(404, { type: 'invalid_request_error' });
  }
}

async function startSetup(db: Db, form: URLSearchParams): Promise<Answer> {
  const customer = form.get('customer') ?? '';
  if (!(await find(db, 'customer', customer))) return refuse(404, { type: 'invalid_request_error', code: 'resource_missing' });
  const id = nameOf('cs_test');
  const success = (form.get('success_url') ?? '').replaceAll('{CHECKOUT_SESSION_ID}', id);
  const setup = { id, customer, url: `${new URL(success).origin}/sandbox/cards/setup/${id}`, success_url: success };
  await store(db, 'setup', setup, customer);
  return ok(setup);
}

async function showSetup(db: Db, id: string): Promise<Answer> {
  const setup = await find(db, 'setup', id);
  if (!setup) return found(null);
  const method = setup.method ? await find(db, 'method', String(setup.method)) : null;
  return ok({ ...setup, setup_intent: { payment_method: method } });
}

/** What each test card does when it is charged, by its last four digits. All others in the list pay. */
export const testCards = {
  '4242424242424242': 'pays',
  '5555555555554444': 'pays',
  '378282246310005': 'pays',
  '4000000000000002': 'card_declined',
  '4000000000009995': 'insufficient_funds',
  '4000000000000069': 'expired_card',
  '4000000000000341': 'card_declined',
  '4000000000003184': 'confirm',
} as const;
export type TestCard = keyof typeof testCards;

async function charge(db: Db, form: URLSearchParams): Promise<Answer> {
  const customer = form.get('customer') ?? '';
  const method = await find(db, 'method', form.get('payment_method') ?? '');
  if (!method || method.customer !== customer) return refuse(404, { type: 'invalid_request_error', code: 'resource_missing' });
  const outcome = String(method.outcome);
  const intent = {
    id: nameOf('pi'),
    amount: Number(form.get('amount')),
    customer,
    card: method.card,
    metadata: { key: form.get('metadata[key]') ?? '' },
    return_url: form.get('return_url'),
  };
  if (outcome === 'confirm' && form.get('error_on_requires_action') !== 'true') {
    const url = `${new URL(intent.return_url ?? 'http://localhost').origin}/sandbox/cards/confirm/${intent.id}`;
    const asked = { ...intent, status: 'requires_action', next_action: { redirect_to_url: { url } } };
    await store(db, 'intent', asked, customer);
    return ok(asked);
  }
  if (outcome === 'pays') {
    const paid = { ...intent, status: 'succeeded' };
    await store(db, 'intent', paid, customer);
    return ok(paid);
  }
  const decline_code = outcome === 'confirm' ? 'authentication_required' : outcome;
  const error = { type: 'card_error', code: decline_code === 'expired_card' ? decline_code : 'card_declined', decline_code };
  const failed = { ...intent, status: 'requires_payment_method', last_payment_error: error };
  await store(db, 'intent', failed, customer);
  return refuse(402, { ...error, payment_intent: failed });
}

async function cancel(db: Db, id: string): Promise<Answer> {
  const intent = await find(db, 'intent', id);
  if (intent?.status !== 'requires_action') return refuse(400, { type: 'invalid_request_error' });
  const cancelled = { ...intent, status: 'canceled', next_action: null };
  await store(db, 'intent', cancelled, String(intent.customer));
  return ok(cancelled);
}

async function list(db: Db, customer: string): Promise<Answer> {
  const { rows } = await sql<{ body: Stored }>`
    select body from sandbox_cards where customer = ${customer} and kind = 'intent' order by created_at desc limit 100`.execute(
    db,
  );
  return ok({ data: rows.map(({ body }) => body) });
}

const ok = (body: unknown): Answer => ({ status: 200, body });
const refuse = (status: number, error: object): Answer => ({ status, body: { error } });
const found = (body: Stored | null): Answer =>
  body ? ok(body) : refuse(404, { type: 'invalid_request_error', code: 'resource_missing' });

export const nameOf = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;

async function make(db: Db, kind: string, prefix: string, fields: object): Promise<Stored> {
  const made = { id: nameOf(prefix), ...fields };
  await store(db, kind, made);
  return made;
}

export async function find(db: Db, kind: string, id: string): Promise<Stored | null> {
  const { rows } = await sql<{ body: Stored }>`
    select body from sandbox_cards where id = ${id} and kind = ${kind}`.execute(db);
  return rows[0] ? { ...rows[0].body, id } : null;
}

export const store = (db: Db, kind: string, body: Stored, customer: string | null = null) =>
  sql`insert into sandbox_cards (id, kind, customer, body) values (${body.id}, ${kind}, ${customer}, ${JSON.stringify(body)})
    on conflict (id) do update set body = excluded.body`.execute(db);
