// The ledger's own check, for administrators.
import { z } from 'zod';
import { endpoint, Id, paces } from './kit/endpoint.ts';

/** Kinds of differences between two sides of the ledger. */
export const findings = ['balance', 'held', 'credit', 'refund', 'refunded', 'dispute', 'expired_hold'] as const;

export const reconcileLedger = endpoint({
  method: 'GET',
  path: '/v1/wallets/reconcile',
  summary: 'What does not add up in the company’s ledger: always nothing, unless there is a fault',
  permission: 'money.manage',
  long: true,
  response: z.object({
    data: z.array(
      z.object({
        what: z.enum(findings),
        id: Id,
        /** In ten-thousandths of a dollar, as stored. */
        stored: z.int(),
        expected: z.int(),
      }),
    ),
    checked_at: z.string(),
  }),
  rateLimit: paces.heavy,
});
