// Seeds the demo once: companies, people, look-up lists, contacts. All in one transaction: a start that was broken off begins again.
import { sql } from 'kysely';
import { hashPassword } from '#areas/passwords/passwords.service.ts';
import { type Cell, type Copy, onOneClient } from '#kernel/copy.ts';
import { connect, type Db } from '#kernel/database.ts';
import type { Log } from '#kernel/log.ts';
import {
  agentflowStatuses,
  carriers,
  customFields,
  type DemoCompany,
  demoCompanies,
  sources,
  statuses,
  tags,
} from './companies.ts';
import { type DemoContact, type DemoOptions, demoContacts } from './people.ts';

export const demoPassword = 'steward-demo';

interface DemoLogin {
  company: string;
  email: string;
}

const demoLogins: DemoLogin[] = demoCompanies.flatMap(({ name, users }) => users.map(({ email }) => ({ company: name, email })));

/** `contacts`: how many the first company gets; the others get a tenth each. Does nothing where there is any company already. */
export async function seedDemo(operatorUrl: string, log: Log, contacts: number): Promise<DemoLogin[]> {
  const operator = connect(operatorUrl, log, { max: 2, name: 'seed' });
  try {
    const seeded = await operator.db.selectFrom('companies').select('company_id').limit(1).executeTakeFirst();
    if (seeded) return demoLogins;
    const passwordHash = await hashPassword(demoPassword);
    await onOneClient(operator.pool, (connection, copy) =>
      connection.transaction().execute(async (db) => {
        for (const [index, company] of demoCompanies.entries()) {
          const { companyId, options } = await insertCompany(db, company, index + 1, passwordHash);
          await copyContacts(db, copy, companyId, demoContacts(index === 0 ? contacts : Math.ceil(contacts / 10), options));
        }
      }),
    );
    log.info({ contacts }, 'demo companies seeded');
    return demoLogins;
  } finally {
    await operator.close();
  }
}

/** `firstSteps`: its people have yet to accept the terms, and to choose a password of their own. */
export async function insertCompany(
  db: Db,
  company: DemoCompany,
  number: number,
  passwordHash: string,
  { firstSteps = false }: { firstSteps?: boolean } = {},
) {
  const { name, domain_name, variant, primary_color } = company;
  const { company_id } = await db
    .insertInto('companies')
    .values({ name, domain_name, variant, primary_color, number })
    .returning('company_id')
    .executeTakeFirstOrThrow();
  const units = new Map<string, number>();
  for (const [index, unit] of company.business_units.entries()) {
    units.set(unit, await insertId(db, 'business_units', { company_id, name: unit, number: index + 1 }));
  }
  const userIds = await insertUsers(db, company_id, company, units, {
    password_hash: passwordHash,
    must_change_password: firstSteps,
    accepted_tos_at: firstSteps ? null : new Date(),
  });
  const poolIds: number[] = [];
  for (const { name, business_unit, holders } of company.pools) {
    const pool_id = await insertId(db, 'pools', {
      company_id,
      name,
      business_unit_id: business_unit && idOf(units, business_unit),
    });
    poolIds.push(pool_id);
    await db
      .insertInto('pool_holders')
      .values(holders.map((email) => ({ company_id, pool_id, user_id: idOf(userIds, email) })))
      .execute();
  }
  const options: DemoOptions = {
    ownerIds: company.users.filter(({ role }) => sells.has(role)).map(({ email }) => idOf(userIds, email)),
    poolIds,
    statusIds: await insertAll(
      db,
      'statuses',
      statuses.map(({ title, color }, position) => ({ company_id, title, color, position })),
    ),
    agentflowStatusIds: await insertAll(
      db,
      'agentflow_statuses',
      agentflowStatuses.map(({ title, color, group }, position) => ({ company_id, title, color, group_title: group, position })),
    ),
    sourceIds: await insertAll(
      db,
      'sources',
      sources.map(({ title, corporations }) => ({ company_id, title, corporations })),
    ),
    carrierIds: await insertAll(
      db,
      'carriers',
      carriers.map((carrier) => ({ company_id, name: carrier })),
    ),
    tagIds: await insertAll(
      db,
      'tags',
      tags.map(({ name, color }) => ({ company_id, name, color })),
    ),
    today: new Date().toISOString().slice(0, 10),
  };
  await insertAll(
    db,
    'custom_fields',
    customFields.map(({ name, type, choices }, position) => ({ company_id, name, type, choices, position })),
  );
  return { companyId: company_id, userIds, options };
}

/** Who has contacts of their own in the demo; those who lead have some too. */
const sells = new Set(['agent', 'basic', 'manager', 'bu_admin']);

async function insertUsers(
  db: Db,
  company_id: number,
  { users }: DemoCompany,
  units: Map<string, number>,
  standing: { password_hash: string; must_change_password: boolean; accepted_tos_at: Date | null },
) {
  const ids = new Map<string, number>();
  for (const [index, { manager, business_unit, ...user }] of users.entries()) {
    const id = await insertId(db, 'users', {
      ...user,
      ...standing,
      company_id,
      number: index + 1,
      business_unit_id: idOf(units, business_unit),
      manager_id: manager && idOf(ids, manager),
    });
    ids.set(user.email, id);
    const names = new Set([user.email.toLowerCase(), user.username.toLowerCase()]);
    const logins = [...names].map((login) => ({ login, company_id, user_id: id }));
    await db.insertInto('logins').values(logins).execute();
  }
  return ids;
}

const copied = [
  'kind', 'owner_id', 'pool_id', 'first_name', 'middle_name', 'last_name', 'suffix', 'preferred_name', 'organization', 'occupation',
  'birth_date', 'gender', 'language', 'marital_status', 'tobacco_user', 'phones', 'emails', 'address', 'address_2', 'city', 'state',
  'zip_code', 'county', 'timezone', 'status_id', 'agentflow_status_id', 'source_id', 'category', 'tags', 'note', 'do_not_call',
  'do_not_text', 'do_not_email', 'do_not_mail', 'consent', 'medicare_part_a', 'medicare_part_b', 'medicare_plan', 'medicare_carrier_id',
  'created_at', 'updated_at',
] as const satisfies (keyof DemoContact)[]; // biome-ignore format: columns

const json = new Set<keyof DemoContact>(['phones', 'emails', 'consent']);

/** Each with its first line in the journal. */
export async function copyContacts(db: Db, copy: Copy, companyId: number, contacts: Iterable<DemoContact>): Promise<void> {
  const rows = function* () {
    for (const contact of contacts) yield [companyId, ...copied.map((name) => cellOf(name, contact[name]))];
  };
  await copy('contacts', ['company_id', ...copied], rows());
  await sql`
    insert into contact_changes (company_id, contact_id, action, actor_id, at)
    select company_id, id, 'created', owner_id, created_at from contacts where company_id = ${companyId}`.execute(db);
}

const cellOf = (name: keyof DemoContact, value: unknown): Cell =>
  (json.has(name) ? value && JSON.stringify(value) : value) as Cell;

const insertId = async (db: Db, table: string, row: object): Promise<number> => (await insertAll(db, table, [row]))[0] ?? 0;

/** Ids in the rows' order. */
async function insertAll(db: Db, table: string, rows: object[]): Promise<number[]> {
  const names = Object.keys(rows[0] ?? {});
  const values = rows.map((row) => sql`(${sql.join(names.map((name) => (row as Record<string, unknown>)[name]))})`);
  const inserted = await sql<{ id: number }>`
    insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))}) values ${sql.join(values)} returning id`.execute(
    db,
  );
  return inserted.rows.map((row) => row.id);
}

function idOf(ids: Map<string, number>, name: string): number {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`the demo data names ${name}, which is not there`);
  return id;
}
