// Back-channel logout (OpenID Connect Back-Channel Logout 1.0): the provider reports, in a signed token, that a user signed out.
import { jwtVerify } from 'jose';
import { endSessions } from '#areas/identity/sessions/sessions.service.ts';
import { createActor, inTenant, type PublicCtx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { isFirst } from '#kernel/secrets/once.ts';
import { providerOf } from './sso.provider.ts';
import { type ConnectionRow, findConnection, listSessionsFrom } from './sso.queries.ts';

const event = 'http://schemas.openid.net/event/backchannel-logout';
/** Minutes that a token is valid; we remember its id for longer, so that it works once. */
const goodFor = 5;
const rememberedFor = 15;

/** The company comes from the address: we believe nothing in a token before its signature is checked. */
export async function logOutByProvider(ctx: PublicCtx, companyId: number, token: string): Promise<void> {
  const { platform, log, clock } = ctx;
  const connection = await findConnection(platform.db, companyId);
  if (!connection) throw fail('bad_request');
  const said = await read(ctx, connection, token).catch((err) => {
    log.warn({ err, company: companyId }, 'a logout token was refused');
    throw fail('bad_request');
  });
  const ended = await inTenant({ ...ctx, actor: theProvider(companyId) }, async (tx) => {
    const until = new Date(clock().getTime() + rememberedFor * 60_000);
    if (!(await isFirst(tx.db, `sso logout ${connection.issuer} ${said.jti}`, until))) throw fail('bad_request');
    const ids = await listSessionsFrom(tx, { issuer: connection.issuer, subject: said.sub, sid: said.sid });
    return endSessions(tx, { ids });
  });
  log.info({ company: companyId, ended }, 'signed out by the provider');
}

/** Acts for no user and starts no job: it may only end sessions. */
const theProvider = (companyId: number) =>
  createActor({ userId: 0, companyId, businessUnitId: 0, role: 'basic', name: '', sessionId: null, impersonatorId: null });

async function read({ platform, clock }: PublicCtx, connection: ConnectionRow, token: string) {
  const { config, keys } = await providerOf(platform, connection);
  const { payload } = await jwtVerify(token, keys, {
    issuer: config.serverMetadata().issuer,
    audience: connection.client_id,
    algorithms: ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
    requiredClaims: ['iat', 'jti', 'events'],
    maxTokenAge: goodFor * 60,
    clockTolerance: 30,
    currentDate: clock(),
  });
  const { events, jti, sub, sid } = payload;
  const said =
    typeof events === 'object' && events !== null && event in events ? (events as Record<string, unknown>)[event] : null;
  if (typeof said !== 'object' || said === null || 'nonce' in payload) throw new Error('no logout token');
  if (typeof jti !== 'string' || (sid !== undefined && typeof sid !== 'string')) throw new Error('a claim of another type');
  if (sub === undefined && sid === undefined) throw new Error('it names nobody');
  return { jti, sub, sid };
}
