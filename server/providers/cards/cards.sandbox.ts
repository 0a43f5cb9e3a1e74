// The demo's card processor: answers the calls of the adapter as Stripe does, from a table of its own. Replays by idempotency key; test cards decline
// as their numbers say (https://docs.stripe.com/testing).
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#kernel/db/database.ts';
import { act, answerDispute, answerRefund, listRefunds, makeRefund } from './sandbox.bank.ts';
import { type Answer, find, found, make, metadataOf, nameOf, ok, refuse, type Stored, store } from './sandbox.store.ts';

/** `ring`: calls us about what has just happened; null: nobody listens, as in tests. */
export function sandboxFetch(db: Db, ring: (() => Promise<void>) | null): typeof globalThis.fetch {
  return async (address, { method = 'GET', headers = {}, body = '' } = {}) => {
    const { pathname, searchParams } = new URL(String(address));
    const form = method === 'GET' ? searchParams : new URLSearchParams(String(body));
    const key = (headers as Record<string, string>)['idempotency-key'];
    const work = (on: Db) => answer(on, `${method} ${pathname}`, form);
    const { status, body: said } = key ? await once(db, key, `${pathname}?${form}`, work) : await work(db);
    if (ring && method === 'POST') setTimeout(() => void surprise(db, said).then(ring), afterMs).unref();
    return new Response(JSON.stringify(said), { status, headers: { 'content-type': 'application/json' } });
  };
}

/** Some time after the answer, as banks do. */
const afterMs = 3_000;

/** Later effects of some test cards: a payment is disputed, a refund comes back. */
async function surprise(db: Db, said: unknown): Promise<void> {
  const { id = '', payment_intent } = said as { id?: string; payment_intent?: string };
  const charge = typeof payment_intent === 'string' ? payment_intent : id;
  const intent = await find(db, 'intent', charge);
  const method = intent && (await find(db, 'method', String(intent.payment_method)));
  if (method?.outcome === 'disputed' && charge === id) await act(db, id, 'dispute');
  if (method?.outcome === 'refund_fails' && charge !== id) await act(db, charge, 'fail_refund');
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
    case 'GET /v1/balance':
      return ok({ id: 'balance' });
    case 'POST /v1/customers':
      return ok(await make(db, 'customer', 'cus', { name: form.get('name'), metadata: metadataOf(form) }));
    case 'POST /v1/checkout/sessions':
      return startSetup(db, form);
    case 'GET /v1/checkout/sessions':
      return showSetup(db, name);
    case 'POST /v1/payment_methods detach':
      await sql`update sandbox_cards set body = body || '{"customer": null}' where id = ${name} and kind = 'method'`.execute(db);
      return ok({ id: name });
    case 'POST /v1/payment_intents':
      return charge(db, form);
    case 'POST /v1/payment_intents cancel':
      return cancel(db, name);
    case 'GET /v1/payment_intents':
      return name ? found(await find(db, 'intent', name)) : list(db, form);
    case 'POST /v1/refunds':
      return makeRefund(db, form);
    case 'GET /v1/refunds':
      return name ? answerRefund(db, name) : listRefunds(db, form.get('payment_intent') ?? '');
    case 'GET /v1/disputes':
      return answerDispute(db, name);
    case 'GET /v1/payment_methods':
      return showMethod(db, name);
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

/** The outcome of a charge, by the number of the test card. */
export const testCards = {
  '4242424242424242': 'pays',
  '5555555555554444': 'pays',
  '378282246310005': 'pays',
  '4000000000000002': 'card_declined',
  '4000000000009995': 'insufficient_funds',
  '4000000000000069': 'expired_card',
  '4000000000000341': 'card_declined',
  '4000000000003184': 'confirm',
  '4000000000000259': 'disputed',
  '4000000000005126': 'refund_fails',
} as const;
export type TestCard = keyof typeof testCards;

/** The last two pay, too: what is odd about them comes later. */
const pays: ReadonlySet<string> = new Set(['pays', 'disputed', 'refund_fails']);

async function showMethod(db: Db, id: string): Promise<Answer> {
  const method = await find(db, 'method', id);
  if (!method) return found(null);
  return ok({ ...method, customer: await find(db, 'customer', String(method.customer)) });
}

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
    payment_method: method.id,
    metadata: metadataOf(form),
    return_url: form.get('return_url'),
  };
  if (outcome === 'confirm' && form.get('error_on_requires_action') !== 'true') {
    const url = `${new URL(intent.return_url ?? 'http://localhost').origin}/sandbox/cards/confirm/${intent.id}`;
    const asked = { ...intent, status: 'requires_action', next_action: { redirect_to_url: { url } } };
    await store(db, 'intent', asked, customer);
    return ok(asked);
  }
  if (pays.has(outcome)) {
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

/** Of a customer, or of a time; by pages, the latest first. */
async function list(db: Db, form: URLSearchParams): Promise<Answer> {
  const [customer, last] = [form.get('customer'), form.get('starting_after')];
  const since = new Date(Number(form.get('created[gte]') ?? 0) * 1000);
  const until = new Date(Number(form.get('created[lt]') ?? 10_000_000_000) * 1000);
  const { rows } = await sql<{ body: Stored; refunded: number }>`
    select c.body, coalesce((select sum((r.body ->> 'amount')::bigint) from sandbox_cards r
        where r.kind = 'refund' and r.customer = c.id and r.body ->> 'status' <> 'failed'), 0)::int as refunded
    from sandbox_cards c
    where c.kind = 'intent' and ${customer ? sql`c.customer = ${customer}` : sql`c.created_at >= ${since} and c.created_at < ${until}`}
      and ${last ? sql`(c.created_at, c.id) < (select l.created_at, l.id from sandbox_cards l where l.id = ${last})` : sql`true`}
    order by c.created_at desc, c.id desc limit 101`.execute(db);
  const data = rows.slice(0, 100).map(({ body, refunded }) => ({ ...body, latest_charge: { amount_refunded: refunded } }));
  return ok({ data, has_more: rows.length > 100 });
}
