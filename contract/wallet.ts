// The prepaid wallet of a user: own money, and what payers gave. All amounts are decimal strings of dollars.
import { z } from 'zod';
import { Card } from './cards.ts';
import { Dollars, MoneyText } from './kit/amounts.ts';
import { ById, endpoint, Id, Limit, Line, List, PathId, paces } from './kit/endpoint.ts';
import { Person } from './users.ts';
import {
  analyticsPeriods,
  declines,
  disputeStates,
  paymentStates,
  transactionFilters,
  transactionKinds,
  usageTypes,
} from './walletLists.ts';

const feature = 'wallet';
const permission = 'wallet.use';
const Decline = z.enum(declines);
const UsageType = z.enum(usageTypes);

const AutoRefill = z.object({
  enabled: z.boolean(),
  /** Below this, the wallet is refilled. */
  threshold: MoneyText,
  amount: MoneyText,
  /** Why no refill happens until the user acts. */
  paused: Decline.nullable(),
});

export const Wallet = z
  .object({
    /** Own money and allowances together, and the same without what is held. */
    balance: MoneyText,
    available: MoneyText,
    held: MoneyText,
    /** Of the balance: what is the user's own. */
    own: MoneyText,
    /** Of the balance: what payers gave. */
    allowance: MoneyText,
    /** The part of refunds and disputes that the wallet did not cover. It blocks all spending; the next top-up pays it first. */
    owed: MoneyText,
    /** For how many days it lasts at the pace of the last 30 days; null: nothing was spent. */
    days_left: z.int().nullable(),
    auto_refill: AutoRefill,
    /** The card that a top-up charges. */
    card: Card.nullable(),
    /** Amounts that this user gave to others, as far as they still have them. */
    allocated: z.array(z.object({ user: Person, amount: MoneyText })),
    can: z.object({ allocate: z.boolean() }),
  })
  .meta({ id: 'Wallet' });
export type Wallet = z.output<typeof Wallet>;

export const Payment = z
  .object({
    id: Id,
    kind: z.enum(['top_up', 'refill', 'invoice']),
    state: z.enum(paymentStates),
    amount: MoneyText,
    description: z.string(),
    /** `visa 4242` */
    card: z.string(),
    /** The bank's page for the confirmation; in state `requires_action`. */
    action_url: z.string().nullable(),
    failure: Decline.nullable(),
    /** The amount that went back to the card, or is on its way. */
    refunded: MoneyText,
    /** Somebody told the bank that this payment is not right. */
    dispute: z.enum(disputeStates).nullable(),
    /** Of its invoice; null where a top-up has a receipt, or nothing was paid. */
    invoice_number: z.int().nullable(),
    created_at: z.string(),
    settled_at: z.string().nullable(),
  })
  .meta({ id: 'Payment' });
export type Payment = z.output<typeof Payment>;

export const Transaction = z
  .object({
    id: Id,
    kind: z.enum(transactionKinds),
    /** Negative: it left the wallet. */
    amount: MoneyText,
    usage_type: UsageType.nullable(),
    quantity: z.int().nullable(),
    note: z.string(),
    made_at: z.string(),
    /** The person who gave or got the amount. */
    person: Person.nullable(),
  })
  .meta({ id: 'Transaction' });
export type Transaction = z.output<typeof Transaction>;

export const getWallet = endpoint({
  method: 'GET',
  path: '/v1/wallets',
  summary: 'Your wallet: balance, what is available, automatic refill and card',
  permission,
  feature,
  response: Wallet,
  rateLimit: paces.look,
});

export const topUpWallet = endpoint({
  method: 'POST',
  path: '/v1/wallets/top_up',
  summary: 'Charge your default card and add the amount to your wallet',
  permission,
  feature,
  once: true,
  oneself: true,
  body: z.object({
    amount: Dollars('5.00', '5000.00'),
    description: Line(200).default(''),
  }),
  response: Payment,
  errors: ['cards.not_configured', 'cards.none'],
  rateLimit: { limit: 20, seconds: 600, by: 'user' },
});

export const finishPayment = endpoint({
  method: 'POST',
  path: '/v1/wallets/payments/:id/finish',
  summary: 'Ask the card processor what has become of a payment, when you return from your bank’s page',
  permission,
  feature,
  params: ById,
  response: Payment,
  errors: ['cards.unavailable'],
  rateLimit: { limit: 60, seconds: 60, by: 'user' },
});

export const updateWalletSettings = endpoint({
  method: 'PUT',
  path: '/v1/wallets/update_settings',
  summary: 'Automatic refill: whether, below which balance, and by how much. Saving ends a pause',
  permission,
  feature,
  oneself: true,
  body: z.object({ enabled: z.boolean(), threshold: Dollars('0', '1000.00'), amount: Dollars('5.00', '5000.00') }),
  response: Wallet,
  rateLimit: paces.edit,
});

export const listTransactions = endpoint({
  method: 'GET',
  path: '/v1/wallets/transaction_history',
  summary: 'What came into your wallet and left it, the newest first',
  permission,
  feature,
  query: z.object({
    page: z.coerce.number().pipe(z.int().min(1).max(500)).default(1),
    per_page: Limit(20),
    filter: z.enum([...transactionFilters, 'all']).default('all'),
  }),
  response: z.object({
    data: z.array(Transaction),
    pagination: z.object({ current_page: z.int(), per_page: z.int(), total_pages: z.int(), total_count: z.int() }),
  }),
  rateLimit: paces.look,
});

export const estimateCost = endpoint({
  method: 'POST',
  path: '/v1/wallets/estimate_cost',
  reads: true,
  summary: 'What so many units cost at today’s price, and whether your wallet covers it',
  permission,
  feature,
  body: z.object({ usageType: UsageType, quantity: z.int().min(1).max(1_000_000) }),
  response: z.object({
    usageType: UsageType,
    quantity: z.int(),
    unit_price: MoneyText,
    cost: MoneyText,
    available: MoneyText,
    covered: z.boolean(),
  }),
  rateLimit: paces.look,
});

export const listUsagePrices = endpoint({
  method: 'GET',
  path: '/v1/wallets/usage_pricing',
  summary: 'What one unit of each kind of use costs today',
  permission,
  feature,
  response: List(z.object({ usage_type: UsageType, price: MoneyText, effective_from: z.string() })),
  rateLimit: paces.look,
});

export const getWalletAnalytics = endpoint({
  method: 'GET',
  path: '/v1/wallets/analytics',
  summary:
    'What you spent in a period: by day (by month for a year) and by kind of use; of one corporation with `corporation_id`',
  permission,
  feature,
  query: z.object({ period: z.enum(analyticsPeriods).default('month'), corporation_id: PathId.optional() }),
  response: z.object({
    from: z.string(),
    total: MoneyText,
    /** Without days on which nothing was spent. */
    spent: z.array(z.object({ day: z.string(), amount: MoneyText })),
    usage: z.array(z.object({ usage_type: UsageType, quantity: z.int(), amount: MoneyText })),
  }),
  rateLimit: paces.look,
});

export const listInvoices = endpoint({
  method: 'GET',
  path: '/v1/wallets/invoice_history',
  summary: 'Your payments by card with the numbers of their invoices, the newest first',
  permission,
  feature,
  query: z.object({ page: z.coerce.number().pipe(z.int().min(1).max(500)).default(1), limit: Limit(20) }),
  response: z.object({ data: z.array(Payment), meta: z.object({ page: z.int(), more: z.boolean() }) }),
  rateLimit: paces.look,
});

export const allocateWallet = endpoint({
  method: 'POST',
  path: '/v1/wallets/allocate',
  summary: 'Give each of these users an amount from your own money, to all of them or to none',
  permission: 'wallet.allocate',
  feature,
  once: true,
  oneself: true,
  body: z.object({ user_ids: z.array(Id).min(1).max(200), amount: Dollars('0.01', '5000.00') }),
  response: Wallet,
  errors: ['wallet.insufficient_funds', 'wallet.owed'],
  rateLimit: paces.edit,
});

export const reclaimWallet = endpoint({
  method: 'POST',
  path: '/v1/wallets/reclaim',
  summary: 'Take back what these users have left of what you gave them',
  permission: 'wallet.allocate',
  feature,
  once: true,
  oneself: true,
  body: z.object({ user_ids: z.array(Id).min(1).max(200) }),
  response: Wallet,
  rateLimit: paces.edit,
});
