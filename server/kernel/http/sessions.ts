// Finds the caller. The cookie `token` is `<company>.<random>`; the database keeps only its hash. The CSRF
// token is made from the hash, so it is bound to the session and stored nowhere.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Overrides } from '#contract/features.ts';
import { mayActAs } from '#contract/impersonation.ts';
import type { Variant } from '#contract/lookups.ts';
import type { Role } from '#contract/permissions.ts';
import type { Step } from '#contract/steps.ts';
import { type Actor, createActor, type Platform } from '#kernel/context.ts';
import { inCompany } from '#kernel/db/database.ts';
import { keepsPlan } from '#kernel/db/eagerPool.ts';
import { overridesOf } from '#kernel/features.ts';
import type { Config } from '#kernel/ops/config.ts';
import type { Seal } from '#kernel/secrets/seal.ts';
import { plainAddress } from './addresses.ts';
import { demandsTwoFactor, hasAcceptedTerms, isPaid } from './demands.ts';

export const sessionCookie = 'token';
export const csrfCookie = 'csrf_token';
/** The maximum life of a session, however much it is used. */
export const sessionDays = 14;

export const hashToken = (token: string) => createHash('sha256').update(token).digest();

const csrfPurpose = (token: string) => `csrf ${hashToken(token).toString('base64url')}`;

export const csrfTokenOf = (token: string, seal: Seal): string => seal.derive(csrfPurpose(token));

/** Accepts one made with the previous key too. */
export function isCsrfToken(given: string | undefined, token: string, seal: Seal): boolean {
  const got = Buffer.from(given ?? '');
  return seal.deriveAll(csrfPurpose(token)).some((text) => {
    const expected = Buffer.from(text);
    return got.length === expected.length && timingSafeEqual(got, expected);
  });
}

interface Authenticated {
  actor: Actor;
  sessionId: number;
  /** The sessions behind this one, while acting as another user. */
  behind: number[];
  /** Whether the time of last use should be written now. */
  stale: boolean;
  /** Whether it was found by the previous token: a running call, or a thief of the old token. It may only read. */
  replaced?: boolean;
}

interface SessionRow extends CallerRow {
  session_id: number;
  impersonator_id: number | null;
  original_id: number | null;
  parent_id: number | null;
  stale: boolean;
  proved: boolean;
}

/** The columns that decide over a user's calls: callerColumns. */
export interface CallerRow {
  id: number;
  role: string;
  relationship_manager: boolean;
  business_unit_id: number;
  first_name: string;
  last_name: string;
  accepted_terms: boolean;
  must_change_password: boolean;
  needs_two_factor: boolean;
  paid: boolean;
  variant: string;
  overrides: Overrides;
}

/** How often the time of last use is written. */
const seenEvery = sql.raw(`interval '5 minutes'`);
/** How long the previous token still works. */
const grace = sql.raw(`interval '20 seconds'`);

/** The user of a session token, or null: unknown, expired, revoked, inactive, or not allowed from this address. */
export async function authenticate(
  platform: Platform,
  token: string | undefined,
  address: string,
): Promise<Authenticated | null> {
  const companyId = companyOf(token);
  if (!token || companyId === null) return null;
  const hash = hashToken(token);
  const session = await find(platform, companyId, address, sql`s.token_hash = ${hash}`);
  if (session) return session;
  const before = sql`s.previous_token_hash = ${hash} and s.rotated_at > now() - ${grace}`;
  const replaced = await find(platform, companyId, address, before);
  return replaced && { ...replaced, replaced: true };
}

/** Whether a session is still valid, whatever its current token. */
export const authenticateAgain = (
  platform: Platform,
  { actor, sessionId }: Pick<Authenticated, 'actor' | 'sessionId'>,
  address: string,
): Promise<Authenticated | null> => find(platform, actor.companyId, address, sql`s.id = ${sessionId}`);

async function find(
  platform: Platform,
  companyId: number,
  address: string,
  which: RawBuilder<unknown>,
): Promise<Authenticated | null> {
  const { rows } = await inCompany(platform.db, companyId, (db) =>
    sql<SessionRow>`${keepsPlan}
      select s.id as session_id, s.impersonator_id, s.original_id, coalesce(s.parent_id, s.original_id) as parent_id, s.last_seen_at < now() - ${seenEvery} as stale,
        s.proved_at > now() - interval '15 minutes' as proved, ${callerColumns(companyId, sql`s.method`, platform.clock())}
      from sessions s
        join users u on u.company_id = ${companyId} and u.id = s.user_id
        join companies c on c.company_id = ${companyId}
      where s.company_id = ${companyId} and ${which} and s.revoked_at is null and s.expires_at > now() and u.active
        and ${isAllowed(companyId, address)}`.execute(db),
  );
  const row = rows[0];
  const behind = row && (await sessionsBehind(platform, companyId, address, row));
  if (!behind) return null;
  const { session_id, impersonator_id, proved } = row;
  const actor = callerOf(companyId, row, { sessionId: session_id, impersonatorId: impersonator_id, proved });
  return { actor, sessionId: session_id, behind, stale: row.stale };
}

/** Over `users as u` and `companies as c`. `method`: how the user signed in. */
export const callerColumns = (companyId: number, method: RawBuilder<unknown>, now: Date) =>
  sql`u.id, u.role, u.relationship_manager, u.business_unit_id, u.first_name, u.last_name, ${hasAcceptedTerms} as accepted_terms,
    ${method} <> 'sso' and u.must_change_password as must_change_password,
    ${method} <> 'sso' and u.two_factor_since is null and ${demandsTwoFactor} as needs_two_factor, ${isPaid(companyId, now)} as paid,
    c.variant, ${overridesOf(companyId, sql`u.id`)} as overrides`;

type How = Pick<Actor, 'sessionId' | 'impersonatorId'> & Partial<Pick<Actor, 'proved' | 'apiKeyId'>>;

export function callerOf(companyId: number, row: CallerRow, how: How): Actor {
  const person = {
    userId: row.id,
    companyId,
    businessUnitId: row.business_unit_id,
    role: row.role as Role,
    name: `${row.first_name} ${row.last_name}`.trim(),
    missing: missingStep(row, how.impersonatorId !== null),
    ...how,
  };
  return createActor(person, { variant: row.variant as Variant, overrides: row.overrides });
}

/**
 * Acting as another user needs every session behind to be valid, the first without a step that would stop it, and its user
 * still allowed to: null otherwise. Queries of their own, so that other calls do not pay for them.
 */
async function sessionsBehind(platform: Platform, companyId: number, address: string, row: SessionRow): Promise<number[] | null> {
  const { original_id, parent_id } = row;
  if (original_id === null || parent_id === null) return [];
  const parent = await find(platform, companyId, address, sql`s.id = ${parent_id}`);
  if (!parent) return null;
  const first = parent_id === original_id ? parent : await find(platform, companyId, address, sql`s.id = ${original_id}`);
  const own = first?.actor;
  const stopped = own?.missing && own.missing !== 'payment'; // payment stops the other user as well
  if (!own || stopped || !mayActAs(own, { ...row, role: row.role as Role })) return null;
  return [...parent.behind, parent_id];
}

/**
 * Whether the browser got another session at the moment when this one ended: a new sign-in, or the return from
 * acting as another user. Running calls still carry the old token; their refusal must not delete the browser's
 * new cookie.
 */
export async function isOvertaken(platform: Platform, token: string | undefined): Promise<boolean> {
  const companyId = companyOf(token);
  if (!token || companyId === null) return false;
  const { rows } = await inCompany(platform.db, companyId, (db) =>
    sql`select from sessions
      where company_id = ${companyId} and token_hash = ${hashToken(token)} and overtaken and revoked_at > now() - ${grace}`.execute(
      db,
    ),
  );
  return rows.length > 0;
}

/** Tokens name their company: they are looked up before the user is known. */
export function companyOf(token: string | undefined): number | null {
  const companyId = Number(token?.match(/^(\d{1,15})\.[\w-]{20,100}$/)?.[1]);
  return Number.isSafeInteger(companyId) ? companyId : null;
}

export const createToken = (companyId: number) => `${companyId}.${randomBytes(32).toString('base64url')}`;

/** True if the company allows sign-in from this address: from anywhere while its list is empty. */
export const isAllowed = (companyId: number, address: string) =>
  sql<boolean>`coalesce((
    select bool_or(coalesce(n.network >>= ${plainAddress(address)}::inet, false)) from networks n where n.company_id = ${companyId}), true)`;

/** Single sign-on sessions need no password and no second factor of ours: their users may have neither. */
function missingStep(row: CallerRow, impersonated: boolean): Step | null {
  if (!row.accepted_terms) return 'terms';
  if (row.must_change_password) return 'password';
  if (row.needs_two_factor && !impersonated) return 'two_factor';
  return row.paid ? null : 'payment';
}

/** When a session ends that began at `began` and is used now. */
export const endOf = (began: RawBuilder<unknown>, { sessionIdleHours }: Config) =>
  sql<string>`least(now() + make_interval(hours => ${sessionIdleHours}), ${began} + make_interval(days => ${sessionDays}))`;

/**
 * Extends the session, and those behind it while acting as another user. An UPDATE that adds to a
 * column's time fails on a cluster.
 */
export async function markSeen({ db, config }: Platform, { actor, sessionId, behind }: Authenticated): Promise<void> {
  await inCompany(db, actor.companyId, async (tenant) => {
    const used = await tenant
      .selectFrom('sessions')
      .select(['id', endOf(sql.ref('created_at'), config).as('end')])
      .where('company_id', '=', actor.companyId)
      .where('id', 'in', [sessionId, ...behind])
      .where('expires_at', '>', sql<string>`now()`)
      .execute();
    for (const { id, end } of used)
      await tenant
        .updateTable('sessions')
        .set({ last_seen_at: sql`now()`, expires_at: end })
        .where('company_id', '=', actor.companyId)
        .where('id', '=', id)
        .execute();
  });
}
