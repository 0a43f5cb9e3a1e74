// An operator creates the first company; its administrator then adds everyone else.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { starterLists } from '#areas/office/companies/companies.starters.ts';
import type { Variant } from '#contract/lookups.ts';
import { createSession } from '#contract/signIn.ts';
import { newTagName } from '#contract/tags.ts';
import { variantDefinitions } from '#contract/variants.ts';
import type { Db } from '#kernel/db/database.ts';
import { demoCompanies } from '../server/seed/companies.ts';
import { carriers as demoCarriers, tags as demoTags } from '../server/seed/lookups.ts';
import { seedCompany } from '../server/seed/seed.ts';
import { createEarlierDatabase, testKey } from './support/database.ts';
import { testPasswordHash } from './support/factories.ts';
import { aServer, send } from './support/server.ts';

const tool = fileURLToPath(new URL('../tools/createCompany.ts', import.meta.url));
const email = 'ana@harbor.example';

test('its administrator signs in with what it prints and meets the first steps; nobody is made twice', async () => {
  const server = await aServer({ own: true });
  const { stdout } = await createCompany(server.url, email);
  const password = /signs in with the password (\S+)/.exec(stdout)?.[1] ?? '';
  const answer = await send(server.app, {}, createSession, { body: { email, password } });
  expect(answer.json(), answer.body).toMatchObject({ email, roles: ['admin'], tos: false, missing: 'terms' });
  await expect(createCompany(server.url, email)).rejects.toMatchObject({ code: 1, stderr: `${email} is taken.\n` });
});

test.each([
  ['standard', ['New', 'Sold'], ['Direct mail', 'Referral'], ['T65', 'needs SOA']],
  ['agency', ['New', 'Sold'], ['Direct mail', 'Referral'], ['T65', 'needs SOA']],
  ['recruiting', ['New', 'Contracted'], ['Job board', 'Referral'], ['licensed']],
] as const)(
  'a company of the variant %s starts with its lists, and with nothing invented',
  async (variant, titles, from, tagged) => {
    const { url, operator } = await aServer({ own: true });
    await createCompany(url, `${variant}@harbor.example`, variant);
    const { companyId, statuses, sources, categories, tags, carriers, customFields } = await listsOf(
      operator.db,
      'harbor.example',
      variant,
    );
    expect(companyId).toBeGreaterThan(0);
    const company = operator.db.selectFrom('companies').select('primary_color').where('company_id', '=', companyId);
    expect(await company.executeTakeFirst()).toEqual({ primary_color: variantDefinitions[variant].color });
    expect(statuses).toEqual(expect.arrayContaining([...titles]));
    expect(categories).toEqual(expect.arrayContaining(['Medicare', 'Property & casualty', 'Other']));
    expect(sources).toEqual(expect.arrayContaining([...from]));
    expect(tags).toEqual(expect.arrayContaining([newTagName, ...tagged]));
    expect({ carriers, customFields }).toEqual({ carriers: [], customFields: [] });
    expect(tags.filter((name) => demoTags.some((tag) => tag.name === name))).toEqual([]);
    const corporations = operator.db.selectFrom('corporations').select('id').where('company_id', '=', companyId);
    expect(await corporations.execute()).toEqual([]);
  },
);

test('a demo company has the same lists and the demo’s own rows', async () => {
  const { operator } = await aServer({ own: true });
  for (const company of demoCompanies) {
    await seedCompany(operator.db, company, { passwordHash: testPasswordHash, firstSteps: false });
    const { companyId, statuses, tags, carriers, customFields } = await listsOf(
      operator.db,
      company.domain_name,
      company.variant,
    );
    const starters = starterLists[company.variant];
    expect(statuses).toEqual(starters.statuses.map(({ title }) => title));
    expect(new Set(tags)).toEqual(new Set([...starters.tags, ...demoTags].map(({ name }) => name)));
    expect(carriers).toEqual([...demoCarriers]);
    expect(customFields).toEqual(['Best time to call', 'Current premium', 'Referral']);
    const people = operator.db.selectFrom('users').select('email').where('company_id', '=', companyId).orderBy('number');
    expect((await people.execute()).map(({ email }) => email)).toEqual(company.users.map(({ email }) => email));
  }
});

test('where no database was set up, and what it needs to know, is said in words', async () => {
  const empty = await createEarlierDatabase([]);
  await expect(createCompany(empty.url, email)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^This database is not set up.*--role migrate.*\n$/),
  });
  await empty.drop();
  await expect(createCompany(empty.url, 'ana')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^--email: .*\n$/),
  });
});

const createCompany = (DATABASE_URL: string, address: string, variant = 'standard') =>
  promisify(execFile)(process.execPath, [tool, ...argumentsFor(address, variant)], {
    env: { PATH: process.env.PATH, DATABASE_URL, ENVELOPE_KEY: testKey.toString('base64'), PUBLIC_URL: 'https://crm.example' },
  });

const argumentsFor = (address: string, variant: string) =>
  Object.entries({
    name: 'Harbor',
    domain: 'harbor.example',
    email: address,
    'first-name': 'Ana',
    'last-name': 'Reyes',
    variant,
  }).flatMap(([option, value]) => [`--${option}`, value]);

/** The names in each list of the company, in the order of their ids. */
async function listsOf(db: Db, domain: string, variant: Variant) {
  const { company_id } = await db
    .selectFrom('companies')
    .select('company_id')
    .where('domain_name', '=', domain)
    .where('variant', '=', variant)
    .executeTakeFirstOrThrow();
  const names = async (table: string, column: string) => {
    const { rows } = await sql<{ name: string }>`
      select ${sql.ref(column)} as name from ${sql.table(table)} where company_id = ${company_id} order by id`.execute(db);
    return rows.map(({ name }) => name);
  };
  return {
    companyId: company_id,
    statuses: await names('statuses', 'title'),
    sources: await names('sources', 'title'),
    categories: await names('categories', 'title'),
    tags: await names('tags', 'name'),
    carriers: await names('carriers', 'name'),
    customFields: await names('custom_fields', 'name'),
  };
}
