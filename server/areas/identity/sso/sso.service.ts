// Whom a company lets in by its own provider alone, and the sessions that came from it: how they follow it, and how they leave it.
import * as oidc from 'openid-client';
import { endSessions } from '#areas/identity/sessions/sessions.service.ts';
import { type Ctx, inTenant, type WorkCtx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { logoutOf } from './sso.addresses.ts';
import { providerOf } from './sso.provider.ts';
import { findConnection, findSsoSession, keepTokens, sealedFor, takeDueCheck } from './sso.queries.ts';

/** How often a provider is asked whether a session still stands there. */
const minutes = 10;

/** Refuses a session that follows its provider and has ended there. */
export async function mustStandAtProvider(ctx: Ctx): Promise<void> {
  const { sessionId } = ctx.actor;
  if (sessionId === null || (await stillStands(ctx, sessionId, minutes))) return;
  ctx.cookies.dropSession();
  throw fail('sso.missing_session');
}

/** True for a session that follows no provider, or was looked at within so many minutes. */
export async function stillStands(ctx: WorkCtx, sessionId: number, within: number): Promise<boolean> {
  const due = await inTenant(ctx, (tx) => takeDueCheck(tx, sessionId, within));
  if (!due) return true;
  const tokens = await refresh(ctx, due.subject, due.refresh_token_sealed);
  if (tokens === 'unknown') return true;
  await inTenant(ctx, async (tx) => {
    if (tokens === 'ended') await endSessions(tx, { ids: [due.session_id] });
    else await keepTokens(tx, due.session_id, tokens);
  });
  return tokens !== 'ended';
}

/** Sealed again; `ended`: it is over there; `unknown`: nobody can say now, so it goes on here. */
async function refresh({ platform, log, actor }: WorkCtx, subject: string, refreshToken: Buffer | null) {
  const { seal } = platform;
  const connection = await findConnection(platform.db, actor.companyId);
  if (!connection) return 'unknown';
  if (!refreshToken) return 'ended'; // from before it was asked for: to be followed, somebody has to sign in anew
  try {
    const { config } = await providerOf(platform, connection);
    const tokens = await oidc.refreshTokenGrant(config, seal.openKept(refreshToken, sealedFor.refreshToken, actor.companyId));
    if ((tokens.claims()?.sub ?? subject) !== subject) return 'ended'; // somebody else by now
    const { refresh_token, id_token } = tokens;
    return {
      ...(refresh_token !== undefined && {
        refresh_token_sealed: seal.seal(refresh_token, sealedFor.refreshToken, actor.companyId),
      }),
      ...(id_token !== undefined && { id_token_sealed: seal.seal(id_token, sealedFor.idToken, actor.companyId) }),
    };
  } catch (err) {
    if (err instanceof oidc.ResponseBodyError && err.error === 'invalid_grant') return 'ended';
    log.warn({ err, company: actor.companyId }, 'an identity provider could not be asked about a session');
    return 'unknown';
  }
}

/** Where the provider signs out the browser whose session came from it; null: this one did not, or it has no such place. */
export async function findSsoLogout(ctx: Ctx, sessionId: number): Promise<string | null> {
  const { platform, actor } = ctx;
  const session = await inTenant(ctx, (tx) => findSsoSession(tx, sessionId));
  const connection = session && (await findConnection(platform.db, actor.companyId));
  if (!connection || connection.issuer !== session.issuer) return null;
  try {
    const { config } = await providerOf(platform, connection);
    if (!config.serverMetadata().end_session_endpoint) return null;
    return oidc.buildEndSessionUrl(config, {
      id_token_hint: platform.seal.openKept(session.id_token_sealed, sealedFor.idToken, actor.companyId),
      post_logout_redirect_uri: logoutOf(ctx.origin),
    }).href;
  } catch (err) {
    ctx.log.warn({ err, company: actor.companyId }, 'signed out here alone'); // nobody is kept in for that
    return null;
  }
}
