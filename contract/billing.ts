// Billing: the plan of the account itself, what is charged next, and what was. Open before the second factor and
// before payment, as the screens at /billing are.
import { z } from 'zod';
import { MoneyText, ShownAmount } from './kit/amounts.ts';
import { ById, Day, endpoint, Id, Limit, Line, Page, Paged, paces } from './kit/endpoint.ts';
import { subscriptionAdminCalls } from './planAdminCalls.ts';
import { subscriptionTypes } from './planCalls.ts';
import { failing, invoiceStates, planLevels, products } from './planLists.ts';
import { Subscription } from './subscriptions.ts';
import { Payment } from './wallet.ts';
import { declines } from './walletLists.ts';

const Type = z.enum(subscriptionTypes);

export const AccountPlan = z
  .object({
    plan: z.enum(planLevels),
    name: z.string(),
    /** A month. */
    price: MoneyText,
    /** It is the plan in use, or the one that begins with the next period. */
    chosen: z.boolean(),
    /** Today's charge for choosing this plan. */
    today: MoneyText,
    /** A cheaper plan begins with the next period and charges nothing. */
    at_period_end: z.boolean(),
  })
  .meta({ id: 'AccountPlan' });
export type AccountPlan = z.output<typeof AccountPlan>;

const InvoiceLine = z.object({ text: z.string(), quantity: z.int(), price: MoneyText, amount: MoneyText });

/** A payment that failed, with what mends it: the bank’s page, or another card. */
export const FailedPayment = z
  .object({
    product: z.enum(failing),
    /** Empty for the wallet. */
    plan: z.string(),
    amount: MoneyText,
    failure: z.enum(declines),
    action_url: z.string().nullable(),
    /** Until then the plan works on; null: it does not any more. */
    access_until: z.string().nullable(),
  })
  .meta({ id: 'FailedPayment' });
export type FailedPayment = z.output<typeof FailedPayment>;

export const Billing = z
  .object({
    /** The account's plan that counts for the user: their own before the company's. */
    account: Subscription.nullable(),
    /** The user changes it. */
    mine: z.boolean(),
    /** Why it was cancelled. */
    cancel_reason: z.string().nullable(),
    /** The next charges by line, the soonest first; at most 100. */
    upcoming: z.array(InvoiceLine.extend({ subscription_id: Id, product: z.enum(products), due_at: z.string() })),
    /** Payments of the user that failed. */
    failed: z.array(FailedPayment),
    /** Whether the user may pay for the company. */
    can: z.object({ company: z.boolean() }),
  })
  .meta({ id: 'Billing' });
export type Billing = z.output<typeof Billing>;

export const BillingInvoice = z
  .object({
    id: Id,
    /** From 1, without gaps, when it is paid. */
    number: z.int().nullable(),
    product: z.enum(products),
    state: z.enum(invoiceStates),
    lines: z.array(InvoiceLine),
    total: MoneyText,
    starts_at: z.string(),
    ends_at: z.string(),
    /** `visa 4242` */
    card: z.string().nullable(),
    failure: z.enum(declines).nullable(),
    issued_at: z.string(),
    paid_at: z.string().nullable(),
  })
  .meta({ id: 'BillingInvoice' });
export type BillingInvoice = z.output<typeof BillingInvoice>;

const open = { permission: 'signed_in', ahead: 'two_factor' } as const;
const pays = { limit: 60, seconds: 600, by: 'user' } as const;

export const listAccountPlans = endpoint({
  method: 'GET',
  path: '/v1/plans',
  summary: 'The plans for the account, with what choosing each of them charges today',
  ...open,
  query: z.object({ type: Type.optional() }),
  response: z.object({ data: z.array(AccountPlan) }),
  rateLimit: paces.look,
});

export const getBilling = endpoint({
  method: 'GET',
  path: '/v1/accounts/billing',
  summary: 'The account’s plan, what is charged next by line, and payments that failed',
  ...open,
  response: Billing,
  rateLimit: paces.look,
});

export const updateAccountPlan = endpoint({
  method: 'POST',
  path: '/v1/accounts/update_plan',
  summary:
    'Choose the account’s plan: for the company as an administrator, else for yourself. A dearer one is charged at once, a cheaper one begins with the next period; the same one takes a cancellation back, or pays what is open. `amount` is what you were shown',
  ...open,
  once: true,
  oneself: true,
  body: z.object({ plan: z.enum(planLevels), amount: ShownAmount, type: Type.optional() }),
  response: Billing,
  errors: ['cards.none', 'cards.not_configured', 'cards.too_small', 'subscriptions.price_changed', 'subscriptions.granted'],
  rateLimit: pays,
});

export const cancelAccountSubscription = endpoint({
  method: 'PUT',
  path: '/v1/accounts/cancel_subscription',
  summary: 'End the account’s plan after the paid period; one that is not paid ends at once',
  ...open,
  oneself: true,
  body: z.object({ reason: Line(500).min(1, 'Enter a reason'), type: Type.optional() }),
  response: Billing,
  errors: ['subscriptions.ended'],
  rateLimit: paces.edit,
});

export const listAccountHistory = endpoint({
  method: 'GET',
  path: '/v1/accounts/history',
  summary: 'Invoices of the plans that you pay for, the newest first',
  ...open,
  query: z.object({ page: Page, limit: Limit(20) }),
  response: Paged(BillingInvoice),
  rateLimit: paces.look,
});

export const finishAccountPayment = endpoint({
  method: 'POST',
  path: '/v1/accounts/payments/:id/finish',
  summary: 'Finish a payment when you return from your bank’s page: its plan or licences are there at once',
  ...open,
  oneself: true,
  params: ById,
  response: Payment,
  errors: ['cards.unavailable'],
  rateLimit: pays,
});

export const grantPaidMembership = endpoint({
  method: 'POST',
  path: '/v1/admin/users/:id/paid_membership',
  summary: 'Give a user the account’s plan until a day, without a charge; `until: null` takes it back',
  permission: 'money.manage',
  params: ById,
  body: z.object({ until: Day.nullable(), plan: z.enum(planLevels).default('standard') }),
  response: z.object({ membership: Subscription.nullable() }),
  errors: ['subscriptions.exists'],
  rateLimit: paces.edit,
});

export const { listAdminSubscriptions: listAccountSubscriptions, endSubscription: endAccountSubscription } =
  subscriptionAdminCalls({ admin: '/v1/admin/account', title: 'the account' });
