// Sign-in at a company's provider: sends the browser there and takes it back.
import { domainToASCII } from 'node:url';
import * as oidc from 'openid-client';
import { beginSession } from '#areas/identity/sessions/sessions.service.ts';
import type { InputOf } from '#contract/kit/endpoint.ts';
import type { finishSso as contractOfFinish } from '#contract/sso.ts';
import { loadActor } from '#kernel/actors.ts';
import type { PublicCtx, Tx } from '#kernel/context.ts';
import { type Db, isOutage } from '#kernel/db/database.ts';
import { fail } from '#kernel/errors.ts';
import type { Redirect } from '#kernel/http/routes.ts';
import { callbackOf } from './sso.addresses.ts';
import { type Attempt, leaveForProvider, takeAttempt } from './sso.attempt.ts';
import type { Claims } from './sso.claims.ts';
import { linkIdentity, personOf } from './sso.people.ts';
import { providerOf, ssoFailureOf } from './sso.provider.ts';
import { type ConnectionRow, findCompanyOfDomain, findOpenConnection, listSsoCompanies, sealedFor } from './sso.queries.ts';

/** Looks at so many companies; where more have a verified domain, some of them offer it. */
const maxAsked = 10;

/** Whether people of any company can sign in at a provider now. */
export async function isSsoOffered(db: Db): Promise<boolean> {
  const companies = await listSsoCompanies(db, maxAsked + 1);
  if (companies.length > maxAsked) return true;
  for (const companyId of companies) if (await findOpenConnection(db, companyId)) return true;
  return false;
}

export async function startSso(
  ctx: PublicCtx,
  { email, redirect_path, place }: { email: string; redirect_path: string; place: string },
): Promise<{ url: string }> {
  const { db } = ctx.platform;
  const domain = domainToASCII(email.slice(email.lastIndexOf('@') + 1).toLowerCase());
  const companyId = email.includes('@') && domain ? await findCompanyOfDomain(db, domain) : null;
  const connection = companyId === null ? null : await findOpenConnection(db, companyId);
  if (!connection) throw fail('sso.not_set_up');
  return { url: await leaveForProvider(ctx, connection, { email, path: redirect_path, place, consent: false }) };
}

type Answer = InputOf<typeof contractOfFinish>['query'];

/** The caller is a browser: errors appear on the sign-in page. */
export async function finishSso(ctx: PublicCtx, company: number | null, answer: Answer): Promise<Redirect> {
  try {
    return { to: await finish(ctx, company, answer) };
  } catch (error) {
    const failure = ssoFailureOf(error) ?? fail(isOutage(error) ? 'unavailable' : 'internal');
    const err = failure === error ? undefined : error;
    ctx.log[failure.code === 'internal' ? 'error' : 'warn']({ err, code: failure.code }, 'single sign-on failed');
    return { to: `/login?error=${failure.code}` };
  }
}

async function finish(ctx: PublicCtx, company: number | null, answer: Answer): Promise<string> {
  const { platform } = ctx;
  const attempt = await takeAttempt(ctx, company, answer.state);
  const connection = await findOpenConnection(platform.db, attempt.company);
  if (connection?.issuer !== attempt.issuer) throw fail('sso.not_set_up');
  const { config } = await providerOf(platform, connection);
  const tokens = await askForTokens(ctx, config, answer, attempt);
  if (connection.follows_provider && tokens.refresh_token === undefined) {
    if (attempt.consent) throw fail('sso.missing_refresh_token');
    return leaveForProvider(ctx, connection, { ...attempt, consent: true });
  }
  const claims = await claimsOf(config, tokens);
  const actor = await loadActor(platform, attempt.company, await personOf(ctx, connection, claims), null);
  if (!actor) throw fail('sso.unknown_user');
  if (!actor.mayUse('single_sign_on')) throw fail('sso.not_set_up');
  await beginSession(ctx, actor, {
    method: 'sso',
    place: attempt.place,
    also: async (tx, sessionId) => {
      await linkIdentity(tx, claims);
      await insertSsoSession(tx, connection, sessionId, claims, tokens);
    },
  });
  ctx.cookies.drop('redirect_path'); // the browser's note of where to go next: used now
  return attempt.path;
}

type Tokens = Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>;

/** The library checks state, issuer, nonce, audience, times and signature; the address is ours, whatever the request's Host. */
function askForTokens(
  ctx: PublicCtx,
  config: oidc.Configuration,
  answer: Answer,
  { company, state, nonce, verifier }: Attempt,
): Promise<Tokens> {
  const url = new URL(callbackOf(ctx.origin, company));
  for (const [name, value] of Object.entries(answer)) if (value !== undefined) url.searchParams.set(name, value);
  return oidc.authorizationCodeGrant(config, url, { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce });
}

/** Some providers leave the e-mail out of the ID token and give it at the userinfo endpoint. */
async function claimsOf(config: oidc.Configuration, tokens: Tokens): Promise<Claims> {
  const claims = tokens.claims();
  if (!claims) throw fail('sso.oauth2');
  const whole = claims.email !== undefined && claims.email_verified !== undefined;
  if (whole || !config.serverMetadata().userinfo_endpoint) return claims;
  const told = await oidc.fetchUserInfo(config, tokens.access_token, claims.sub); // refuses another user's answer
  return { ...claims, ...told, iss: claims.iss };
}

const insertSsoSession = (tx: Tx, { company_id }: ConnectionRow, sessionId: number, { iss, sub, sid }: Claims, tokens: Tokens) =>
  tx.db
    .insertInto('sso_sessions')
    .values({
      company_id,
      session_id: sessionId,
      issuer: iss,
      subject: sub,
      sid: typeof sid === 'string' ? sid : null,
      id_token_sealed: tx.seal.seal(tokens.id_token ?? '', sealedFor.idToken, company_id),
      refresh_token_sealed:
        tokens.refresh_token === undefined ? null : tx.seal.seal(tokens.refresh_token, sealedFor.refreshToken, company_id),
    })
    .execute();
