// Signing in and out, and the sessions one has.
import { z } from 'zod';
import { ById, endpoint, Id, Line, List, Moment, Nothing, paces } from './kit/endpoint.ts';
import { Me } from './users.ts';

/** How somebody signs in. Sessions in which another person acts as them are not theirs, and never listed. */
export const signInMethods = ['password', 'passkey', 'sso'] as const;

export const secondFactors = ['app', 'email', 'passkey'] as const;
export type SecondFactor = (typeof secondFactors)[number];

/** IANA zone of the browser, the nearest thing to a place that needs no register of addresses. Anything else is nothing: mails quote it. */
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

/** The password was right and a second factor is asked for: `otp_secret` names this sign-in for ten minutes, and is no secret of an app. */
export const SecondFactorNeeded = z
  .object({
    otp_secret: z.string(),
    /** When a code was last mailed to this person. */
    last_otp_at: z.string().nullable(),
    /** What this person has set up, the preferred one first. */
    factors: z.array(z.enum(secondFactors)),
    /** Where codes are mailed, masked: `a•••@harbor.test`. */
    email_hint: z.string(),
  })
  .meta({ id: 'SecondFactorNeeded' });
export type SecondFactorNeeded = z.output<typeof SecondFactorNeeded>;

export const OtpSecret = z.string().min(1).max(200);
export const Code = z.string().trim().min(1, 'Enter the code').max(20);

/** What a browser's authenticator answers (WebAuthn's AuthenticationResponseJSON); its rules are the verifier's. */
export const PasskeyAnswer = z.looseObject({
  id: z.string().max(1400),
  rawId: z.string().max(1400),
  type: z.literal('public-key'),
  response: z.looseObject({}),
  clientExtensionResults: z.looseObject({}),
});
export type PasskeyAnswer = z.output<typeof PasskeyAnswer>;
/** WebAuthn's own options, as the browser's call takes them. */
export const PasskeyOptions = z.looseObject({ challenge: z.string() });
export type PasskeyOptions = z.output<typeof PasskeyOptions>;

/** One answer to a second factor. */
export const SecondFactorAnswer = z.object({
  otp_secret: OtpSecret,
  /** From the app or the mail. */
  otp: Code.optional(),
  recovery_code: z.string().trim().min(1).max(40).optional(),
  passkey: PasskeyAnswer.optional(),
  place: Place,
});
export type SecondFactorAnswer = z.output<typeof SecondFactorAnswer>;

export const Session = z
  .object({
    id: Id,
    current: z.boolean(),
    method: z.enum(signInMethods),
    /** As people say it: `Chrome on Windows`. */
    device: z.string(),
    address: z.string(),
    place: z.string(),
    created_at: Moment,
    last_seen_at: Moment,
  })
  .meta({ id: 'Session' });
export type Session = z.output<typeof Session>;

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
  summary: 'End a sign-in that waits for a second factor',
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
  summary: 'What to ask the browser for to sign in with a passkey, as second factor where a sign-in is named',
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
  summary: 'Sign out; answers where to go on to sign out of the company’s own sign-in, if the session came from there',
  permission: 'signed_in',
  ahead: 'terms',
  response: z.union([Nothing, z.object({ sso_logout_url: z.url() })]),
  rateLimit: paces.edit,
});

export const listSessions = endpoint({
  method: 'GET',
  path: '/v1/sessions',
  summary: 'Where one is signed in, the last seen first',
  permission: 'signed_in',
  ahead: 'password',
  oneself: true,
  response: List(Session),
});

export const revokeSession = endpoint({
  method: 'DELETE',
  path: '/v1/sessions/:id',
  summary: 'End another session of one’s own',
  permission: 'signed_in',
  ahead: 'password',
  oneself: true,
  params: ById,
  response: Nothing,
  rateLimit: paces.edit,
});

export const revokeOtherSessions = endpoint({
  method: 'POST',
  path: '/v1/sessions/revoke_others',
  summary: 'End all sessions of one’s own but this',
  permission: 'signed_in',
  ahead: 'password',
  oneself: true,
  response: z.object({ revoked: z.int() }),
  rateLimit: paces.edit,
});

export const proveOneself = endpoint({
  method: 'POST',
  path: '/v1/sessions/prove',
  summary: 'Give one’s password again, for deeds that ask for it: good for a quarter of an hour',
  permission: 'signed_in',
  ahead: 'password',
  oneself: true,
  body: z.object({ password: z.string().max(1000) }),
  response: Nothing,
  errors: ['passwords.wrong', 'passwords.sign_in_again', 'rate_limited'],
  rateLimit: { limit: 10, seconds: 300, by: 'user' },
});

/** The kinds of the spec, which all mean the same. */
const loginTypes = ['admin', 'rm', 'bu_admin', 'manager', 'impersonated'] as const;

export const loginAsUser = endpoint({
  method: 'POST',
  path: '/v1/admin/users/:id/login',
  summary:
    'Act as another person, until one returns; an administrator is another one’s alone to act as, and every login_type means the same',
  permission: 'users.impersonate',
  oneself: true,
  proof: true,
  params: ById,
  body: z.object({ login_type: z.enum(loginTypes).default('impersonated') }),
  response: Me,
  status: 201,
  rateLimit: paces.edit,
});

export const returnToSession = endpoint({
  method: 'POST',
  path: '/v1/sessions/:id',
  summary: 'Stop acting as somebody else: back to the session of that id, one’s own',
  permission: 'signed_in',
  ahead: 'terms',
  params: ById,
  response: Me,
  status: 201,
  errors: ['sessions.not_impersonating'],
  rateLimit: paces.edit,
});
