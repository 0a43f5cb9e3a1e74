// Calls with an API key: `Authorization: Bearer stw_<company>.<random>`. The database keeps only the secret's hash, and every call
// looks it up, so a revoked key is refused at once.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { type ApiScope, coversScope, scopeOf } from '#contract/apiScopes.ts';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import type { Actor, Platform } from '#kernel/context.ts';
import { inCompany } from '#kernel/db/database.ts';
import { keepsPlan } from '#kernel/db/eagerPool.ts';
import { type Failure, fail } from '#kernel/errors.ts';
import { countCall, createCounter } from './rateLimits.ts';
import { type CallerRow, callerColumns, callerOf, companyOf, createToken, hashToken, isAllowed } from './sessions.ts';

/** Secret scanners find leaked keys by it. */
export const apiKeyMark = 'stw_';

export const createApiSecret = (companyId: number) => `${apiKeyMark}${createToken(companyId)}`;

/** For all calls of one key. */
export const apiKeyCalls = createCounter('calls of an API key', { limit: 600, seconds: 60 });

export interface KeyedCaller {
  actor: Actor;
  keyId: number;
  scopes: readonly string[];
}

/** Undefined where the call comes without one: then its cookie counts. */
export const bearerOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined =>
  /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];

/** The user of a key, with today's role and reach. Null: unknown, expired, revoked, its user inactive, or not allowed from this address. */
export async function authenticateKey({ db, clock }: Platform, secret: string, address: string): Promise<KeyedCaller | null> {
  const companyId = secret.startsWith(apiKeyMark) ? companyOf(secret.slice(apiKeyMark.length)) : null;
  if (companyId === null) return null;
  const { rows } = await inCompany(db, companyId, (tenant) =>
    sql<CallerRow & { key_id: number; scopes: string[] }>`${keepsPlan}
      select k.id as key_id, k.scopes, ${callerColumns(companyId, sql`k.method`, clock())}
      from api_keys k
        join users u on u.company_id = ${companyId} and u.id = k.user_id
        join companies c on c.company_id = ${companyId}
      where k.company_id = ${companyId} and k.secret_hash = ${hashToken(secret)} and k.revoked_at is null
        and coalesce(k.expires_at > now(), true) and u.active and ${isAllowed(companyId, address)}`.execute(tenant),
  );
  const [row] = rows;
  if (!row) return null;
  const actor = callerOf(companyId, row, { sessionId: null, impersonatorId: null, apiKeyId: row.key_id });
  return { actor, keyId: row.key_id, scopes: row.scopes };
}

/** Counts the call, and refuses one that the key may not make. */
export async function mustCover({ db }: Platform, { actor, keyId, scopes }: KeyedCaller, endpoint: Endpoint): Promise<void> {
  await countCall(db, apiKeyCalls, actor.companyId, keyId);
  const scope = scopeOf(endpoint);
  if (scope === null) throw fail('api_keys.closed');
  if (!coversScope(scopes, scope))
    throw fail('api_keys.out_of_scope', { detail: `This API key does not have the scope ${scope}.`, data: { scope } });
}

/** RFC 6750, 3. */
export function challenge(reply: FastifyReply, { code, details }: Failure): void {
  if (code === 'api_keys.refused') reply.header('www-authenticate', 'Bearer realm="Steward", error="invalid_token"');
  if (code === 'api_keys.out_of_scope') {
    const { scope } = details.data as { scope: ApiScope };
    reply.header('www-authenticate', `Bearer realm="Steward", error="insufficient_scope", scope="${scope}"`);
  }
}
