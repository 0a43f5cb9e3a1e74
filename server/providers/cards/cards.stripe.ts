// Stripe over its REST API (https://docs.stripe.com/api). Cards are entered on Stripe's own page (Checkout in setup mode), and the bank's question
// is a redirect, so no script of Stripe's runs on our pages.
import { z } from 'zod';
import type { Decline } from '#contract/walletLists.ts';
import {
  type CardProvider,
  CardsUnavailable,
  type Charge,
  type EventObject,
  type ProcessorCard,
  type SandboxPages,
} from '#kernel/cards/cards.ts';
import { readEvent } from './stripe.events.ts';
import { type Fields, moneyBackCalls } from './stripe.moneyBack.ts';

export interface StripeParts {
  key: string;
  /** Signs its calls to us; null: it makes none. */
  webhookSecret: string | null;
  sandbox: SandboxPages | null;
  fetch: typeof globalThis.fetch;
}

const api = 'https://api.stripe.com';
/** Answers have the form of this day, whatever Stripe changes later. */
const version = '2025-09-30.clover';
const patience = 20_000;

const PaymentMethod = z.object({
  id: z.string(),
  card: z.object({ brand: z.string(), last4: z.string(), exp_month: z.int(), exp_year: z.int() }),
});
/** Alone, it has the customer that it is attached to; null: none any more. */
const OwnMethod = PaymentMethod.extend({ customer: z.unknown() });
const StripeError = z.object({
  code: z.string().nullish(),
  decline_code: z.string().nullish(),
});
const Intent = z.object({
  id: z.string(),
  status: z.string(),
  metadata: z.record(z.string(), z.string()).default({}),
  next_action: z.object({ redirect_to_url: z.object({ url: z.string() }).nullish() }).nullish(),
  last_payment_error: StripeError.nullish(),
});
const ListedIntents = z.object({
  data: z.array(Intent.extend({ amount: z.int(), latest_charge: z.object({ amount_refunded: z.int() }).nullish().catch(null) })),
  has_more: z.boolean().default(false),
});
/** The objects that hold our own metadata: a charge itself, and for the others the object that they belong to. */
const places: Record<EventObject['kind'], { path: string; expand?: string }> = {
  charge: { path: '/v1/payment_intents' },
  refund: { path: '/v1/refunds', expand: 'payment_intent' },
  refunds: { path: '/v1/payment_intents' },
  dispute: { path: '/v1/disputes', expand: 'payment_intent' },
  card: { path: '/v1/payment_methods', expand: 'customer' },
};
const WithMetadata = z.object({ metadata: z.record(z.string(), z.string()).nullish() });
/** A name alone, where there is nothing to expand. */
const Expanded = WithMetadata.nullish().catch(null);
const Owned = z.object({
  metadata: z.record(z.string(), z.string()).nullish(),
  payment_intent: Expanded,
  customer: Expanded,
});
const Problem = z.object({ error: StripeError.extend({ type: z.string(), payment_intent: Intent.nullish() }) });
const Setup = z.object({
  id: z.string(),
  url: z.string().nullish(),
  customer: z.string().nullish(),
  setup_intent: z.object({ payment_method: PaymentMethod.nullish() }).nullish(),
});

export function stripeCards({ key: secret, webhookSecret, sandbox, fetch }: StripeParts): CardProvider {
  const ask = async (method: 'GET' | 'POST', path: string, fields: Fields = {}, key?: string) => {
    const form = formOf(fields).toString();
    const request = {
      method,
      headers: {
        authorization: `Bearer ${secret}`,
        'stripe-version': version,
        ...(method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...(key && { 'idempotency-key': key }),
      },
      ...(method === 'POST' && { body: form }),
      signal: AbortSignal.timeout(patience),
    };
    try {
      const response = await fetch(`${api}${path}${method === 'GET' && form ? `?${form}` : ''}`, request);
      return { status: response.status, body: (await response.json()) as unknown };
    } catch (error) {
      throw new CardsUnavailable('no answer', { cause: error });
    }
  };
  /** Throws for every refusal. */
  const get = async (...call: Parameters<typeof ask>) => {
    const { status, body } = await ask(...call);
    if (status >= 400) throw new CardsUnavailable(`refused with ${status}`);
    return body;
  };
  return {
    sandbox,
    ...moneyBackCalls(ask),
    hears: webhookSecret !== null,
    readEvent: (body, signature, now) => (webhookSecret ? readEvent({ secret: webhookSecret, body, signature, now }) : null),
    async ownerOf({ kind, id }) {
      const { path, expand } = places[kind];
      const { status, body } = await ask('GET', `${path}/${encodeURIComponent(id)}`, expand ? { expand: [expand] } : {});
      if (status === 404) return null;
      if (status >= 400) throw new CardsUnavailable(`refused with ${status}`);
      const { metadata, payment_intent, customer } = Owned.parse(body);
      return { ...customer?.metadata, ...payment_intent?.metadata, ...metadata };
    },
    async findCard(method) {
      const { status, body } = await ask('GET', `/v1/payment_methods/${encodeURIComponent(method)}`);
      if (status === 404) return null;
      if (status >= 400) throw new CardsUnavailable(`refused with ${status}`);
      const { customer, ...card } = OwnMethod.parse(body);
      return { ...cardOf(card), attached: customer !== null };
    },
    async *listCharges(since, until) {
      const seconds = (at: Date) => String(Math.floor(at.getTime() / 1000));
      const created = { gte: seconds(since), lt: seconds(until) };
      for (let last = ''; ; ) {
        const fields = { limit: '100', created, expand: ['data.latest_charge'], ...(last && { starting_after: last }) };
        const { data, has_more } = ListedIntents.parse(await get('GET', '/v1/payment_intents', fields));
        yield data.map((intent) => ({
          id: intent.id,
          state: chargeOf(intent).state,
          cents: intent.amount,
          refundedCents: intent.latest_charge?.amount_refunded ?? 0,
          metadata: intent.metadata,
        }));
        last = data.at(-1)?.id ?? '';
        if (!has_more || !last) return;
      }
    },
    createCustomer: async ({ key, ...customer }) =>
      z.object({ id: z.string() }).parse(await get('POST', '/v1/customers', customer, key)).id,
    async startSetup({ customer, returnUrl, cancelUrl }) {
      const fields = { mode: 'setup', currency: 'usd', customer, success_url: returnUrl, cancel_url: cancelUrl };
      const { id, url } = Setup.parse(await get('POST', '/v1/checkout/sessions', fields));
      if (!url) throw new CardsUnavailable('a page without an address');
      return { id, url };
    },
    async findSetup(id, customer) {
      const path = `/v1/checkout/sessions/${encodeURIComponent(id)}`;
      const { status, body } = await ask('GET', path, { expand: ['setup_intent.payment_method'] });
      if (status === 404 || status === 400) return null;
      if (status >= 400) throw new CardsUnavailable(`refused with ${status}`);
      const setup = Setup.parse(body);
      const method = setup.setup_intent?.payment_method;
      if (setup.customer !== customer || !method) return null;
      return cardOf(method);
    },
    async removeCard(method) {
      const { status } = await ask('POST', `/v1/payment_methods/${encodeURIComponent(method)}/detach`);
      if (status >= 500 || status === 429) throw new CardsUnavailable(`refused with ${status}`); // else it is gone already
    },
    async charge({ customer, method, cents, description, key, metadata, returnUrl }) {
      const { status, body } = await ask(
        'POST',
        '/v1/payment_intents',
        {
          amount: String(cents),
          currency: 'usd',
          customer,
          payment_method: method,
          payment_method_types: ['card'],
          confirm: 'true',
          ...(description && { description }),
          metadata: { ...metadata, key },
          ...(returnUrl ? { return_url: returnUrl } : { off_session: 'true', error_on_requires_action: 'true' }),
        },
        key,
      );
      if (status < 400) return chargeOf(Intent.parse(body));
      const problem = Problem.safeParse(body);
      if (!problem.data || !isRefusal(status, problem.data.error.type)) throw new CardsUnavailable(`refused with ${status}`);
      const { payment_intent, ...error } = problem.data.error;
      return { id: payment_intent?.id ?? '', state: 'failed', actionUrl: null, failure: declineOf(error) };
    },
    findCharge: async (id) => chargeOf(Intent.parse(await get('GET', `/v1/payment_intents/${encodeURIComponent(id)}`))),
    async findChargeByKey(customer, key) {
      const body = await get('GET', '/v1/payment_intents', { customer, limit: '100' });
      const found = z
        .object({ data: z.array(Intent) })
        .parse(body)
        .data.find(({ metadata }) => metadata.key === key);
      return found ? chargeOf(found) : null;
    },
    async check() {
      const answer = await ask('GET', '/v1/balance').catch(() => null);
      if (!answer) return 'NO_ANSWER';
      // A restricted key may not read it (403), and charges all the same.
      return answer.status < 400 || answer.status === 403 ? null : String(answer.status);
    },
    async cancelCharge(id) {
      await ask('POST', `/v1/payment_intents/${encodeURIComponent(id)}/cancel`);
    },
  };
}

/** Nothing was charged, and the same call ends alike: the card was declined, or is not the customer's any more. */
const isRefusal = (status: number, type: string) =>
  status === 402 || ((status === 400 || status === 404) && type === 'invalid_request_error');

const cardOf = ({ id, card }: z.output<typeof PaymentMethod>): ProcessorCard => ({
  providerId: id,
  brand: card.brand,
  last4: card.last4,
  expMonth: card.exp_month,
  expYear: card.exp_year,
});

function chargeOf({ id, status, next_action, last_payment_error: error }: z.output<typeof Intent>): Charge {
  const actionUrl = next_action?.redirect_to_url?.url ?? null;
  if (status === 'succeeded') return { id, state: 'succeeded', actionUrl: null, failure: null };
  if (status === 'requires_action' && actionUrl) return { id, state: 'requires_action', actionUrl, failure: null };
  if (status === 'processing') return { id, state: 'pending', actionUrl: null, failure: null };
  return { id, state: 'failed', actionUrl: null, failure: status === 'canceled' ? 'abandoned' : declineOf(error ?? {}) };
}

const declined: Record<string, Decline> = {
  insufficient_funds: 'no_funds',
  expired_card: 'expired',
  lost_card: 'lost',
  stolen_card: 'lost',
  pickup_card: 'lost',
  authentication_required: 'authentication',
  payment_intent_authentication_failure: 'authentication',
};
const declineOf = ({ code, decline_code }: z.output<typeof StripeError>): Decline =>
  declined[decline_code ?? ''] ?? declined[code ?? ''] ?? 'declined';

/** As Stripe reads forms: `metadata[key]=…`, `expand[]=…`. */
function formOf(fields: Fields): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.append(name, value);
    else if (Array.isArray(value)) for (const item of value) form.append(`${name}[]`, item);
    else for (const [key, item] of Object.entries(value)) form.append(`${name}[${key}]`, item);
  }
  return form;
}
