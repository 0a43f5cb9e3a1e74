// Which users must use single sign-on, and how their sessions follow the provider and sign out there.
import * as oidc from 'openid-client';
import { endSessions } from '#areas/identity/sessions/sessions.service.ts';
import { type Ctx, inTenant, type WorkCtx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { logoutOf } from './sso.addresses.ts';
import { providerOf } from './sso.provider.ts';
import { findConnection, findSsoSession, keepTokens, sealedFor, takeDueCheck } from './sso.queries.ts';

/** Minutes between two checks of a session at its provider. */
const minutes = 10;

export { isPublicMailDomain } from './sso.domains.ts';

/** Refuses a session that has ended at its provider. */
export async function mustStandAtProvider(ctx: Ctx): Promise<void> {
  const { sessionId } = ctx.actor;
  if (sessionId === null || (await stillStands(ctx, sessionId, minutes))) return;
  ctx.cookies.dropSession();
  throw fail('sso.missing_session');
}

/** True for a session that follows no provider or was checked recently. */
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

/** A new sealed token; `ended`: the session is over there; `unknown`: no clear answer, so it continues here. */
async function refresh({ platform, log, actor }: WorkCtx, subject: string, refreshToken: Buffer | null) {
  const { seal } = platform;
  const connection = await findConnection(platform.db, actor.companyId);
  if (!connection) return 'unknown';
  if (!refreshToken) return 'ended'; // the session began before we asked for refresh tokens: a new sign-in is needed
  try {
    const { config } = await providerOf(platform, connection);
    const tokens = await oidc.refreshTokenGrant(config, seal.openKept(refreshToken, sealedFor.refreshToken, actor.companyId));
    if ((tokens.claims()?.sub ?? subject) !== subject) return 'ended'; // another user by now
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

/** The provider's sign-out address; null: the session came from no provider, or the provider has no such address. */
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
    ctx.log.warn({ err, company: actor.companyId }, 'signed out here alone'); // sign out here even if the provider fails
    return null;
  }
}
