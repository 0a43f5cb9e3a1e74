// Who is calling. The cookie `token` is `<company>.<random>`; the database keeps only its hash. The CSRF token follows from the hash,
// so it is bound to the session and stored nowhere.
import { createHash, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Role } from '#contract/permissions.ts';
import { type Actor, createActor, type Platform } from './context.ts';
import { inCompany } from './database.ts';
import { keepsPlan } from './eagerPool.ts';
import type { Seal } from './seal.ts';

export const sessionCookie = 'token';
export const csrfCookie = 'csrf_token';
export const sessionDays = 14;

export const hashToken = (token: string) => createHash('sha256').update(token).digest();

const csrfPurpose = (token: string) => `csrf ${hashToken(token).toString('base64url')}`;

export const csrfTokenOf = (token: string, seal: Seal): string => seal.derive(csrfPurpose(token));

/** One given out under the previous key is good as well. */
export function isCsrfToken(given: string | undefined, token: string, seal: Seal): boolean {
  const got = Buffer.from(given ?? '');
  return seal.deriveAll(csrfPurpose(token)).some((text) => {
    const expected = Buffer.from(text);
    return got.length === expected.length && timingSafeEqual(got, expected);
  });
}

interface SessionRow {
  session_id: number;
  id: number;
  role: string;
  business_unit_id: number;
  first_name: string;
  last_name: string;
}

/** The person behind a session token, or null: unknown, expired, revoked, or no longer active. */
export async function authenticate(
  platform: Platform,
  token: string | undefined,
): Promise<{ actor: Actor; sessionId: number } | null> {
  const companyId = Number(token?.match(/^(\d{1,15})\.[\w-]{20,100}$/)?.[1]);
  if (!token || !Number.isSafeInteger(companyId)) return null;
  const { rows } = await inCompany(platform.db, companyId, (db) =>
    sql<SessionRow>`${keepsPlan}
      select s.id as session_id, u.id, u.role, u.business_unit_id, u.first_name, u.last_name
      from sessions s join users u on u.company_id = ${companyId} and u.id = s.user_id
      where s.company_id = ${companyId} and s.token_hash = ${hashToken(token)} and s.revoked_at is null and s.expires_at > now() and u.active`.execute(
      db,
    ),
  );
  const row = rows[0];
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
