// The keys of the signed-in user, and the API token: a key with every scope, which can be shown again.
import { type ApiKey, type ApiKeyCreate, type ApiKeyUpdate, type ApiToken, maxApiKeys } from '#contract/apiKeys.ts';
import { apiScopes } from '#contract/apiScopes.ts';
import { audit, changesOf } from '#kernel/audit.ts';
import type { Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import {
  changeKey,
  countActiveKeys,
  findOwnKey,
  findToken,
  insertKey,
  listOwnKeys,
  lockOwner,
  markRevoked,
  tokenSecret,
} from './apiKeys.queries.ts';

export const listKeys = async (tx: Tx) => ({ data: await listOwnKeys(tx) });

export async function getOwnKey(tx: Tx, id: number): Promise<ApiKey> {
  const key = await findOwnKey(tx, id);
  if (!key) throw fail('not_found');
  return key;
}

export async function createKey(tx: Tx, { name, scopes, expires_in_days }: ApiKeyCreate): Promise<ApiKey & { secret: string }> {
  await mustHaveRoom(tx);
  const expires_at = endOf(tx, expires_in_days);
  const { id, secret } = await insertKey(tx, { kind: 'key', name, scopes, expires_at });
  await audit(tx, { action: 'api_keys.created', of: { type: 'api_key', id }, after: { name, scopes, expires_at } });
  return { ...(await getOwnKey(tx, id)), secret };
}

/** For one more active key. */
async function mustHaveRoom(tx: Tx): Promise<void> {
  await lockOwner(tx);
  if ((await countActiveKeys(tx)) >= maxApiKeys) throw fail('api_keys.too_many');
}

export async function updateKey(tx: Tx, id: number, { name, scopes, expires_in_days }: ApiKeyUpdate): Promise<ApiKey> {
  if (expires_in_days !== undefined) await lockOwner(tx);
  const key = await getOwnKey(tx, id);
  if (key.state === 'revoked') throw fail('api_keys.revoked');
  if (key.state === 'expired' && expires_in_days !== undefined) await mustHaveRoom(tx);
  const changes = {
    ...(name !== undefined && { name }),
    ...(scopes !== undefined && { scopes }),
    ...(expires_in_days !== undefined && { expires_at: endOf(tx, expires_in_days) }),
  };
  if (Object.keys(changes).length === 0) return key;
  await changeKey(tx, id, changes);
  const { name: earlier, scopes: had, expires_at } = key;
  await audit(tx, {
    action: 'api_keys.changed',
    of: { type: 'api_key', id },
    ...changesOf({ name: earlier, scopes: had, expires_at }, changes),
  });
  return getOwnKey(tx, id);
}

/** A revoked key stays in the list, and its name in the journal. */
export async function revokeKey(tx: Tx, id: number): Promise<void> {
  const { state, name } = await getOwnKey(tx, id);
  if (state !== 'revoked') await endKey(tx, id, name);
}

export async function endKey(tx: Tx, id: number, name: string): Promise<void> {
  await markRevoked(tx, id);
  await audit(tx, { action: 'api_keys.revoked', of: { type: 'api_key', id }, before: { name } });
}

export async function showToken(tx: Tx): Promise<ApiToken> {
  const stored = await findToken(tx);
  if (!stored?.secret_sealed) return { token: null, created_at: null, last_used_at: null };
  const { id, secret_sealed, created_at, last_used_at } = stored;
  await audit(tx, { action: 'api_keys.token_viewed', of: { type: 'api_key', id } });
  return { token: tx.seal.open(secret_sealed, tokenSecret, tx.companyId), created_at, last_used_at };
}

export async function refreshToken(tx: Tx): Promise<ApiToken> {
  await lockOwner(tx);
  const previous = await findToken(tx);
  if (previous) await markRevoked(tx, previous.id);
  const { id, secret } = await insertKey(tx, { kind: 'token', name: 'API token', scopes: apiScopes, expires_at: null });
  await audit(tx, { action: 'api_keys.token_refreshed', of: { type: 'api_key', id } });
  return { token: secret, created_at: tx.clock().toISOString(), last_used_at: null };
}

const endOf = ({ clock }: Tx, days: number | null): string | null =>
  days === null ? null : new Date(clock().getTime() + days * 86_400_000).toISOString();
