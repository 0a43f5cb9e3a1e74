import { type RawBuilder, sql } from 'kysely';
import type { ApiKey, ApiKeyCall } from '#contract/apiKeys.ts';
import type { ApiScope } from '#contract/apiScopes.ts';
import type { Tx } from '#kernel/context.ts';
import { apiKeyMark, createApiSecret } from '#kernel/http/apiKeys.ts';
import { hashToken } from '#kernel/http/sessions.ts';

/** The seal's purpose for a user's API token. */
export const tokenSecret = 'API token';

/** Over `api_keys k`. */
export const keyColumns: RawBuilder<unknown> = sql`k.id, k.name, k.prefix, k.scopes, k.created_at, k.expires_at, k.last_used_at,
  case when k.revoked_at is not null then 'revoked' when k.expires_at <= now() then 'expired' else 'active' end as state`;

const ofOwner = (tx: Tx) => sql`k.company_id = ${tx.companyId} and k.user_id = ${tx.actor.userId} and k.kind = 'key'`;

export async function listOwnKeys(tx: Tx): Promise<ApiKey[]> {
  const { rows } = await sql<ApiKey>`select ${keyColumns} from api_keys k where ${ofOwner(tx)}
    order by k.revoked_at is not null, k.created_at desc, k.id desc limit 100`.execute(tx.db);
  return rows;
}

export async function findOwnKey(tx: Tx, id: number): Promise<ApiKey | undefined> {
  const { rows } = await sql<ApiKey>`select ${keyColumns} from api_keys k where ${ofOwner(tx)} and k.id = ${id}`.execute(tx.db);
  return rows[0];
}

/** The list has no more than a hundred: expired ones could hide an active one. */
export async function countActiveKeys(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from api_keys k
    where ${ofOwner(tx)} and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())`.execute(tx.db);
  return rows[0]?.count ?? 0;
}

/** One new key or token at a time: each counts, or ends, those before it. */
export const lockOwner = (tx: Tx) =>
  tx.db
    .selectFrom('users')
    .select('id')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', tx.actor.userId)
    .forNoKeyUpdate()
    .executeTakeFirst();

interface NewKey {
  kind: 'key' | 'token';
  name: string;
  scopes: readonly ApiScope[];
  expires_at: string | null;
}

/** The secret stands in no other place; a token's is also kept sealed. */
export async function insertKey(tx: Tx, { kind, scopes, ...key }: NewKey): Promise<{ id: number; secret: string }> {
  const secret = createApiSecret(tx.companyId);
  const session = await tx.db
    .selectFrom('sessions')
    .select('method')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', tx.actor.sessionId ?? 0)
    .executeTakeFirst();
  const { id } = await tx.db
    .insertInto('api_keys')
    .values({
      ...key,
      kind,
      company_id: tx.companyId,
      user_id: tx.actor.userId,
      scopes: [...scopes],
      prefix: secret.slice(0, apiKeyMark.length + String(tx.companyId).length + 5),
      secret_hash: hashToken(secret),
      secret_sealed: kind === 'token' ? tx.seal.seal(secret, tokenSecret, tx.companyId) : null,
      method: session?.method ?? 'password',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, secret };
}

export const changeKey = (tx: Tx, id: number, changes: { name?: string; scopes?: ApiScope[]; expires_at?: string | null }) =>
  tx.db.updateTable('api_keys').set(changes).where('company_id', '=', tx.companyId).where('id', '=', id).execute();

export const markRevoked = (tx: Tx, id: number) =>
  tx.db
    .updateTable('api_keys')
    .set({ revoked_at: sql`now()`, secret_sealed: null })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .execute();

/** The actor's live token. */
export const findToken = (tx: Tx) =>
  tx.db
    .selectFrom('api_keys')
    .select(['id', 'secret_sealed', 'created_at', 'last_used_at'])
    .where('company_id', '=', tx.companyId)
    .where('user_id', '=', tx.actor.userId)
    .where('kind', '=', 'token')
    .where('revoked_at', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirst();

export type CallRow = ApiKeyCall & { exact_at: string };

/** Of one key, the newest first. `after`: the place of the last call that the reader has; empty for the start. */
export async function findCalls(tx: Tx, keyId: number, after: unknown[], limit: number): Promise<CallRow[]> {
  const [at, id] = after;
  const rest = at && id ? sql`and (l.at, l.id) < (${at}::timestamptz, ${id}::bigint)` : sql``;
  const { rows } = await sql<CallRow>`
    select l.id, l.at, l.at::text as exact_at, l.method, l.path, l.status, l.address from api_key_calls l
    where l.company_id = ${tx.companyId} and l.api_key_id = ${keyId} ${rest}
    order by l.at desc, l.id desc limit ${limit}`.execute(tx.db);
  return rows;
}
