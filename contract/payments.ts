// The company's payments by card, for administrators: what was paid, refunded, and disputed.
import { z } from 'zod';
import { Dollars, MoneyText } from './kit/amounts.ts';
import { ById, endpoint, Id, Limit, Line, Page, Paged, paces } from './kit/endpoint.ts';
import { Person } from './users.ts';
import { Payment } from './wallet.ts';
import { disputeStates, paymentShows, refundStates } from './walletLists.ts';

const permission = 'money.manage';

export const Refund = z
  .object({
    id: Id,
    amount: MoneyText,
    reason: z.string(),
    /** One that succeeded may still fail: the bank of the card sends the money back. */
    state: z.enum(refundStates),
    /** Null: somebody made it on the card processor's own page. */
    by: Person.nullable(),
    /** The amount that the payer had already spent, and so owes. */
    owed: MoneyText,
    created_at: z.string(),
    settled_at: z.string().nullable(),
  })
  .meta({ id: 'Refund' });
export type Refund = z.output<typeof Refund>;

const Dispute = z.object({
  state: z.enum(disputeStates),
  amount: MoneyText,
  /** A word of the processor's, as `fraudulent`. */
  reason: z.string(),
  /** Until when the processor takes an answer. */
  answer_by: z.string().nullable(),
  opened_at: z.string(),
  settled_at: z.string().nullable(),
});

export const CompanyPayment = Payment.omit({ action_url: true, dispute: true })
  .extend({
    user: Person,
    /** Of a top-up only what its payer has not spent. */
    refundable: MoneyText,
    refunds: z.array(Refund),
    dispute: Dispute.nullable(),
  })
  .meta({ id: 'CompanyPayment' });
export type CompanyPayment = z.output<typeof CompanyPayment>;

export const listPayments = endpoint({
  method: 'GET',
  path: '/v1/admin/payments',
  summary: 'Payments by card of everyone in the company, the newest first, with refunds and disputes',
  permission,
  query: z.object({ q: Line(100).default(''), show: z.enum(paymentShows).default('all'), page: Page, limit: Limit(20) }),
  response: Paged(CompanyPayment),
  rateLimit: paces.look,
});

export const refundPayment = endpoint({
  method: 'POST',
  path: '/v1/admin/payments/:id/refund',
  summary: 'Send money of a payment back to the card that paid it: of a top-up only what is unspent',
  permission,
  once: true,
  params: ById,
  body: z.object({ amount: Dollars('0.01', '10000000.00'), reason: Line(200).min(1, 'Say why') }),
  response: CompanyPayment,
  errors: ['cards.not_configured', 'payments.disputed'],
  rateLimit: { limit: 60, seconds: 600, by: 'user' },
});
