// Seeds the demo once: companies, people, look-up lists, contacts. All in one transaction: a start that was broken off begins again.
import { sql } from 'kysely';
import { hashPassword } from '#areas/identity/passwords/passwords.service.ts';
import { type Access, createCompany, insertId, insertRows, insertUser } from '#areas/office/companies/companies.create.ts';
import { type Cell, type Copy, onOneClient } from '#kernel/db/copy.ts';
import { connect, type Db } from '#kernel/db/database.ts';
import type { Storage } from '#kernel/files/storage.ts';
import type { Log } from '#kernel/ops/log.ts';
import type { Seal } from '#kernel/secrets/seal.ts';
import { seedActivities } from './activities.ts';
import { seedCalls } from './calls.ts';
import { seedCampaigns } from './campaigns.ts';
import { seedCaptureForms } from './captureForms.ts';
import { type DemoCompany, demoCompanies } from './companies.ts';
import { seedCompliance } from './compliance.ts';
import { seedConversations } from './conversations.ts';
import { seedEmails } from './emails.ts';
import { copyEvents } from './events.ts';
import { copyLinks, copyPrescriptions } from './families.ts';
import { storeDemoFiles } from './files.ts';
import { seedGroupTexts } from './groupTexts.ts';
import { carriers, customFields, sourceCorporations, tags } from './lookups.ts';
import { seedMailings } from './mailings.ts';
import { type DemoContact, type DemoOptions, demoContacts, type Listed } from './people.ts';
import { seedPhoneChecks } from './phoneChecks.ts';
import { seedPhoneNumbers } from './phoneNumbers.ts';
import { seedPlans, seedUnpaid } from './plans.ts';
import { copyPolicies } from './policies.ts';
import { seedRegistration } from './registrations.ts';
import { copyTasks } from './tasks.ts';
import { seedWallets } from './wallets.ts';

export const demoPassword = 'steward-demo';

interface DemoLogin {
  company: string;
  email: string;
}

const demoLogins: DemoLogin[] = demoCompanies.flatMap(({ name, users }) => users.map(({ email }) => ({ company: name, email })));

interface DemoOf {
  /** Of the role `operator`. */
  operatorUrl: string;
  seal: Seal;
  storage: Storage;
  log: Log;
  /** How many the first company gets; the others get a tenth each. */
  contacts: number;
}

/** Does nothing where there is any company already. */
export async function seedDemo({ operatorUrl, seal, storage, log, contacts }: DemoOf): Promise<DemoLogin[]> {
  const operator = connect(operatorUrl, log, { max: 2, name: 'seed' });
  try {
    const seeded = await operator.db.selectFrom('companies').select('company_id').limit(1).executeTakeFirst();
    if (seeded) return demoLogins;
    const passwordHash = await hashPassword(demoPassword);
    await onOneClient(operator.pool, (connection, copy) =>
      connection.transaction().execute(async (db) => {
        for (const [index, company] of demoCompanies.entries()) {
          const { companyId, userIds, options } = await seedCompany(db, company, { passwordHash, firstSteps: false });
          if (company.unpaid) {
            await seedUnpaid(db, { companyId, company, userIds });
            continue;
          }
          await copyContacts(db, copy, companyId, demoContacts(index === 0 ? contacts : Math.ceil(contacts / 10), options));
          await copyPolicies(db, copy, { id: companyId, ...options }, seal);
          await seedCompliance(db, { id: companyId, ...options });
          const numbers = numbersOf(company, userIds);
          const registered = company.variant !== 'recruiting';
          const [person] = company.users;
          if (person) await seedRegistration(db, { ...company, ...numbers, person, id: companyId, seal }, registered);
          await seedPhoneChecks(db, { id: companyId });
          await seedPhoneNumbers(db, { ...numbers, id: companyId, registered, seal });
          await seedActivities(db, { id: companyId, place: index });
          await copyTasks(db, copy, { id: companyId, ...options });
          await copyEvents(db, copy, { id: companyId, ...options });
          await seedCaptureForms(db, companyId);
          await seedEmails(db, companyId);
          await seedConversations(db, companyId);
          await seedCampaigns(db, companyId, new Date(options.today));
          await seedMailings(db, companyId, new Date(options.today));
          await seedGroupTexts(db, companyId, new Date(options.today));
          await copyPrescriptions(db, copy, companyId, seal);
          await copyLinks(db, copy, companyId);
          await storeDemoFiles(db, storage, companyId);
          if (company.variant !== 'recruiting') await seedWallets(db, companyId, payersOf(company, userIds));
          if (company.variant !== 'recruiting') await seedPlans(db, { companyId, company, userIds });
          await seedCalls(db, { id: companyId, place: index });
        }
      }),
    );
    log.info({ contacts }, 'demo companies seeded');
    return demoLogins;
  } finally {
    await operator.close();
  }
}

/** The administrator pays for the pool; those who write most to contacts have a number of their own. */
function numbersOf({ users, area_code = '305' }: DemoCompany, ids: Map<string, number>) {
  const people = users.filter(({ role }) => role === 'manager' || role === 'agent').slice(0, 3);
  return { areaCode: area_code, payer: idOf(ids, users[0]?.email ?? ''), people: people.map(({ email }) => idOf(ids, email)) };
}

/** A manager pays for the people below; where there is none, agents pay for themselves. */
function payersOf({ users }: DemoCompany, ids: Map<string, number>) {
  const payers = users.filter(({ role }) => role === 'manager');
  return (payers.length > 0 ? payers : users.filter(({ role }) => role === 'agent')).map(({ email }) => ({
    id: idOf(ids, email),
    team: users.filter(({ manager }) => manager === email).map((member) => idOf(ids, member.email)),
  }));
}

/** A company as an operator creates it, with the demo's people, pools, carriers, tags and custom fields besides. */
export async function seedCompany(db: Db, company: DemoCompany, access: Access) {
  const { business_units, users, pools, groups, offices, area_code: _code, unpaid: _unpaid, ...rest } = company;
  const [administrator, ...others] = users;
  const [firstUnit = '', ...otherUnits] = business_units;
  if (!administrator) throw new Error(`${company.name} has nobody in it`);
  const { role: _role, manager: _manager, business_unit, ...person } = administrator;
  if (business_unit !== firstUnit) throw new Error(`the administrator of ${company.name} is not in its first business unit`);
  const created = await createCompany(db, { ...rest, business_unit, administrator: person }, access);
  const company_id = created.companyId;

  const unitIds = new Map([[firstUnit, created.businessUnitId]]);
  for (const [index, name] of otherUnits.entries())
    unitIds.set(name, await insertId(db, 'business_units', { company_id, name, number: index + 2 }));
  const userIds = new Map([[administrator.email, created.administratorId]]);
  for (const [index, { manager, business_unit: unit, ...user }] of others.entries()) {
    const references = { business_unit_id: idOf(unitIds, unit), manager_id: manager === null ? null : idOf(userIds, manager) };
    userIds.set(user.email, await insertUser(db, company_id, { ...user, ...references, number: index + 2 }, access));
  }
  const poolIds: number[] = [];
  for (const { name, business_unit: unit, holders } of pools) {
    const pool_id = await insertId(db, 'pools', { company_id, name, business_unit_id: unit && idOf(unitIds, unit) });
    poolIds.push(pool_id);
    const held = holders.map((email) => ({ company_id, pool_id, user_id: idOf(userIds, email) }));
    await db.insertInto('pool_holders').values(held).execute();
  }
  for (const { name, business_unit: unit, members } of groups) {
    const group_id = await insertId(db, 'groups', { company_id, name, business_unit_id: unit && idOf(unitIds, unit) });
    const rows = members.map((email) => ({ company_id, group_id, user_id: idOf(userIds, email) }));
    await db.insertInto('group_members').values(rows).execute();
  }
  for (const { manager, ...office } of offices)
    await insertId(db, 'office_locations', { company_id, ...office, manager_id: idOf(userIds, manager) });
  const carrierIds = await insertDemoLists(db, company_id);
  const options: DemoOptions = {
    ownerIds: users.filter(({ role }) => sells.has(role)).map(({ email }) => idOf(userIds, email)),
    poolIds,
    carrierIds,
    statuses: await listed(db, company_id, 'statuses', 'title'),
    agentflowStatuses: await listed(db, company_id, 'agentflow_statuses', 'title'),
    sources: await listed(db, company_id, 'sources', 'title'),
    categories: await listed(db, company_id, 'categories', 'title'),
    tags: await listed(db, company_id, 'tags', 'name'),
    today: new Date().toISOString().slice(0, 10),
  };
  return { companyId: company_id, userIds, options };
}

/** Roles with contacts of their own in the demo; managers have some too. */
const sells = new Set(['agent', 'basic', 'manager', 'bu_admin']);

/** Answers the carriers' ids. */
async function insertDemoLists(db: Db, company_id: number): Promise<number[]> {
  const names = [...new Set(Object.values(sourceCorporations).flat())];
  const corporations = await insertRows(
    db,
    'corporations',
    names.map((name) => ({ company_id, name })),
  );
  for (const { id: source_id, name } of await listed(db, company_id, 'sources', 'title')) {
    const worked = (sourceCorporations[name] ?? []).map((each) => corporations[names.indexOf(each)] ?? 0);
    if (worked.length === 0) continue;
    const rows = worked.map((corporation_id) => ({ company_id, source_id, corporation_id }));
    await db.insertInto('source_corporations').values(rows).execute();
  }
  await insertRows(
    db,
    'tags',
    tags.map((tag) => ({ company_id, ...tag })),
  );
  await insertRows(
    db,
    'custom_fields',
    customFields.map(({ name, type, choices }, position) => ({ company_id, name, type, choices, position })),
  );
  return insertRows(
    db,
    'carriers',
    carriers.map((name) => ({ company_id, name })),
  );
}

async function listed(db: Db, companyId: number, table: string, name: string): Promise<Listed[]> {
  const { rows } = await sql<Listed>`
    select id, ${sql.ref(name)} as name from ${sql.table(table)} where company_id = ${companyId} order by id`.execute(db);
  return rows;
}

const copied = [
  'kind', 'owner_id', 'pool_id', 'first_name', 'middle_name', 'last_name', 'suffix', 'preferred_name', 'organization', 'occupation',
  'birth_date', 'gender', 'language', 'marital_status', 'tobacco_user', 'phones', 'emails', 'address', 'address_2', 'city', 'state',
  'zip_code', 'county', 'timezone', 'status_id', 'agentflow_status_id', 'source_id', 'category_id', 'tags', 'note', 'do_not_call',
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

function idOf(ids: Map<string, number>, name: string): number {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`the demo data names ${name}, which is not there`);
  return id;
}
