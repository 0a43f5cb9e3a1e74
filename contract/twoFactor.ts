// Second factors: authenticator app, codes by mail, recovery codes, and the preferred one. Passkeys: passkeys.ts.
import { z } from 'zod';
import { endpoint, Nothing, paces } from './kit/endpoint.ts';
import { PresentPassword } from './passwords.ts';
import { Code, OtpSecret, secondFactors } from './signIn.ts';

export const TwoFactor = z
  .object({
    required: z.boolean(),
    enabled: z.boolean(),
    app: z.boolean(),
    email: z.boolean(),
    passkeys: z.int(),
    recovery_codes_left: z.int(),
    preferred: z.enum(secondFactors).nullable(),
    /** Whether changes need the password; a user without one must have signed in recently instead. */
    has_password: z.boolean(),
  })
  .meta({ id: 'TwoFactor' });
export type TwoFactor = z.output<typeof TwoFactor>;

/** Callable as a missing step: a user who must set one up can; passkeys too. */
export const ofOwnFactors = { permission: 'signed_in', ahead: 'two_factor', oneself: true } as const;

export const getTwoFactor = endpoint({
  method: 'GET',
  path: '/v1/two_factor',
  summary: 'Your second factors',
  ...ofOwnFactors,
  response: TwoFactor,
});

export const generateQr = endpoint({
  method: 'POST',
  path: '/v1/two_factor/generate_qr',
  summary: 'Start setting up an authenticator app: answers its secret as a QR code and as text',
  ...ofOwnFactors,
  response: z.object({
    /** Names this set-up in `enable`, for ten minutes. */
    otp_secret: z.string(),
    /** An SVG as a data URL. */
    qr: z.string(),
    /** The QR code's content for typing: base32 in groups of four. */
    secret: z.string(),
    uri: z.string(),
  }),
  errors: ['passwords.sign_in_again', 'rate_limited'],
  rateLimit: { limit: 20, seconds: 300, by: 'user' },
});

export const startEmailCodes = endpoint({
  method: 'POST',
  path: '/v1/two_factor/email',
  summary: 'Start setting up codes by mail: mails the first code',
  ...ofOwnFactors,
  response: z.object({ otp_secret: z.string(), last_otp_at: z.string() }),
  errors: ['passwords.sign_in_again', 'mail.not_configured', 'mail.not_sent', 'rate_limited'],
  rateLimit: { limit: 5, seconds: 300, by: 'user' },
});

export const enableTwoFactor = endpoint({
  method: 'POST',
  path: '/v1/two_factor/enable',
  summary:
    'Finish the set-up with your password and the first code. The first second factor also answers recovery codes, shown only once',
  ...ofOwnFactors,
  body: z.object({ otp_secret: OtpSecret, otp: Code, password: PresentPassword }),
  response: TwoFactor.extend({ recovery_codes: z.array(z.string()) }),
  errors: ['two_factor.wrong_code', 'two_factor.spent', 'passwords.wrong', 'passwords.sign_in_again', 'rate_limited'],
  rateLimit: { limit: 20, seconds: 300, by: 'user' },
});

export const disableTwoFactor = endpoint({
  method: 'POST',
  path: '/v1/two_factor/disable',
  summary: 'Remove the app or the codes by mail; not your last second factor if the company requires one',
  ...ofOwnFactors,
  body: z.object({ factor: z.enum(['app', 'email']), password: PresentPassword }),
  response: TwoFactor,
  errors: ['two_factor.required', 'two_factor.not_set_up', 'passwords.wrong', 'passwords.sign_in_again', 'rate_limited'],
  rateLimit: { limit: 10, seconds: 300, by: 'user' },
});

export const sendOtp = endpoint({
  method: 'POST',
  path: '/v1/two_factor/send_otp',
  summary: 'Mail a code for a sign-in or a set-up that waits for one',
  permission: 'public',
  body: z.object({ otp_secret: OtpSecret }),
  response: z.object({ last_otp_at: z.string() }),
  errors: ['two_factor.spent', 'two_factor.not_set_up', 'mail.not_configured', 'mail.not_sent', 'rate_limited', 'origin'],
  rateLimit: { limit: 100, seconds: 300, by: 'address' },
});

export const createRecoveryCodes = endpoint({
  method: 'POST',
  path: '/v1/two_factor/recovery_codes',
  summary: 'Make new recovery codes, shown only once; the old ones stop working',
  ...ofOwnFactors,
  body: z.object({ password: PresentPassword }),
  response: z.object({ recovery_codes: z.array(z.string()) }),
  errors: ['two_factor.not_set_up', 'passwords.wrong', 'passwords.sign_in_again', 'rate_limited'],
  rateLimit: { limit: 10, seconds: 300, by: 'user' },
});

export const updateTwoFactorPreference = endpoint({
  method: 'PATCH',
  path: '/v1/users/update_2fa',
  summary: 'Choose which second factor a sign-in asks for first',
  ...ofOwnFactors,
  body: z.object({ preferred: z.enum(secondFactors) }),
  response: Nothing,
  errors: ['two_factor.not_set_up'],
  rateLimit: paces.edit,
});
