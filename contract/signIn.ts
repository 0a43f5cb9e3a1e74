// Signing in and out, and the signed-in user.
import { z } from 'zod';
import { endpoint, Line, Nothing, paces } from './kit/endpoint.ts';
import { Me } from './me.ts';

export const secondFactors = ['app', 'email', 'passkey'] as const;
export type SecondFactor = (typeof secondFactors)[number];

/** IANA zone of the browser: a rough place without a geo database. Other values become empty, as mails quote it. */
export const Place = Line(64)
  .default('')
  .transform((zone) => (isZone(zone) ? zone : ''));

function isZone(text: string): boolean {
  if (!/^[A-Z][A-Za-z_]+(?:\/[A-Za-z0-9_+-]+){0,2}$/.test(text)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: text }));
  } catch {
    return false;
  }
}

export const SessionCreate = z.object({
  /** The e-mail or the username. */
  email: z.string().trim().min(1, 'Enter your e-mail or username').max(320),
  password: z.string().min(1, 'Enter your password').max(1000),
  place: Place,
});
export type SessionCreate = z.output<typeof SessionCreate>;

/**
 * The password was right and a second factor is needed: `otp_secret` names this sign-in for ten minutes; it is
 * not an app's secret.
 */
export const SecondFactorNeeded = z
  .object({
    otp_secret: z.string(),
    /** When the last code was mailed to this user. */
    last_otp_at: z.string().nullable(),
    /** The factors that this user has set up, the preferred one first. */
    factors: z.array(z.enum(secondFactors)),
    /** The masked address for codes: `a•••@harbor.test`. */
    email_hint: z.string(),
  })
  .meta({ id: 'SecondFactorNeeded' });
export type SecondFactorNeeded = z.output<typeof SecondFactorNeeded>;

export const OtpSecret = z.string().min(1).max(200);
export const Code = z.string().trim().min(1, 'Enter the code').max(20);

/** The answer of a browser's authenticator (WebAuthn's AuthenticationResponseJSON); the verifier checks it. */
export const PasskeyAnswer = z.looseObject({
  id: z.string().max(1400),
  rawId: z.string().max(1400),
  type: z.literal('public-key'),
  response: z.looseObject({}),
  clientExtensionResults: z.looseObject({}),
});
export type PasskeyAnswer = z.output<typeof PasskeyAnswer>;
/** WebAuthn's own options, for the browser's call. */
export const PasskeyOptions = z.looseObject({ challenge: z.string() });
export type PasskeyOptions = z.output<typeof PasskeyOptions>;

/** One answer to the second step. */
export const SecondFactorAnswer = z.object({
  otp_secret: OtpSecret,
  /** From the app or the mail. */
  otp: Code.optional(),
  recovery_code: z.string().trim().min(1).max(40).optional(),
  passkey: PasskeyAnswer.optional(),
  place: Place,
});
export type SecondFactorAnswer = z.output<typeof SecondFactorAnswer>;

export const createSession = endpoint({
  method: 'POST',
  path: '/v1/sessions',
  summary: 'Sign in: sets the cookies token and csrf_token, or asks for a second factor',
  permission: 'public',
  body: SessionCreate,
  response: z.union([SecondFactorNeeded, Me]),
  status: 201,
  errors: ['sessions.wrong_credentials', 'sessions.address_refused', 'sso.required', 'rate_limited', 'origin'],
  rateLimit: { limit: 100, seconds: 60, by: 'address' },
});

export const answerSecondFactor = endpoint({
  method: 'POST',
  path: '/v1/sessions/second_factor',
  summary: 'Cancel a sign-in that waits for a second factor',
  permission: 'public',
  body: SecondFactorAnswer,
  response: Me,
  status: 201,
  errors: ['two_factor.wrong_code', 'two_factor.spent', 'passkeys.refused', 'sessions.address_refused', 'rate_limited', 'origin'],
  rateLimit: { limit: 100, seconds: 60, by: 'address' },
});

export const startPasskeySignIn = endpoint({
  method: 'POST',
  path: '/v1/sessions/passkey_options',
  summary: 'Options for the browser to sign in with a passkey; as the second factor when a started sign-in is given',
  permission: 'public',
  body: z.object({ otp_secret: OtpSecret.optional() }),
  response: PasskeyOptions,
  errors: ['two_factor.spent', 'two_factor.not_set_up', 'rate_limited', 'origin'],
  rateLimit: { limit: 60, seconds: 60, by: 'address' },
});

export const createSessionByPasskey = endpoint({
  method: 'POST',
  path: '/v1/sessions/passkey',
  summary: 'Sign in with a passkey alone',
  permission: 'public',
  body: z.object({ passkey: PasskeyAnswer, place: Place }),
  response: Me,
  status: 201,
  errors: ['passkeys.refused', 'sessions.address_refused', 'sso.required', 'rate_limited', 'origin'],
  rateLimit: { limit: 30, seconds: 60, by: 'address' },
});

export const deleteSession = endpoint({
  method: 'DELETE',
  path: '/v1/sessions',
  summary: 'Sign out; for a single sign-on session, answers the provider’s address to sign out there too',
  permission: 'signed_in',
  ahead: 'terms',
  response: z.union([Nothing, z.object({ sso_logout_url: z.url() })]),
  rateLimit: paces.edit,
});

export const proveOneself = endpoint({
  method: 'POST',
  path: '/v1/sessions/prove',
  summary: 'Confirm your password again for calls that need it; valid for 15 minutes',
  permission: 'signed_in',
  ahead: 'password',
  oneself: true,
  body: z.object({ password: z.string().max(1000) }),
  response: Nothing,
  errors: ['passwords.wrong', 'passwords.sign_in_again', 'rate_limited'],
  rateLimit: { limit: 10, seconds: 300, by: 'user' },
});

export const getMe = endpoint({
  method: 'GET',
  path: '/v1/users/me',
  summary: 'The signed-in user',
  permission: 'signed_in',
  ahead: 'terms',
  response: Me,
  errors: ['sso.missing_session'],
});

export const getProfile = endpoint({
  method: 'GET',
  path: '/auth/profile',
  summary: 'The signed-in user; anything but success means signed out',
  permission: 'signed_in',
  ahead: 'terms',
  response: Me,
  errors: ['sso.missing_session'],
});
