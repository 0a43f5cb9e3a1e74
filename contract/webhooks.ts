// The address for calls of outside services, and the state of the services that we use.
import { z } from 'zod';
import { endpoint } from './kit/endpoint.ts';

/** The header with the signature of a call: `t=<seconds>,v1=<hex>`, HMAC-SHA256 over `t.address.body`. */
export const signatureHeader = 'steward-signature';

/** Instead of a token: the service has one account for all companies, and signs with its secret. */
export const accountToken = 'account';
export const stripeHook = `/v1/webhooks/stripe/${accountToken}`;

export const receiveWebhook = endpoint({
  method: 'POST',
  path: '/v1/webhooks/:kind/:token',
  summary: 'A call of an outside service, signed with the secret of this address; the same call again changes nothing',
  permission: 'public',
  kind: 'raw',
  maxUpload: 10 * 2 ** 20,
  params: z.object({ kind: z.string().max(40), token: z.string().max(100) }),
  /** XML that tells a carrier what to do with a call; empty for all other services. */
  response: z.string().optional(),
  errors: ['webhooks.forged', 'webhooks.unchecked', 'too_large'],
  // A carrier calls from few addresses, with every text and every report. Forged calls have a limit of their own.
  rateLimit: { limit: 60_000, seconds: 60, by: 'address' },
});
