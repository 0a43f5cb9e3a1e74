import { sql } from 'kysely';
import type { Role } from '#contract/permissions.ts';
import type { Tx } from '#kernel/context.ts';
import { hasCode } from '#kernel/db/database.ts';
import { fail } from '#kernel/errors.ts';

export interface FileUser {
  first_name: string;
  last_name: string;
  email: string;
  role: Role;
  title: string;
  business_unit_id: number;
  /** Of a user who is there already. */
  manager_id: number | null;
  /** Of another row of the file. */
  manager_email: string | null;
}

/** The logins of the own company among these e-mails, which are in small letters. */
export async function findOwnLogins(tx: Tx, emails: string[]): Promise<string[]> {
  const { rows } = await sql<{ login: string }>`
    select l.login from logins l where l.company_id = ${tx.companyId} and l.login = any(${emails}::text[])`.execute(tx.db);
  return rows.map(({ login }) => login);
}

/** The same in any company. Only for rows that become users now: an answer tells who is a user of another company. */
export async function findTakenLogins(tx: Tx, emails: string[]): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select e.email from unnest(${emails}::text[]) e (email) where exists (select from find_login(e.email))`.execute(tx.db);
  return rows.map(({ email }) => email);
}

/** Active users with these e-mails, in small letters; `unit`: of that business unit. */
export async function listPeopleByEmail(tx: Tx, unit: number | null, emails: string[]) {
  const { rows } = await sql<{ email: string; id: number; name: string; role: Role }>`
    select lower(u.email) as email, u.id, trim(u.first_name || ' ' || u.last_name) as name, u.role from users u
    where u.company_id = ${tx.companyId} and u.active and lower(u.email) = any(${emails}::text[])
      and (${unit}::bigint is null or u.business_unit_id = ${unit}::bigint)`.execute(tx.db);
  return new Map(rows.map(({ email, ...person }) => [email, person]));
}

/** Answers the ids. Throws `users.login_taken` where an e-mail was taken just now. */
export async function insertUsers(tx: Tx, users: FileUser[]): Promise<number[]> {
  const { last } = await tx.db
    .selectFrom('users')
    .select((eb) => eb.fn.max('number').as('last'))
    .where('company_id', '=', tx.companyId)
    .executeTakeFirstOrThrow();
  const column = <K extends keyof FileUser>(key: K) => users.map((user) => user[key]);
  const { rows } = await sql<{ id: number; email: string }>`
    insert into users (company_id, first_name, last_name, email, username, role, title, business_unit_id, manager_id, number, invited_at)
    select ${tx.companyId}::bigint, f.first_name, f.last_name, f.email, f.email, f.role, f.title, f.unit, f.manager,
      ${last ?? 0}::int + f.place::int, ${tx.clock()}::timestamptz
    from unnest(${column('first_name')}::text[], ${column('last_name')}::text[], ${column('email')}::text[], ${column('role')}::text[],
      ${column('title')}::text[], ${column('business_unit_id')}::bigint[], ${column('manager_id')}::bigint[])
      with ordinality f (first_name, last_name, email, role, title, unit, manager, place)
    returning id, email`.execute(tx.db);
  const ids = rows.map(({ id }) => id);
  const below = users.filter(({ manager_email }) => manager_email !== null);
  const managers = Object.fromEntries(below.map(({ email, manager_email }) => [email.toLowerCase(), manager_email]));
  if (below.length > 0)
    await sql`
      update users u set manager_id = m.id from users m
      where u.company_id = ${tx.companyId} and m.company_id = ${tx.companyId} and u.id = any(${ids}::bigint[]) and m.id = any(${ids}::bigint[])
        and lower(m.email) = ${JSON.stringify(managers)}::jsonb->>lower(u.email)`.execute(tx.db);
  await sql`
    insert into logins (login, company_id, user_id)
    select lower(f.email), ${tx.companyId}::bigint, f.id
    from unnest(${rows.map(({ email }) => email)}::text[], ${ids}::bigint[]) f (email, id)
    returning login`
    .execute(tx.db)
    .catch((error: unknown) => {
      throw hasCode(error, '23505') ? fail('users.login_taken') : error;
    });
  return ids;
}
