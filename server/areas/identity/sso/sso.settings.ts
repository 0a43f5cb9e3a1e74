// Single sign-on settings: the provider, our client there, and the e-mail domains.
import { tellAdministrators } from '#areas/identity/security/security.service.ts';
import { endSessions } from '#areas/identity/sessions/sessions.service.ts';
import { findBusinessUnits } from '#areas/identity/users/users.service.ts';
import type { Role } from '#contract/permissions.ts';
import type { SsoConnection, SsoConnectionUpdate } from '#contract/sso.ts';
import { audit, changesOf, type Plain } from '#kernel/audit.ts';
import { type Ctx, inTenant, type Tx } from '#kernel/context.ts';
import { wrong } from '#kernel/errors.ts';
import { backchannelOf, callbackOf, logoutOf } from './sso.addresses.ts';
import { isPublicMailDomain, recordOf } from './sso.domains.ts';
import { discover } from './sso.provider.ts';
import {
  type ConnectionRow,
  claimDomain,
  deleteConnection,
  findConnection,
  freeDomainsBut,
  getOwnDomain,
  getSettings,
  listSessionsFrom,
  listSessionsWithout,
  sealedFor,
  writeConnection,
} from './sso.queries.ts';

export async function getSsoConnection(ctx: Ctx): Promise<SsoConnection> {
  const { connection, verified } = await inTenant(ctx, getSettings);
  const { companyId } = ctx.actor;
  return {
    issuer: connection?.issuer ?? '',
    client_id: connection?.client_id ?? '',
    has_client_secret: Boolean(connection?.client_secret_sealed),
    domains: (connection?.domains ?? []).map((domain) => ({
      domain,
      verified: verified.includes(domain),
      record: recordOf(ctx.platform.seal, companyId, domain),
    })),
    enabled: connection?.enabled ?? false,
    required: connection?.required ?? false,
    creates_users: connection?.creates_users ?? false,
    default_role: (connection?.default_role ?? 'agent') as Exclude<Role, 'admin' | 'sub_admin'>,
    business_unit_id: connection?.business_unit_id ?? null,
    follows_provider: connection?.follows_provider ?? false,
    redirect_url: callbackOf(ctx.origin, companyId),
    logout_url: logoutOf(ctx.origin),
    backchannel_logout_url: backchannelOf(ctx.origin, companyId),
  };
}

export async function updateSsoConnection(ctx: Ctx, given: SsoConnectionUpdate): Promise<SsoConnection> {
  const { platform, actor } = ctx;
  const before = await findConnection(platform.db, actor.companyId);
  const domains = [...new Set(given.domains)];
  const moves = before !== undefined && trimmed(before.issuer) !== trimmed(given.issuer);
  mustFit(given, domains, moves && before.client_secret_sealed !== null);
  const kept = before?.client_secret_sealed ?? null;
  const clientSecret =
    given.client_secret === undefined
      ? kept && platform.seal.openKept(kept, sealedFor.clientSecret, actor.companyId)
      : given.client_secret;
  const { config } = await discover(platform, { issuer: given.issuer, clientId: given.client_id, clientSecret });
  await inTenant(ctx, async (tx) => {
    const { business_unit_id } = given;
    if (business_unit_id !== null && (await findBusinessUnits(tx, business_unit_id)).length === 0)
      throw wrong('business_unit_id', 'This business unit does not exist');
    await freeDomainsBut(tx, domains);
    const own = (await getOwnDomain(tx)).toLowerCase();
    // The company's creator vouched for this domain.
    if (domains.includes(own)) await claimDomain(tx, own);
    const { verified } = await getSettings(tx);
    if (given.enabled && verified.length === 0) throw wrong('enabled', 'Verify a domain first');
    if (before && moves) await endSessionsFrom(tx, before.issuer);
    if (given.required && !before?.required) await endSessions(tx, { ids: await listSessionsWithout(tx) });
    const { client_secret, issuer: _, ...rest } = given;
    const { issuer } = config.serverMetadata(); // the provider's own spelling, as in its tokens
    const settings = { ...rest, issuer, domains };
    await tellAdministrators(tx, { what: 'sso set up', of: issuer });
    await auditConnection(tx, before, { ...settings, client_secret: client_secret ? 'given' : null });
    await writeConnection(tx, {
      ...settings,
      client_secret_sealed: clientSecret === null ? null : tx.seal.seal(clientSecret, sealedFor.clientSecret, tx.companyId),
    });
  });
  ctx.log.info({ company: actor.companyId, user: actor.userId, issuer: given.issuer }, 'single sign-on was set up');
  return getSsoConnection(ctx);
}

/** Ends the sessions that it started, except the actor's own: the actor may have no password. */
export async function deleteSsoConnection(ctx: Ctx): Promise<void> {
  await inTenant(ctx, async (tx) => {
    const { connection } = await getSettings(tx);
    if (!connection) return;
    await endSessionsFrom(tx, connection.issuer);
    await tellAdministrators(tx, { what: 'sso removed', of: connection.issuer });
    const before = { issuer: connection.issuer, client_id: connection.client_id, domains: connection.domains };
    await audit(tx, { action: 'sso.removed', of: { type: 'company', id: tx.companyId }, before });
    await freeDomainsBut(tx, []);
    await deleteConnection(tx);
  });
  ctx.log.info({ company: ctx.actor.companyId, user: ctx.actor.userId }, 'single sign-on was removed');
}

/** The secret is named where one was given, and never shown. */
function auditConnection(tx: Tx, stored: ConnectionRow | undefined, after: Record<string, Plain>) {
  const row = { ...stored, client_secret: null } as Record<string, Plain | undefined>;
  const before = Object.fromEntries(Object.keys(after).map((name) => [name, row[name] ?? null]));
  return audit(tx, { action: 'sso.updated', of: { type: 'company', id: tx.companyId }, ...changesOf(before, after) });
}

async function endSessionsFrom(tx: Tx, issuer: string) {
  const ids = await listSessionsFrom(tx, { issuer });
  await endSessions(tx, { ids: ids.filter((id) => id !== tx.actor.sessionId) });
}

const trimmed = (issuer: string) => issuer.replace(/\/$/, '');

function mustFit({ issuer, enabled, required, client_secret }: SsoConnectionUpdate, domains: string[], needsSecret: boolean) {
  const { username, password, search, hash } = new URL(issuer);
  // Given a discovery document's own address, the library would not check the issuer.
  if (issuer.includes('/.well-known/') || username || password || search || hash)
    throw wrong('issuer', 'Enter only the issuer, as https://login.example.com');
  // A secret is never shown, so it must not go to a new address either.
  if (needsSecret && client_secret === undefined) throw wrong('client_secret', 'Enter the secret of this provider');
  if (required && !enabled) throw wrong('required', 'Turn on single sign-on first');
  const shared = domains.find(isPublicMailDomain);
  if (shared) throw wrong('domains', `${shared} belongs to everybody: enter a domain of your company’s own`);
}
