// A running sign-in at the provider. One sealed cookie, valid for ten minutes and one answer, holds the data
// that we need when the browser comes back.
import * as oidc from 'openid-client';
import { z } from 'zod';
import type { PublicCtx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { safePath } from '#kernel/http/safePath.ts';
import { isFirst } from '#kernel/secrets/once.ts';
import { callbackOf } from './sso.addresses.ts';
import { providerOf } from './sso.provider.ts';
import type { ConnectionRow } from './sso.queries.ts';

const Attempt = z.object({
  company: z.int(),
  issuer: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  email: z.string(),
  path: z.string(),
  place: z.string(),
  /** Whether we asked the provider for consent. */
  consent: z.boolean(),
  until: z.number(),
});
export type Attempt = z.output<typeof Attempt>;

const attemptCookie = 'sso';
/** The seal's purpose (kernel/secrets/seal.ts). */
const attemptPurpose = 'sign-in under way at a provider';
const minutes = 10;

/** Sets the cookie and returns the address for the browser. */
export async function leaveForProvider(
  ctx: PublicCtx,
  connection: ConnectionRow,
  { email, path, place, consent }: Pick<Attempt, 'email' | 'path' | 'place' | 'consent'>,
): Promise<string> {
  const { platform, clock } = ctx;
  const { config } = await providerOf(platform, connection);
  const attempt: Attempt = {
    company: connection.company_id,
    issuer: connection.issuer,
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    verifier: oidc.randomPKCECodeVerifier(),
    email,
    path: safePath(path),
    place,
    consent,
    until: clock().getTime() + minutes * 60_000,
  };
  const scopes = ['openid', 'email', 'profile'];
  const lasting = connection.follows_provider ? lastingAccess(config, consent) : { scope: undefined, parameters: {} };
  if (lasting.scope) scopes.push(lasting.scope);
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: callbackOf(ctx.origin, connection.company_id),
    scope: scopes.join(' '),
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
    ...(email && { login_hint: email }),
    ...lasting.parameters,
  });
  ctx.cookies.set(
    attemptCookie,
    platform.seal.seal(JSON.stringify(attempt), attemptPurpose, 0).toString('base64url'),
    minutes * 60,
  );
  return url.href;
}

/**
 * How to ask for a refresh token. The standard (OpenID Connect Core, 11) wants a consent question too, which most providers do not
 * need and users dislike; Google has a parameter of its own.
 */
function lastingAccess(config: oidc.Configuration, consent: boolean) {
  const { scopes_supported, issuer } = config.serverMetadata();
  const knowsScope = !scopes_supported || scopes_supported.includes('offline_access');
  return {
    scope: knowsScope ? 'offline_access' : undefined,
    parameters: {
      ...(issuer === 'https://accounts.google.com' && { access_type: 'offline' }),
      ...(consent && { prompt: 'consent' }),
    },
  };
}

/** The attempt of this answer; used up by it. `company`: whose address the answer came to. */
export async function takeAttempt(ctx: PublicCtx, company: number | null, state: string | undefined): Promise<Attempt> {
  const attempt = readAttempt(ctx);
  if (!attempt) throw fail('sso.missing_state');
  if (state !== attempt.state || company !== attempt.company) throw fail('sso.invalid_state'); // the cookie stays: a link from another site must not spoil the sign-in
  ctx.cookies.drop(attemptCookie);
  if (!(await isFirst(ctx.platform.db, `sso ${attempt.state}`, new Date(attempt.until)))) throw fail('sso.invalid_state');
  return attempt;
}

function readAttempt({ platform, cookies, clock }: PublicCtx): Attempt | null {
  const cookie = cookies.get(attemptCookie);
  if (!cookie) return null;
  try {
    const attempt = Attempt.parse(JSON.parse(platform.seal.open(Buffer.from(cookie, 'base64url'), attemptPurpose, 0)));
    return attempt.until > clock().getTime() ? attempt : null;
  } catch {
    return null; // not sealed by us
  }
}
