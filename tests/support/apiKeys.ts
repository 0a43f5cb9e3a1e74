// API keys made straight in the database, with their secret.
import { apiScopes } from '#contract/apiScopes.ts';
import { createApiSecret } from '#kernel/http/apiKeys.ts';
import { hashToken } from '#kernel/http/sessions.ts';
import type { TestServer } from './server.ts';

interface Given {
  name?: string;
  scopes?: readonly string[];
  expires_at?: Date;
  revoked_at?: Date;
  method?: string;
}

/** With every scope, and without an end, unless told otherwise. */
export async function anApiKey(
  { operator: { db } }: TestServer,
  companyId: number,
  userId: number,
  { name = 'Zapier', scopes = apiScopes, method = 'password', ...given }: Given = {},
) {
  const secret = createApiSecret(companyId);
  const { id } = await db
    .insertInto('api_keys')
    .values({
      company_id: companyId,
      user_id: userId,
      kind: 'key',
      name,
      prefix: secret.slice(0, 10),
      secret_hash: hashToken(secret),
      scopes: [...scopes],
      method,
      ...given,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, secret, headers: bearer(secret) };
}

export const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });
