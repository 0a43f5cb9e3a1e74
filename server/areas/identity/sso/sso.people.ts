// Finds or creates the user for an SSO sign-in: by the provider's subject, then by a verified e-mail address in one of the
// company's own domains.
import { endSessions, findLogin } from '#areas/identity/sessions/sessions.service.ts';
import type { PublicCtx, Tx } from '#kernel/context.ts';
import { type Db, hasCode } from '#kernel/db/database.ts';
import { fail } from '#kernel/errors.ts';
import { type Claims, isOfAnOffice, isVerified } from './sso.claims.ts';
import { ssoJobs } from './sso.jobs.ts';
import {
  type ConnectionRow,
  createUser,
  dropOtherIdentities,
  findLinked,
  findUser,
  isKnownOtherwise,
  listSessionsFrom,
  listVerifiedDomains,
  type NewUser,
  noteIdentity,
} from './sso.queries.ts';

export async function personOf(ctx: PublicCtx, connection: ConnectionRow, claims: Claims, again = false): Promise<number> {
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
    // Another user may have it as a username.
    if (user?.email.toLowerCase() !== email) throw fail('sso.unknown_user');
    // Never for administrators: a person who assigns addresses at the provider could become one. They have passwords.
    if (user.role === 'admin' && (await isKnownOtherwise(db, company_id, user.id, claims))) throw fail('sso.other_identity');
    return activeOnly(user);
  }
  if (!connection.creates_users) throw fail('sso.unknown_user');
  try {
    const id = await createUser(db, connection, { email, ...namesOf(claims, email) });
    ctx.log.info({ company: company_id, user: id }, 'created by single sign-on');
    return id;
  } catch (error) {
    if (again || !hasCode(error, '23505')) throw error;
    return personOf(ctx, connection, claims, true); // another call created the user just now
  }
}

/**
 * Links the user to this subject alone: a reassigned address opens the account for its new holder. Sessions of the previous
 * subject end, and the owner gets a mail.
 */
export async function linkIdentity(tx: Tx, { iss, sub }: Claims): Promise<void> {
  const former = await dropOtherIdentities(tx, { iss, sub });
  for (const { subject } of former) await endSessions(tx, { ids: await listSessionsFrom(tx, { issuer: iss, subject }) });
  if (former.length > 0) tx.enqueue(ssoJobs.mailRelinked, {});
  await noteIdentity(tx, { iss, sub });
}

function activeOnly({ id, active }: { id: number; active: boolean }): number {
  if (!active) throw fail('sso.unknown_user');
  return id;
}

/** Trusts a provider only for its own company's domains: it could claim any address. */
async function provenEmail(db: Db, companyId: number, claims: Claims): Promise<string> {
  const { email } = claims;
  if (typeof email !== 'string' || !isVerified(claims)) throw fail('sso.unverified_email');
  const plain = email.trim().toLowerCase();
  const [, domain] = /^[^\s@]{1,100}@([^\s@]{1,253})$/.exec(plain) ?? [];
  if (!domain || !(await listVerifiedDomains(db, companyId)).includes(domain)) throw fail('sso.unverified_email');
  return plain;
}

/** As the provider splits the name, else at the last space, else the part before the @. */
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
