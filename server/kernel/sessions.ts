// Who is calling. The cookie `token` is `<company>.<random>`; the database keeps only its hash. The CSRF token follows from the hash,
// so it is bound to the session and stored nowhere.
import { createHash, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Role } from '#contract/permissions.ts';
import { type Actor, createActor, type Platform } from './context.ts';
import { inCompany } from './database.ts';
import type { Seal } from './seal.ts';

export const sessionCookie = 'token';
export const csrfCookie = 'csrf_token';
export const sessionDays = 14;

export const hashToken = (token: string) => createHash('sha256').update(token).digest();

export function csrfTokenOf(token: string, seal: Seal): string {
  return seal.derive(`csrf ${hashToken(token).toString('base64url')}`);
}

export function isCsrfToken(given: string | undefined, token: string, seal: Seal): boolean {
  const expected = Buffer.from(csrfTokenOf(token, seal));
  const got = Buffer.from(given ?? '');
  return got.length === expected.length && timingSafeEqual(got, expected);
}

/** The person behind a session token, or null: unknown, expired, revoked, or no longer active. */
export async function authenticate(
  platform: Platform,
  token: string | undefined,
): Promise<{ actor: Actor; sessionId: number } | null> {
  const companyId = Number(token?.match(/^(\d{1,15})\.[\w-]{20,100}$/)?.[1]);
  if (!token || !Number.isSafeInteger(companyId)) return null;
  const row = await inCompany(platform.db, companyId, (db) =>
    db
      .selectFrom('sessions')
      .innerJoin('users', (join) => join.onRef('users.id', '=', 'sessions.user_id').on('users.company_id', '=', companyId))
      .select([
        'sessions.id as session_id',
        'users.id',
        'users.role',
        'users.business_unit_id',
        'users.first_name',
        'users.last_name',
      ])
      .where('sessions.company_id', '=', companyId)
      .where('sessions.token_hash', '=', hashToken(token))
      .where('sessions.revoked_at', 'is', null)
      .where('sessions.expires_at', '>', sql<string>`now()`)
      .where('users.active', '=', true)
      .executeTakeFirst(),
  );
  if (!row) return null;
  const actor = createActor({
    userId: row.id,
    companyId,
    businessUnitId: row.business_unit_id,
    role: row.role as Role,
    name: `${row.first_name} ${row.last_name}`.trim(),
    sessionId: row.session_id,
    impersonatorId: null,
  });
  return { actor, sessionId: row.session_id };
}
