// People's actions on the pages of the demo's processor: enter a card, and answer for the bank.
import { sql } from 'kysely';
import { cardBrand } from '#contract/kit/formats.ts';
import type { SandboxPages } from '#kernel/cards/cards.ts';
import type { Db } from '#kernel/db/database.ts';
import { type TestCard, testCards } from './cards.sandbox.ts';
import { act, listOf } from './sandbox.bank.ts';
import { find, nameOf, type Stored, store } from './sandbox.store.ts';
import { signatureOf } from './stripe.events.ts';

export const sandboxPages = (db: Db, webhookSecret: string): SandboxPages => ({
  async findSetup(id) {
    const setup = await find(db, 'setup', id);
    return setup && { return_url: String(setup.success_url) };
  },

  async enterCard(id, { number, month, year }) {
    const digits = number.replace(/[ -]/g, '');
    const setup = await find(db, 'setup', id);
    if (!setup || !Object.hasOwn(testCards, digits)) return null;
    const customer = String(setup.customer);
    const card = { brand: cardBrand(digits) ?? 'unknown', last4: digits.slice(-4), exp_month: month, exp_year: year };
    const method = { id: nameOf('pm'), customer, card, outcome: testCards[digits as TestCard] };
    await store(db, 'method', method, customer);
    await store(db, 'setup', { ...setup, method: method.id }, customer);
    return { return_url: String(setup.success_url) };
  },

  async findCharge(id) {
    const intent = await find(db, 'intent', id);
    if (!intent?.return_url) return null;
    const { brand, last4 } = intent.card as { brand: string; last4: string };
    const open = intent.status === 'requires_action';
    return { cents: Number(intent.amount), card: `${brand} ${last4}`, open, return_url: String(intent.return_url) };
  },

  async answerCharge(id, approve) {
    const intent = await find(db, 'intent', id);
    if (!intent?.return_url) return null;
    if (intent.status === 'requires_action') {
      const refusal = { code: 'payment_intent_authentication_failure' };
      const outcome = approve ? { status: 'succeeded' } : { status: 'requires_payment_method', last_payment_error: refusal };
      await store(db, 'intent', { ...intent, ...outcome, next_action: null }, String(intent.customer));
    }
    return { return_url: String(intent.return_url) };
  },

  async listCharges() {
    const { rows } = await sql<{ body: Stored; created_at: string }>`
      select body, created_at from sandbox_cards where kind = 'intent' order by created_at desc limit 50`.execute(db);
    return Promise.all(
      rows.map(async ({ body, created_at }) => {
        const { brand, last4 } = body.card as { brand: string; last4: string };
        const [dispute] = await listOf(db, 'dispute', body.id);
        return {
          id: body.id,
          cents: Number(body.amount),
          card: `${brand} ${last4}`,
          at: created_at,
          state: String(body.status),
          refunds: (await listOf(db, 'refund', body.id)).map(({ amount, status }) => ({
            cents: Number(amount),
            state: String(status),
          })),
          dispute: dispute ? { state: String(dispute.status), cents: Number(dispute.amount) } : null,
        };
      }),
    );
  },

  async act(charge, what) {
    if (!(await find(db, 'intent', charge))) return null;
    if (!(await act(db, charge, what))) return 'not_now';
    return (await takeUnsent(db)).map(({ id }) => id);
  },

  async listEvents() {
    const { rows } = await sql<{ id: string; type: string; at: string }>`
      select id, body ->> 'type' as type, created_at as at from sandbox_cards where kind = 'event' order by created_at desc, id limit 20`.execute(
      db,
    );
    return rows;
  },

  async signed(id, { forged }) {
    const event = await find(db, 'event', id);
    return event && callOf(event, forged ? 'another secret' : webhookSecret);
  },
});

function callOf(event: Stored, secret: string) {
  const body = Buffer.from(JSON.stringify(event));
  return { body, signature: signatureOf(secret, body, new Date()) };
}

/** Makes the calls that are not made yet, as the processor does by itself. */
export const ringOf = (db: Db, secret: string, address: string) => async () => {
  for (const event of await takeUnsent(db)) {
    const { body, signature } = callOf(event, secret);
    await fetch(address, { method: 'POST', body, headers: { 'stripe-signature': signature } }).catch(() => {}); // the page sends it again
  }
};

/** Each call is made once by the processor itself. */
async function takeUnsent(db: Db): Promise<Stored[]> {
  const { rows } = await sql<{ body: Stored }>`
    update sandbox_cards set body = body || '{"sent": true}' where id in (
      select id from sandbox_cards where kind = 'event' and not body ? 'sent' order by created_at limit 20 for update skip locked)
    returning body`.execute(db);
  return rows.map(({ body }) => body);
}
