// Creates a company with its first business unit, its first administrator and the lists it starts with.
// Runs as the operator, as there is no company yet.
import { sql } from 'kysely';
import type { timezones, Variant } from '#contract/lookups.ts';
import type { Role } from '#contract/permissions.ts';
import { variantDefinitions } from '#contract/variants.ts';
import type { Db } from '#kernel/db/database.ts';
import { starterLists } from './companies.starters.ts';

export interface NewUser {
  email: string;
  username: string;
  first_name: string;
  last_name: string;
  timezone: (typeof timezones)[number];
  about_me: string;
}

export interface NewCompany {
  name: string;
  domain_name: string;
  variant: Variant;
  /** Name of the first business unit, which the administrator belongs to. */
  business_unit: string;
  administrator: NewUser;
}

/** How users sign in. With `firstSteps` they must first accept the terms and choose their own password. */
export interface Access {
  passwordHash: string;
  firstSteps: boolean;
}

export interface CreatedCompany {
  companyId: number;
  businessUnitId: number;
  administratorId: number;
}

/** Throws PostgreSQL's 23505 if the administrator's e-mail or username is taken. */
export async function createCompany(db: Db, company: NewCompany, access: Access): Promise<CreatedCompany> {
  const { name, domain_name, variant, business_unit, administrator } = company;
  const { company_id } = await db
    .insertInto('companies')
    .values({ name, domain_name, variant, primary_color: variantDefinitions[variant].color, number: await nextNumber(db) })
    .returning('company_id')
    .executeTakeFirstOrThrow();
  const businessUnitId = await insertId(db, 'business_units', { company_id, name: business_unit, number: 1 });
  const standing = { role: 'admin' as const, number: 1, business_unit_id: businessUnitId, manager_id: null };
  const administratorId = await insertUser(db, company_id, { ...administrator, ...standing }, access);
  await insertStarterLists(db, company_id, variant);
  return { companyId: company_id, businessUnitId, administratorId };
}

interface UserRow extends NewUser {
  role: Role;
  number: number;
  business_unit_id: number;
  manager_id: number | null;
}

/** Returns the user's id. Both e-mail and username sign in. */
export async function insertUser(db: Db, company_id: number, user: UserRow, access: Access): Promise<number> {
  const id = await insertId(db, 'users', {
    ...user,
    company_id,
    password_hash: access.passwordHash,
    must_change_password: access.firstSteps,
    accepted_tos_at: access.firstSteps ? null : new Date(),
  });
  const names = new Set([user.email.toLowerCase(), user.username.toLowerCase()]);
  const logins = [...names].map((login) => ({ login, company_id, user_id: id }));
  await db.insertInto('logins').values(logins).execute();
  return id;
}

async function insertStarterLists(db: Db, company_id: number, variant: Variant) {
  const { statuses, agentflowStatuses, sources, categories, tags } = starterLists[variant];
  await insertRows(
    db,
    'statuses',
    statuses.map((status, position) => ({ company_id, ...status, position })),
  );
  const groups = [...new Set(agentflowStatuses.map(({ group }) => group))];
  const groupIds = await insertRows(
    db,
    'agentflow_status_groups',
    groups.map((title, position) => ({ company_id, title, position })),
  );
  await insertRows(
    db,
    'agentflow_statuses',
    agentflowStatuses.map(({ group, ...status }, position) => ({
      company_id,
      ...status,
      group_id: groupIds[groups.indexOf(group)],
      position,
    })),
  );
  await insertRows(
    db,
    'sources',
    sources.map((title) => ({ company_id, title })),
  );
  await insertRows(
    db,
    'categories',
    categories.map((category, position) => ({ company_id, ...category, position })),
  );
  await insertRows(
    db,
    'tags',
    tags.map((tag) => ({ company_id, ...tag })),
  );
}

async function nextNumber(db: Db): Promise<number> {
  const { last } = await db
    .selectFrom('companies')
    .select((eb) => eb.fn.max('number').as('last'))
    .executeTakeFirstOrThrow();
  return (last ?? 0) + 1;
}

export const insertId = async (db: Db, table: string, row: object): Promise<number> =>
  (await insertRows(db, table, [row]))[0] ?? 0;

/** All rows must have the first row's columns. Returns their ids in order. */
export async function insertRows(db: Db, table: string, rows: object[]): Promise<number[]> {
  const names = Object.keys(rows[0] ?? {});
  const values = rows.map((row) => sql`(${sql.join(names.map((name) => (row as Record<string, unknown>)[name]))})`);
  const inserted = await sql<{ id: number }>`
    insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))}) values ${sql.join(values)} returning id`.execute(
    db,
  );
  return inserted.rows.map((row) => row.id);
}
