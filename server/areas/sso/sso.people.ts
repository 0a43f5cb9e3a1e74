// Who somebody is here whom a company's provider has let in: known by the provider's own number for them, else by an e-mail address that it has
// verified and that is of the company's own domains, else new.
import { sql } from 'kysely';
import { endSessions, findLogin } from '#areas/sessions/sessions.service.ts';
import type { PublicCtx, Tx } from '#kernel/context.ts';
import { type Db, hasCode, inCompany } from '#kernel/database.ts';
import { fail } from '#kernel/errors.ts';
import { type Claims, isOfAnOffice, isVerified } from './sso.claims.ts';
import { type ConnectionRow, listSessionsFrom, listVerifiedDomains } from './sso.queries.ts';

export async function personOf(ctx: PublicCtx, connection: ConnectionRow, claims: Claims): Promise<number> {
  const { db } = ctx.platform;
  const { company_id } = connection;
  if (!isOfAnOffice(claims, await listVerifiedDomains(db, company_id))) throw fail('sso.unverified_email');
  const linked = await findLinked(db, company_id, claims);
  if (linked) return activeOnly(linked);

  const email = await provenEmail(db, company_id, claims);
  const login = await findLogin(db, email);
  if (login && login.companyId !== company_id) throw fail('sso.email_taken');
  if (login) {
    const user = await findUser(db, company_id, login.userId);
    // A colleague may have it as a username.
    if (user?.email.toLowerCase() !== email) throw fail('sso.unknown_user');
    // Whoever gives out addresses at the provider would be the administrator here; those have passwords.
    if (user.role === 'admin' && (await isKnownOtherwise(db, company_id, user.id, claims))) throw fail('sso.other_identity');
    return activeOnly(user);
  }
  if (!connection.creates_users) throw fail('sso.unknown_user');
  try {
    const id = await createUser(db, connection, { email, ...namesOf(claims, email) });
    ctx.log.info({ company: company_id, user: id }, 'created by single sign-on');
    return id;
  } catch (error) {
    if (!hasCode(error, '23505')) throw error;
    return personOf(ctx, connection, claims); // made by another call at this moment
  }
}

/**
 * From now on known by the provider's number, by this one alone: an address that was given to somebody new opens for them. Who was known by
 * another before is signed out, and the account's owner is told.
 */
export async function linkIdentity(tx: Tx, { iss, sub }: Claims): Promise<void> {
  const former = await tx.db
    .deleteFrom('sso_identities')
    .where('company_id', '=', tx.companyId)
    .where('user_id', '=', tx.actor.userId)
    .where('issuer', '=', iss)
    .where('subject', '<>', sub)
    .returning('subject')
    .execute();
  for (const { subject } of former) await endSessions(tx, { ids: await listSessionsFrom(tx, { issuer: iss, subject }) });
  if (former.length > 0) tx.enqueue('sso.tellRelinked', {});
  await tx.db
    .insertInto('sso_identities')
    .values({ company_id: tx.companyId, issuer: iss, subject: sub, user_id: tx.actor.userId, last_used_at: tx.clock() })
    .onConflict((conflict) => conflict.columns(['company_id', 'issuer', 'subject']).doUpdateSet({ last_used_at: tx.clock() }))
    .execute();
}

const findLinked = (db: Db, companyId: number, { iss, sub }: Claims) =>
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

function activeOnly({ id, active }: { id: number; active: boolean }): number {
  if (!active) throw fail('sso.unknown_user');
  return id;
}

/** A provider is believed about its own company's domains alone: it could say anything of others. */
async function provenEmail(db: Db, companyId: number, claims: Claims): Promise<string> {
  const { email } = claims;
  if (typeof email !== 'string' || !isVerified(claims)) throw fail('sso.unverified_email');
  const plain = email.trim().toLowerCase();
  const [, domain] = /^[^\s@]{1,100}@([^\s@]{1,253})$/.exec(plain) ?? [];
  if (!domain || !(await listVerifiedDomains(db, companyId)).includes(domain)) throw fail('sso.unverified_email');
  return plain;
}

const findUser = (db: Db, companyId: number, id: number) =>
  inCompany(db, companyId, (tenant) =>
    tenant
      .selectFrom('users')
      .select(['id', 'active', 'email', 'role'])
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .executeTakeFirst(),
  );

const isKnownOtherwise = (db: Db, companyId: number, userId: number, { iss }: Claims) =>
  inCompany(db, companyId, (tenant) =>
    tenant
      .selectFrom('sso_identities')
      .select('subject')
      .where('company_id', '=', companyId)
      .where('user_id', '=', userId)
      .where('issuer', '=', iss)
      .executeTakeFirst(),
  );

interface NewUser {
  email: string;
  first_name: string;
  last_name: string;
}

/** Without a password; the terms are asked first thing. */
const createUser = (db: Db, { company_id, default_role, business_unit_id }: ConnectionRow, person: NewUser) =>
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
    return id;
  });

/** As the provider splits them, else at the last space, else what stands before the @. */
function namesOf({ given_name, family_name, name }: Claims, email: string): Pick<NewUser, 'first_name' | 'last_name'> {
  const [given, family, whole] = [lineOf(given_name), lineOf(family_name), lineOf(name)];
  if (given || family) return { first_name: given, last_name: family };
  const split = whole.lastIndexOf(' ');
  if (split > 0) return { first_name: whole.slice(0, split), last_name: whole.slice(split + 1) };
  return { first_name: whole || email.slice(0, email.indexOf('@')), last_name: '' };
}

const lineOf = (text: unknown) =>
  typeof text === 'string'
    ? text
        .toWellFormed()
        .replace(/[\p{Cc}\s]+/gu, ' ')
        .trim()
        .slice(0, 100)
    : '';
