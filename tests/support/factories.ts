// Test data in plain view: companies with their users, contacts, look-up lists.
import { type Insertable, sql } from 'kysely';
import type { Email, Phone } from '#contract/contacts.ts';
import type { Role } from '#contract/permissions.ts';
import type { Contacts } from '#kernel/db/database.generated.ts';
import { type Client, signedIn, type TestServer } from './server.ts';

export interface PersonSpec {
  role?: Role;
  /** The name, in the same call, of this user's manager. */
  under?: string;
  /** A business unit's name; default 'Main'. */
  unit?: string;
  /** Pools of this user, by name. */
  holds?: string[];
}

/** A signed-in user; they also sign in by `email` with `testPassword`. */
export interface Person extends Client {
  email: string;
}

export interface TestCompany<Names extends string> {
  companyId: number;
  people: Record<Names, Person>;
  pools: Record<string, number>;
}

/** Everyone's password and its hash, made once, as hashing is slow. */
export const testPassword = 'correct horse battery staple';
export const testPasswordHash =
  '$argon2id$v=19$m=19456,t=2,p=1$qRQSHYlPaYap1Dmb3PLsPA$wNMCZsfK9L74pqFLZNwT1CM6rEpi3uclK+yE2ypR76k';

let count = 0;

/** `aCompany(server, { manager: {}, agent: { under: 'manager' } })`: a name that is a role's gets that role. */
export async function aCompany<Names extends string>(
  server: TestServer,
  spec: Record<Names, PersonSpec>,
): Promise<TestCompany<Names>> {
  const { db } = server.operator;
  const unique = `${process.pid}.${++count}`;
  const { company_id } = await db
    .insertInto('companies')
    .values({ name: `Company ${unique}`, domain_name: `company${unique}.test`, number: count, variant: 'standard' })
    .returning('company_id')
    .executeTakeFirstOrThrow();
  const units = new Map<string, number>();
  const pools: Record<string, number> = {};
  const people = {} as Record<Names, Person>;
  for (const [index, [name, { role, under, unit = 'Main', holds = [] }]] of (
    Object.entries(spec) as [Names, PersonSpec][]
  ).entries()) {
    if (!units.has(unit)) {
      const made = await db
        .insertInto('business_units')
        .values({ company_id, name: unit, number: units.size + 1 })
        .returning('id')
        .executeTakeFirstOrThrow();
      units.set(unit, made.id);
    }
    const email = `${name}@company${unique}.test`;
    const { id } = await db
      .insertInto('users')
      .values({
        company_id,
        business_unit_id: units.get(unit) ?? 0,
        manager_id: under ? people[under as Names].userId : null,
        role: role ?? (name.replace(/\d+$/, '') as Role),
        number: index + 1,
        email,
        username: email,
        first_name: name,
        last_name: 'Tester',
        password_hash: testPasswordHash,
        accepted_tos_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const pool of holds) {
      pools[pool] ??= (
        await db.insertInto('pools').values({ company_id, name: pool }).returning('id').executeTakeFirstOrThrow()
      ).id;
      await db.insertInto('pool_holders').values({ company_id, pool_id: pools[pool], user_id: id }).execute();
    }
    await db.insertInto('logins').values({ login: email, company_id, user_id: id }).execute();
    people[name] = { ...(await signedIn(server, company_id, id)), email };
  }
  return { companyId: company_id, people, pools };
}

/** Gives a user an e-mail to sign in with. */
export async function giveEmail({ operator: { db } }: TestServer, person: Person, email: string): Promise<void> {
  await db.updateTable('users').set({ email, username: email }).where('id', '=', person.userId).execute();
  await db.updateTable('logins').set({ login: email }).where('user_id', '=', person.userId).execute();
  person.email = email;
}

type ContactSpec = Partial<Omit<Insertable<Contacts>, 'company_id' | 'phones' | 'emails'>> & {
  /** For tests that need only one. */
  phone?: string;
  email?: string;
  phones?: Phone[];
  emails?: Email[];
};

export async function aContact(
  server: TestServer,
  companyId: number,
  { phone, email, phones = phone ? [{ type: 2, number: phone }] : [], emails, ...columns }: ContactSpec,
): Promise<number> {
  const row = await server.operator.db
    .insertInto('contacts')
    .values({
      ...columns,
      company_id: companyId,
      phones: JSON.stringify(phones),
      emails: JSON.stringify(emails ?? (email ? [{ address: email, state: 'unverified' }] : [])),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** `count` contacts of one owner, numbered, in one statement. */
export async function manyContacts(
  server: TestServer,
  companyId: number,
  ownerId: number,
  count: number,
  lastName = 'Many',
): Promise<void> {
  await sql`
    insert into contacts (company_id, owner_id, first_name, last_name, created_at, updated_at)
    select ${companyId}::bigint, ${ownerId}::bigint, 'N' || lpad(n::text, 7, '0'), ${lastName}, now() - n * interval '1 minute', now() - n * interval '1 minute'
    from generate_series(1, ${count}::int) n`.execute(server.operator.db);
}

export async function aTag(server: TestServer, companyId: number, name: string): Promise<number> {
  return (
    await server.operator.db.insertInto('tags').values({ company_id: companyId, name }).returning('id').executeTakeFirstOrThrow()
  ).id;
}

export async function aStatus(server: TestServer, companyId: number, title: string): Promise<number> {
  return (
    await server.operator.db
      .insertInto('statuses')
      .values({ company_id: companyId, title })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
}
