// The pages of the demo's card processor: a form for test cards, and the bank's question (3-D Secure).
import { z } from 'zod';
import { endpoint, Line, Nothing } from './kit/endpoint.ts';
import { sandboxCardActs } from './sandboxCardLists.ts';

const ByName = z.object({ id: z.string().regex(/^\w{1,100}$/) });
const Return = z.object({ return_url: z.string() });
const pace = { limit: 120, seconds: 60, by: 'address' } as const;

export const getSandboxSetup = endpoint({
  method: 'GET',
  path: '/v1/sandbox/card_setups/:id',
  summary: 'A page of the demo’s processor that waits for a card; 404 outside the demo',
  permission: 'public',
  params: ByName,
  response: Return,
});

export const enterSandboxCard = endpoint({
  method: 'POST',
  path: '/v1/sandbox/card_setups/:id',
  summary: 'Enter one of the demo’s test cards. Any other number is refused and kept nowhere',
  permission: 'public',
  params: ByName,
  body: z.object({ number: Line(30), expiry: Line(7), cvc: Line(4) }),
  response: Return,
  rateLimit: pace,
});

export const getSandboxCharge = endpoint({
  method: 'GET',
  path: '/v1/sandbox/card_charges/:id',
  summary: 'A charge of the demo’s processor that the bank asks about',
  permission: 'public',
  params: ByName,
  response: z.object({ amount: z.string(), card: z.string(), open: z.boolean(), return_url: z.string() }),
});

export const answerSandboxCharge = endpoint({
  method: 'POST',
  path: '/v1/sandbox/card_charges/:id',
  summary: 'Answer as the bank: approve the charge, or refuse it',
  permission: 'public',
  params: ByName,
  body: z.object({ approve: z.boolean() }),
  response: Return,
  rateLimit: pace,
});

export const SandboxCharge = z
  .object({
    id: z.string(),
    amount: z.string(),
    card: z.string(),
    at: z.string(),
    /** Words of the processor's, as `succeeded`. */
    state: z.string(),
    refunds: z.array(z.object({ amount: z.string(), state: z.string() })),
    dispute: z.object({ state: z.string(), amount: z.string() }).nullable(),
    acts: z.array(z.enum(sandboxCardActs)),
  })
  .meta({ id: 'SandboxCharge' });
export type SandboxCharge = z.output<typeof SandboxCharge>;

export const listSandboxCharges = endpoint({
  method: 'GET',
  path: '/v1/sandbox/card_charges',
  summary: 'The latest charges of the demo’s processor, and its calls to us; 404 outside the demo',
  permission: 'public',
  response: z.object({
    data: z.array(SandboxCharge),
    events: z.array(z.object({ id: z.string(), type: z.string(), at: z.string() })),
  }),
  rateLimit: pace,
});

export const actOnSandboxCharge = endpoint({
  method: 'POST',
  path: '/v1/sandbox/card_charges/:id/acts',
  summary:
    'Do as a bank: ask, dispute, decide, send a refund back, or let the card expire; or refund the rest on the processor’s own page. Without `tell`, its call to us waits',
  permission: 'public',
  params: ByName,
  body: z.object({ act: z.enum(sandboxCardActs), tell: z.boolean().default(true) }),
  response: Nothing,
  errors: ['conflict'],
  rateLimit: pace,
});

export const sendSandboxEvent = endpoint({
  method: 'POST',
  path: '/v1/sandbox/card_events/:id',
  summary: 'Make a call of the processor again: late, twice, out of order, or forged',
  permission: 'public',
  params: ByName,
  body: z.object({ forged: z.boolean().default(false) }),
  /** Whether we took it. */
  response: z.object({ taken: z.boolean() }),
  rateLimit: pace,
});
