// Single sign-on with OpenID Connect, per company.
import { z } from 'zod';
import { endpoint, Id, Line, Nothing, PathId, paces } from './kit/endpoint.ts';
import { roles } from './permissions.ts';
import { Place } from './signIn.ts';

export const startSso = endpoint({
  method: 'POST',
  path: '/v1/sessions/sso',
  summary: 'Start single sign-on: answers where to send the browser, from the domain of an e-mail address',
  permission: 'public',
  body: z.object({
    email: z.string().trim().min(3, 'Enter your work e-mail').max(320),
    redirect_path: z.string().max(2000).default('/'),
    place: Place,
  }),
  response: z.object({ url: z.url() }),
  errors: ['sso.not_set_up', 'sso.discovery', 'rate_limited', 'origin'],
  rateLimit: { limit: 30, seconds: 60, by: 'address' },
});

export const getSsoOffer = endpoint({
  method: 'GET',
  path: '/v1/sessions/sso',
  summary: 'Whether the sign-in page offers single sign-on: false where no company has it set up and switched on',
  permission: 'public',
  response: z.object({ offered: z.boolean() }),
  rateLimit: { limit: 600, seconds: 60, by: 'address' },
});

/** As the provider sends it; impossible values count as absent. */
const Said = z.string().max(8000).optional().catch(undefined);

const back = {
  method: 'GET',
  permission: 'public',
  kind: 'redirect',
  query: z.object({ code: Said, state: Said, iss: Said, error: Said, error_description: Said, session_state: Said }),
  response: Nothing,
  rateLimit: { limit: 60, seconds: 60, by: 'address' },
} as const;

/** Each company has its own, so that no provider answers for another company (RFC 9700, 4.4: mix-up). */
export const finishSso = endpoint({
  ...back,
  path: '/api/auth/callback/:company',
  summary: 'The provider sends the browser back here: signs in and redirects, or redirects to /login with the error’s code',
  params: z.object({ company: PathId }),
});

export const finishSsoWithoutCompany = endpoint({
  ...back,
  path: '/api/auth/callback',
  summary: 'An answer that names no provider: redirects to /login to start again',
});

export const logOutByProvider = endpoint({
  method: 'POST',
  path: '/v1/sso/:company/backchannel_logout',
  summary: 'Back-channel logout: the provider ends the sessions that it started',
  permission: 'public',
  kind: 'form',
  params: z.object({ company: PathId }),
  body: z.object({ logout_token: z.string().min(1).max(20_000) }),
  response: Nothing,
  errors: ['bad_request', 'rate_limited'],
  rateLimit: { limit: 600, seconds: 60, by: 'address' },
});

export const SsoDomain = z.object({
  domain: z.string(),
  verified: z.boolean(),
  /** The DNS TXT record that proves it: name and text. */
  record: z.object({ name: z.string(), text: z.string() }),
});
export type SsoDomain = z.output<typeof SsoDomain>;

const Domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(?!-)[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+$/, 'Enter a domain, as example.com');

const Settings = z.object({
  issuer: z.url({ protocol: /^https?$/, error: 'Enter the provider’s address, as https://login.example.com' }).max(500),
  client_id: Line(200).pipe(z.string().min(1, 'Enter the client id')),
  domains: z.array(Domain).max(20),
  enabled: z.boolean(),
  /** Only administrators may sign in with a password. */
  required: z.boolean(),
  /** Unknown people get an account with this role and business unit. */
  creates_users: z.boolean(),
  default_role: z.enum(roles).exclude(['admin', 'sub_admin']),
  business_unit_id: Id.nullable(),
  /** Sessions end when the provider ends them: it must give refresh tokens. */
  follows_provider: z.boolean(),
});

export const SsoConnection = Settings.extend({
  /** Both empty if nothing is set up. */
  issuer: z.string(),
  client_id: z.string(),
  domains: z.array(SsoDomain),
  has_client_secret: z.boolean(),
  /** The addresses to enter at the provider. */
  redirect_url: z.string(),
  logout_url: z.string(),
  backchannel_logout_url: z.string(),
}).meta({ id: 'SsoConnection' });
export type SsoConnection = z.output<typeof SsoConnection>;

export const SsoConnectionUpdate = Settings.extend({
  /** Absent: keep. Null: a public client, without one. */
  client_secret: z.string().min(1).max(1000).nullable().optional(),
});
export type SsoConnectionUpdate = z.output<typeof SsoConnectionUpdate>;

const admin = { permission: 'access.manage', feature: 'single_sign_on', oneself: true } as const;

export const getSsoConnection = endpoint({
  method: 'GET',
  path: '/v1/admin/sso',
  summary: 'The company’s single sign-on settings, with the addresses to enter at the provider',
  ...admin,
  response: SsoConnection,
});

export const updateSsoConnection = endpoint({
  method: 'PUT',
  path: '/v1/admin/sso',
  summary: 'Set up single sign-on; reads the provider’s discovery document first',
  ...admin,
  proof: true,
  body: SsoConnectionUpdate,
  response: SsoConnection,
  errors: ['sso.discovery', 'invalid'],
  rateLimit: { limit: 30, seconds: 300, by: 'user' },
});

export const deleteSsoConnection = endpoint({
  method: 'DELETE',
  path: '/v1/admin/sso',
  summary: 'Remove single sign-on; other companies can then claim its domains',
  ...admin,
  proof: true,
  response: Nothing,
  rateLimit: paces.edit,
});

export const verifySsoDomain = endpoint({
  method: 'POST',
  path: '/v1/admin/sso/verify_domain',
  summary: 'Check a domain’s record in the DNS',
  ...admin,
  body: z.object({ domain: Domain }),
  response: SsoDomain,
  errors: ['sso.domain_unverified', 'sso.domain_taken', 'not_found', 'rate_limited'],
  rateLimit: { limit: 30, seconds: 300, by: 'user' },
});
