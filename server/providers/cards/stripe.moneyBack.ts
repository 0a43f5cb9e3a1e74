// Money that goes back, at Stripe: refunds, which we ask for, and disputes, which the payer's bank begins.
import { z } from 'zod';
import {
  type CardProvider,
  CardsUnavailable,
  type ListedRefund,
  type ProcessorDispute,
  type ProcessorRefund,
} from '#kernel/cards/cards.ts';

export interface Fields {
  [name: string]: string | readonly string[] | Record<string, string>;
}

type Ask = (method: 'GET' | 'POST', path: string, fields?: Fields, key?: string) => Promise<{ status: number; body: unknown }>;

const Metadata = z.record(z.string(), z.string()).nullish();
const Refund = z.object({ id: z.string(), status: z.string().nullish(), metadata: Metadata });
const Listed = z.object({ data: z.array(Refund.extend({ amount: z.int() })) });
const Dispute = z.object({
  id: z.string(),
  amount: z.int(),
  status: z.string(),
  reason: z.string().default('general'),
  evidence_details: z.object({ due_by: z.int().nullish() }).nullish(),
  payment_intent: z.object({ metadata: Metadata }).nullish().catch(null),
});
const Problem = z.object({ error: z.object({ type: z.string() }) });

type Calls = Pick<CardProvider, 'refund' | 'findRefund' | 'findRefundByKey' | 'listRefunds' | 'findDispute'>;

export const moneyBackCalls = (ask: Ask): Calls => ({
  async refund({ charge, cents, key, metadata }) {
    const fields = { payment_intent: charge, amount: String(cents), metadata: { ...metadata, key } };
    const { status, body } = await ask('POST', '/v1/refunds', fields, key);
    if (status < 400) return refundOf(Refund.parse(body));
    const problem = Problem.safeParse(body);
    // Refused for good: refunded already, disputed, too old. All else may still happen.
    if ([400, 402, 404].includes(status) && problem.data?.error.type === 'invalid_request_error') return null;
    throw new CardsUnavailable(`refused with ${status}`);
  },
  async findRefund(id) {
    const { status, body } = await ask('GET', `/v1/refunds/${encodeURIComponent(id)}`);
    if (status >= 400) throw new CardsUnavailable(`refused with ${status}`);
    return refundOf(Refund.parse(body));
  },
  findRefundByKey: async (charge, key) => (await listRefunds(ask, charge)).find(({ metadata }) => metadata.key === key) ?? null,
  listRefunds: (charge) => listRefunds(ask, charge),
  async findDispute(id) {
    const { status, body } = await ask('GET', `/v1/disputes/${encodeURIComponent(id)}`, { expand: ['payment_intent'] });
    if (status === 404) return null;
    if (status >= 400) throw new CardsUnavailable(`refused with ${status}`);
    return disputeOf(Dispute.parse(body));
  },
});

async function listRefunds(ask: Ask, charge: string): Promise<ListedRefund[]> {
  const { status, body } = await ask('GET', '/v1/refunds', { payment_intent: charge, limit: '100' });
  if (status >= 400) throw new CardsUnavailable(`refused with ${status}`);
  return Listed.parse(body).data.map(({ amount, metadata, ...refund }) => ({
    ...refundOf({ ...refund, metadata }),
    cents: amount,
    metadata: metadata ?? {},
  }));
}

const refundOf = ({ id, status }: z.output<typeof Refund>): ProcessorRefund => {
  if (status === 'succeeded') return { id, state: 'succeeded' };
  return { id, state: status === 'failed' || status === 'canceled' ? 'failed' : 'pending' };
};

/** https://docs.stripe.com/api/disputes/object: a `warning_…` takes no money; all others have taken it. */
const states: Record<string, ProcessorDispute['state']> = {
  warning_needs_response: 'warning',
  warning_under_review: 'warning',
  warning_closed: 'closed',
  prevented: 'closed',
  needs_response: 'open',
  under_review: 'open',
  won: 'won',
  lost: 'lost',
};

function disputeOf({ id, amount, status, reason, evidence_details, payment_intent }: z.output<typeof Dispute>): ProcessorDispute {
  const dueBy = evidence_details?.due_by;
  return {
    id,
    cents: amount,
    state: states[status] ?? 'warning',
    reason,
    answerBy: dueBy ? new Date(dueBy * 1000) : null,
    metadata: payment_intent?.metadata ?? {},
  };
}
