// The pages of the demo's card processor: a form for test cards, and the bank's question (3-D Secure).
import { z } from 'zod';
import { endpoint, Line } from './kit/endpoint.ts';

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
