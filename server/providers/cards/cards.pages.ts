// What people do on the pages of the demo's processor: enter a card, and answer for the bank.
import { cardBrand } from '#contract/kit/formats.ts';
import type { SandboxPages } from '#kernel/cards/cards.ts';
import type { Db } from '#kernel/db/database.ts';
import { find, nameOf, store, type TestCard, testCards } from './cards.sandbox.ts';

export const sandboxPages = (db: Db): SandboxPages => ({
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
});
