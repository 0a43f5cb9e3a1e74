// A mail receiver's choices, by the link at the foot of a mail: no account, no session, no scripts.
import { z } from 'zod';
import { endpoint, Nothing } from './kit/endpoint.ts';

/** `marketing`: no more offers and news. `all`: no more mail of any kind. */
export const mailRefusals = ['marketing', 'all'] as const;

const Token = z.object({ token: z.string().max(200) });
const page = {
  path: '/v1/mail_preferences/:token',
  permission: 'public',
  page: true,
  params: Token,
  response: Nothing,
  rateLimit: { limit: 120, seconds: 60, by: 'address' },
} as const;

export const showMailPreferences = endpoint({
  ...page,
  method: 'GET',
  summary: 'The page behind the link at the foot of a mail. It changes nothing: mail scanners open every link',
});

export const refuseMail = endpoint({
  ...page,
  method: 'POST',
  summary: 'No more mail to this address: by the page, or by the one click of a mail program (RFC 8058)',
  kind: 'form',
  body: z.object({ scope: z.enum(mailRefusals).default('marketing') }),
});
