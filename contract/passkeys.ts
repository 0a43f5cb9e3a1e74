// Passkeys: sign in alone, or serve as the second factor after a password.
import { z } from 'zod';
import { ById, endpoint, Id, Line, List, Moment, Nothing, paces } from './kit/endpoint.ts';
import { PresentPassword } from './passwords.ts';
import { OtpSecret, PasskeyAnswer, PasskeyOptions } from './signIn.ts';
import { ofOwnFactors } from './twoFactor.ts';

export const Passkey = z
  .object({
    id: Id,
    name: z.string(),
    /** Synced by the maker's account, and so on other devices too. */
    backed_up: z.boolean(),
    created_at: Moment,
    last_used_at: Moment.nullable(),
  })
  .meta({ id: 'Passkey' });
export type Passkey = z.output<typeof Passkey>;

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/v1/passkeys',
  summary: 'Your passkeys, the newest first',
  ...ofOwnFactors,
  response: List(Passkey),
});

export const startPasskey = endpoint({
  method: 'POST',
  path: '/v1/passkeys/options',
  summary: 'Start adding a passkey: answers the options for the browser',
  ...ofOwnFactors,
  body: z.object({ password: PresentPassword }),
  response: z.object({ otp_secret: z.string(), options: PasskeyOptions }),
  errors: ['passwords.wrong', 'passwords.sign_in_again', 'rate_limited'],
  rateLimit: { limit: 20, seconds: 300, by: 'user' },
});

export const createPasskey = endpoint({
  method: 'POST',
  path: '/v1/passkeys',
  summary: 'Save the passkey that the browser made',
  ...ofOwnFactors,
  body: z.object({ otp_secret: OtpSecret, passkey: PasskeyAnswer, name: Line(60).default('') }),
  response: Passkey.extend({ recovery_codes: z.array(z.string()) }),
  status: 201,
  errors: ['two_factor.spent', 'passkeys.refused', 'passkeys.known'],
  rateLimit: { limit: 20, seconds: 300, by: 'user' },
});

export const updatePasskey = endpoint({
  method: 'PATCH',
  path: '/v1/passkeys/:id',
  summary: 'Rename a passkey',
  ...ofOwnFactors,
  params: ById,
  body: z.object({ name: Line(60).pipe(z.string().min(1, 'Give it a name')) }),
  response: Nothing,
  rateLimit: paces.edit,
});

export const deletePasskey = endpoint({
  method: 'POST',
  path: '/v1/passkeys/:id/delete',
  summary: 'Remove a passkey; not your last second factor if the company requires one',
  ...ofOwnFactors,
  params: ById,
  body: z.object({ password: PresentPassword }),
  response: Nothing,
  errors: ['two_factor.required', 'passwords.wrong', 'passwords.sign_in_again', 'rate_limited'],
  rateLimit: { limit: 10, seconds: 300, by: 'user' },
});
