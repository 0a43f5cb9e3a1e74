// One suite for both processors: the demo's own, and Stripe's test mode where STRIPE_TEST_KEY is set.
import { describe, expect, test } from 'vitest';
import { CardsUnavailable } from '#kernel/cards/cards.ts';
import { aServer } from '#tests/support/server.ts';
import { stripeCards } from './cards.stripe.ts';
import { openCards } from './cards.ts';

const server = await aServer();
const sandbox = openCards({ ...server.config, stripeKey: null }, server.operator.db);
const key = process.env.STRIPE_TEST_KEY;
const stripe = key ? stripeCards({ key, webhookSecret: null, sandbox: null, fetch: globalThis.fetch }) : null;
const payer = () => ({ key: crypto.randomUUID(), name: 'Rosa', metadata: { user: '1' } });

describe.each([
  ['the demo’s processor', sandbox],
  ['Stripe in test mode', stripe],
])('%s', (_name, cards) => {
  test.skipIf(!cards)('gives the same customer for the same key, and a page to enter a card on', async () => {
    if (!cards) return;
    const rosa = payer();
    const customer = await cards.createCustomer(rosa);
    expect(await cards.createCustomer(rosa)).toBe(customer);
    const setup = await cards.startSetup({
      customer,
      returnUrl: 'https://crm.example/wallet?setup={CHECKOUT_SESSION_ID}',
      cancelUrl: 'https://crm.example/wallet',
    });
    expect(setup.url).toMatch(/^https:\/\//);
    expect(await cards.findSetup(setup.id, customer)).toBeNull();
    expect(await cards.findSetup('cs_test_none', customer)).toBeNull();
    expect(await cards.findChargeByKey(customer, 'none')).toBeNull();
  });
});

describe('the adapter', () => {
  test('charges once for a key, also when the answer was lost, and finds the charge by its key', async () => {
    if (!sandbox?.sandbox) throw new Error('there is a sandbox in the demo');
    const customer = await sandbox.createCustomer(payer());
    const setup = await sandbox.startSetup({ customer, returnUrl: 'http://localhost/x', cancelUrl: 'http://localhost/x' });
    await sandbox.sandbox.enterCard(setup.id, { number: '4242 4242 4242 4242', month: 4, year: 2040 });
    const card = await sandbox.findSetup(setup.id, customer);
    expect(card).toMatchObject({ brand: 'visa', last4: '4242' });
    expect(await sandbox.findSetup(setup.id, 'cus_other')).toBeNull();
    const charge = {
      customer,
      method: card?.providerId ?? '',
      cents: 500,
      description: '',
      key: crypto.randomUUID(),
      metadata: {},
      returnUrl: null,
    };
    const [first, second] = await Promise.all([sandbox.charge(charge), sandbox.charge(charge)]);
    expect(first).toMatchObject({ state: 'succeeded' });
    expect(second).toEqual(first);
    expect(await sandbox.findChargeByKey(customer, charge.key)).toEqual(first);
    await expect(sandbox.charge({ ...charge, cents: 600 })).rejects.toThrow(CardsUnavailable);
    await sandbox.removeCard(charge.method);
    await sandbox.removeCard(charge.method);
    expect(await sandbox.charge({ ...charge, key: crypto.randomUUID() })).toEqual({
      id: '',
      state: 'failed',
      actionUrl: null,
      failure: 'declined',
    });
    expect(await sandbox.findCard(charge.method)).toMatchObject({ last4: '4242', attached: false });
    expect(await sandbox.findCard('pm_none')).toBeNull();
  });

  const asked = { customer: 'cus', method: 'pm', cents: 500, description: '', key: 'key', metadata: {}, returnUrl: null };
  test.each([
    [400, 'invalid_request_error', true],
    [404, 'invalid_request_error', true],
    [400, 'idempotency_error', false],
    [401, 'invalid_request_error', false],
    [403, 'invalid_request_error', false],
    [409, 'invalid_request_error', false],
  ])('takes %s with %s for a refusal: %s', async (status, type, isRefused) => {
    const fetch = async () => Response.json({ error: { type } }, { status });
    const charging = stripeCards({ key: 'sk_test', webhookSecret: null, sandbox: null, fetch }).charge(asked);
    if (isRefused) expect(await charging).toMatchObject({ state: 'failed', failure: 'declined' });
    else await expect(charging).rejects.toThrow(CardsUnavailable);
  });

  test.each([429, 500, 503])('takes %s, and no answer, for unknown: never for a refusal', async (status) => {
    const answering = (fetch: typeof globalThis.fetch) =>
      stripeCards({ key: 'sk_test', webhookSecret: null, sandbox: null, fetch }).charge(asked);
    await expect(answering(async () => new Response('{}', { status }))).rejects.toThrow(CardsUnavailable);
    await expect(answering(async () => Promise.reject(new TypeError('fetch failed')))).rejects.toThrow(CardsUnavailable);
  });
});
