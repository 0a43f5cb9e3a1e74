// Examples of the calls about wallets and cards.

import { insertId } from '#areas/office/companies/companies.create.ts';
import type * as cards from '#contract/cards.ts';
import type * as invoices from '#contract/invoices.ts';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import type * as ledger from '#contract/ledger.ts';
import type * as payments from '#contract/payments.ts';
import type * as sandboxCards from '#contract/sandboxCards.ts';
import type * as wallet from '#contract/wallet.ts';
import { aCorporation } from './examples.corporations.ts';
import type { Targets } from './examples.ts';
import type { Sent, TestServer } from './server.ts';

type CallsOf<Calls> = {
  [Name in keyof Calls as Calls[Name] extends Endpoint ? Name : never]: Sent<Calls[Name]>;
};
type MoneyCalls = CallsOf<typeof cards> &
  CallsOf<typeof sandboxCards> &
  CallsOf<typeof wallet> &
  CallsOf<typeof ledger> &
  CallsOf<typeof payments> &
  CallsOf<typeof invoices>;

/** With the feature on, a card, a failed and a paid payment, and something given to the colleague. */
export async function someMoney(
  { operator: { db } }: TestServer,
  company_id: number,
  user_id: number,
  colleague: number,
  note: string,
) {
  await db
    .insertInto('feature_overrides')
    .values({ company_id, user_id: 0, feature: 'wallet', enabled: true })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const now = new Date();
  const card = await insertId(db, 'cards', {
    company_id,
    user_id,
    provider_id: `pm_${note}`,
    brand: 'visa',
    last4: '4242',
    exp_month: 4,
    exp_year: 2099,
    created_at: now,
  });
  const attempt = {
    company_id,
    user_id,
    kind: 'top_up',
    amount: 100_000,
    description: note,
    customer: `cus_${note}`,
    method: `pm_${note}`,
    card: 'visa 4242',
    created_at: now,
    settled_at: now,
    due_at: now,
  };
  const payment = await insertId(db, 'payments', { ...attempt, state: 'failed', failure: 'declined' });
  const paidPayment = await insertId(db, 'payments', { ...attempt, state: 'succeeded' });
  await db
    .insertInto('ledger_accounts')
    .values({ company_id, kind: 'wallet', user_id, balance: 1_000_000 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const allowance = { company_id, kind: 'allowance', user_id: colleague, payer_id: user_id };
  await insertId(db, 'ledger_accounts', allowance);
  const walletCorporation = await aCorporation(db, company_id);
  return { card, payment, paidPayment, walletCorporation };
}

export function moneyCalls(to: Targets): MoneyCalls {
  const card = { params: { id: to.card } };
  const charge = { params: { id: 'pi_none' } };
  const setup = { params: { id: 'cs_test_none' } };
  return {
    listCards: {},
    connectCard: { body: { return_path: '/wallet' } },
    saveCard: { body: { setup: 'cs_test_none' } },
    updateCard: { ...card, body: { is_default: true } },
    deleteCard: card,
    getSandboxSetup: setup,
    enterSandboxCard: { ...setup, body: { number: '4242 4242 4242 4242', expiry: '04/99', cvc: '123' } },
    getSandboxCharge: charge,
    answerSandboxCharge: { ...charge, body: { approve: true } },
    getWallet: {},
    topUpWallet: { body: { amount: '25.00', description: 'For texts' } },
    finishPayment: { params: { id: to.payment } },
    updateWalletSettings: { body: { enabled: false, threshold: '10.00', amount: '50.00' } },
    listTransactions: { query: { page: 1, per_page: 20, filter: 'in' } },
    estimateCost: { body: { usageType: 'sms', quantity: 100 } },
    listUsagePrices: {},
    getWalletAnalytics: { query: { period: 'year', corporation_id: to.walletCorporation } },
    listInvoices: { query: { page: 1, limit: 20 } },
    allocateWallet: { body: { user_ids: [to.colleague], amount: '1.00' } },
    reclaimWallet: { body: { user_ids: [to.colleague] } },
    reconcileLedger: {},
    downloadInvoice: { params: { id: to.paidPayment } },
    listPayments: { query: { page: 1, limit: 20, show: 'all', q: '' } },
    refundPayment: { params: { id: to.paidPayment }, body: { amount: '1.00', reason: 'Asked for' } },
    listSandboxCharges: {},
    actOnSandboxCharge: { ...charge, body: { act: 'dispute', tell: true } },
    sendSandboxEvent: { params: { id: 'evt_none' }, body: { forged: false } },
  };
}
