// Where outside services call us, and the state of the services that we use.
import { z } from 'zod';
import { endpoint, Nothing } from './kit/endpoint.ts';

/** The header with the signature of a call: `t=<seconds>,v1=<hex>`, HMAC-SHA256 over `t.address.body`. */
export const signatureHeader = 'steward-signature';

export const receiveWebhook = endpoint({
  method: 'POST',
  path: '/v1/webhooks/:kind/:token',
  summary: 'A call of an outside service, signed with the secret of this address; the same call again changes nothing',
  permission: 'public',
  kind: 'raw',
  maxUpload: 10 * 2 ** 20,
  params: z.object({ kind: z.string().max(40), token: z.string().max(100) }),
  response: Nothing,
  errors: ['webhooks.forged', 'too_large'],
  rateLimit: { limit: 600, seconds: 60, by: 'address' },
});
