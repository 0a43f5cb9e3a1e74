import { type Insertable, sql } from 'kysely';
import { allows, roles } from '#contract/permissions.ts';
import { auditAsSystem } from '#kernel/audit.ts';
import type { Tx } from '#kernel/context.ts';
import type { SsoConnections } from '#kernel/db/database.generated.ts';
import { type Db, inCompany } from '#kernel/db/database.ts';
import { findFeature } from '#kernel/features.ts';
import type { Claims } from './sso.claims.ts';

/** The purposes of sealed values (kernel/secrets/seal.ts). */
export const sealedFor = {
  clientSecret: 'client secret of single sign-on',
  idToken: 'ID token',
  refreshToken: 'refresh token',
} as const;

export type ConnectionRow = NonNullable<Awaited<ReturnType<typeof findConnection>>>;

export const findConnection = (db: Db, companyId: number) =>
  inCompany(db, companyId, (tenant) => selectConnection(tenant, companyId));

/** The connection that people may sign in with now. It creates no users if only some users have single sign-on. */
export async function findOpenConnection(db: Db, companyId: number): Promise<ConnectionRow | null> {
  const connection = await findConnection(db, companyId);
  if (!connection?.enabled) return null;
  const { company, somebody } = await findFeature(db, companyId, 'single_sign_on');
  return somebody ? { ...connection, creates_users: connection.creates_users && company } : null;
}

const selectConnection = (db: Db, companyId: number) =>
  db.selectFrom('sso_connections').selectAll().where('company_id', '=', companyId).executeTakeFirst();

/** The company with this verified e-mail domain, before any company is known. */
export async function findCompanyOfDomain(db: Db, domain: string): Promise<number | null> {
  const { rows } = await sql<{ company_id: number | null }>`select find_sso_company(${domain}) as company_id`.execute(db);
  return rows[0]?.company_id ?? null;
}

/** At most so many companies that have a verified domain. */
export async function listSsoCompanies(db: Db, most: number): Promise<number[]> {
  const { rows } = await sql<{ company_id: number }>`select list_sso_companies(${most}) as company_id`.execute(db);
  return rows.map(({ company_id }) => company_id);
}

export async function listVerifiedDomains(db: Db, companyId: number): Promise<string[]> {
  const rows = await inCompany(db, companyId, (tenant) =>
    tenant.selectFrom('sso_domains').select('domain').where('company_id', '=', companyId).execute(),
  );
  return rows.map(({ domain }) => domain);
}

/** The same in a transaction: what an administrator sees and changes. */
export async function getSettings(tx: Tx) {
  const connection = await selectConnection(tx.db, tx.companyId);
  const verified = await tx.db.selectFrom('sso_domains').select('domain').where('company_id', '=', tx.companyId).execute();
  return { connection, verified: verified.map(({ domain }) => domain) };
}

export const getOwnDomain = async (tx: Tx): Promise<string> =>
  (await tx.db.selectFrom('companies').select('domain_name').where('company_id', '=', tx.companyId).executeTakeFirstOrThrow())
    .domain_name;

export const writeConnection = (tx: Tx, row: Omit<Insertable<SsoConnections>, 'company_id' | 'updated_at'>) =>
  tx.db
    .insertInto('sso_connections')
    .values({ ...row, company_id: tx.companyId, updated_at: tx.clock() })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet({ ...row, updated_at: tx.clock() }))
    .execute();

export const deleteConnection = (tx: Tx) => tx.db.deleteFrom('sso_connections').where('company_id', '=', tx.companyId).execute();

/** False if it belongs to another company. */
export async function claimDomain(tx: Tx, domain: string): Promise<boolean> {
  await tx.db
    .insertInto('sso_domains')
    .values({ domain, company_id: tx.companyId })
    .onConflict((conflict) => conflict.column('domain').doNothing())
    .execute();
  return (await findCompanyOfDomain(tx.db, domain)) === tx.companyId;
}

/** Takes the domain from a company that no longer owns it. */
export const freeDomainOf = (db: Db, companyId: number, domain: string) =>
  inCompany(db, companyId, (tenant) =>
    tenant.deleteFrom('sso_domains').where('company_id', '=', companyId).where('domain', '=', domain).execute(),
  );

export const freeDomainsBut = (tx: Tx, domains: string[]) =>
  tx.db
    .deleteFrom('sso_domains')
    .where('company_id', '=', tx.companyId)
    .where(sql<boolean>`not domain = any(${domains}::text[])`)
    .execute();

/** Live sessions of users who signed in themselves and must now use single sign-on. */
export async function listSessionsWithout(tx: Tx): Promise<number[]> {
  const rows = await tx.db
    .selectFrom('sessions as s')
    .innerJoin('users as u', (join) => join.on('u.company_id', '=', tx.companyId).onRef('u.id', '=', 's.user_id'))
    .select('s.id')
    .where('s.company_id', '=', tx.companyId)
    .where('s.revoked_at', 'is', null)
    .where('s.method', 'in', ['password', 'passkey'])
    .where(
      'u.role',
      'not in',
      roles.filter((role) => allows(role, 'access.manage')),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** Live sessions of the company that a provider started. */
export async function listSessionsFrom(
  tx: Tx,
  { issuer, subject, sid }: { issuer: string; subject?: string | undefined; sid?: string | undefined },
): Promise<number[]> {
  let query = tx.db
    .selectFrom('sso_sessions as o')
    .innerJoin('sessions as s', (join) => join.on('s.company_id', '=', tx.companyId).onRef('s.id', '=', 'o.session_id'))
    .select('s.id')
    .where('o.company_id', '=', tx.companyId)
    .where('o.issuer', '=', issuer)
    .where('s.revoked_at', 'is', null);
  if (subject !== undefined) query = query.where('o.subject', '=', subject);
  if (sid !== undefined)
    query = query.where((eb) =>
      // A session without the provider's session id may be the right one if the user matches.
      subject === undefined ? eb('o.sid', '=', sid) : eb.or([eb('o.sid', '=', sid), eb('o.sid', 'is', null)]),
    );
  return (await query.execute()).map(({ id }) => id);
}

export const findSsoSession = (tx: Tx, sessionId: number) =>
  tx.db
    .selectFrom('sso_sessions')
    .select(['issuer', 'id_token_sealed'])
    .where('company_id', '=', tx.companyId)
    .where('session_id', '=', sessionId)
    .executeTakeFirst();

/**
 * The session, or the one it started in, if it follows its provider and was not checked for so many minutes. Marks it as checked,
 * so that of two calls at once only one asks: a refresh token works once.
 */
export async function takeDueCheck(tx: Tx, sessionId: number, minutes: number) {
  const { rows } = await sql<{ session_id: number; subject: string; refresh_token_sealed: Buffer | null }>`
    update sso_sessions o set checked_at = now()
    from sso_connections c, sessions s
    where o.company_id = ${tx.companyId} and c.company_id = ${tx.companyId} and s.company_id = ${tx.companyId}
      and s.id = ${sessionId} and o.session_id in (s.id, s.original_id)
      and c.follows_provider and c.issuer = o.issuer
      and o.checked_at < now() - make_interval(mins => ${minutes})
    returning o.session_id, o.subject, o.refresh_token_sealed`.execute(tx.db);
  return rows[0];
}

export const keepTokens = (tx: Tx, sessionId: number, tokens: { refresh_token_sealed?: Buffer; id_token_sealed?: Buffer }) =>
  tx.db
    .updateTable('sso_sessions')
    .set({ ...tokens, checked_at: sql`now()` })
    .where('company_id', '=', tx.companyId)
    .where('session_id', '=', sessionId)
    .execute();

export const findLinked = (db: Db, companyId: number, { iss, sub }: Claims) =>
  inCompany(db, companyId, (tenant) =>
    tenant
      .selectFrom('sso_identities as i')
      .innerJoin('users as u', (join) => join.on('u.company_id', '=', companyId).onRef('u.id', '=', 'i.user_id'))
      .select(['u.id', 'u.active'])
      .where('i.company_id', '=', companyId)
      .where('i.issuer', '=', iss)
      .where('i.subject', '=', sub)
      .executeTakeFirst(),
  );

export const findUser = (db: Db, companyId: number, id: number) =>
  inCompany(db, companyId, (tenant) =>
    tenant
      .selectFrom('users')
      .select(['id', 'active', 'email', 'role'])
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .executeTakeFirst(),
  );

export const isKnownOtherwise = (db: Db, companyId: number, userId: number, { iss }: Claims) =>
  inCompany(db, companyId, (tenant) =>
    tenant
      .selectFrom('sso_identities')
      .select('subject')
      .where('company_id', '=', companyId)
      .where('user_id', '=', userId)
      .where('issuer', '=', iss)
      .executeTakeFirst(),
  );

/** The actor's other subjects at that provider. */
export const dropOtherIdentities = (tx: Tx, { iss, sub }: Claims) =>
  tx.db
    .deleteFrom('sso_identities')
    .where('company_id', '=', tx.companyId)
    .where('user_id', '=', tx.actor.userId)
    .where('issuer', '=', iss)
    .where('subject', '<>', sub)
    .returning('subject')
    .execute();

export const noteIdentity = (tx: Tx, { iss, sub }: Claims) =>
  tx.db
    .insertInto('sso_identities')
    .values({ company_id: tx.companyId, issuer: iss, subject: sub, user_id: tx.actor.userId, last_used_at: tx.clock() })
    .onConflict((conflict) => conflict.columns(['company_id', 'issuer', 'subject']).doUpdateSet({ last_used_at: tx.clock() }))
    .execute();

export interface NewUser {
  email: string;
  first_name: string;
  last_name: string;
}

/** Creates a user without a password; they accept the terms first. */
export const createUser = (db: Db, { company_id, default_role, business_unit_id }: ConnectionRow, person: NewUser) =>
  inCompany(db, company_id, async (tenant) => {
    const unit = await tenant
      .selectFrom('business_units')
      .select('id')
      .where('company_id', '=', company_id)
      .orderBy(sql`id = ${business_unit_id}`, (order) => order.desc().nullsLast())
      .orderBy('number')
      .limit(1)
      .executeTakeFirstOrThrow();
    const { number } = await tenant
      .selectFrom('users')
      .select(sql<number>`coalesce(max(number), 0) + 1`.as('number'))
      .where('company_id', '=', company_id)
      .executeTakeFirstOrThrow();
    const { id } = await tenant
      .insertInto('users')
      .values({
        ...person,
        company_id,
        business_unit_id: unit.id,
        role: default_role,
        number,
        username: person.email,
        password_hash: null,
        accepted_tos_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tenant.insertInto('logins').values({ login: person.email, company_id, user_id: id }).execute();
    const after = { ...person, role: default_role, business_unit_id: unit.id };
    await auditAsSystem(tenant, [{ companyId: company_id, action: 'users.created_by_sso', of: { type: 'user', id }, after }]);
    return id;
  });
