// Creates a company with its first administrator in the database of DATABASE_URL and prints the password once. At the
// first sign-in the administrator accepts the terms and chooses another password:   npm run create-company -- --name
// "Harbor Benefits" --domain harbor.example --email ana@harbor.example --first-name Ana --last-name Reyes
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { hashPassword } from '#areas/identity/passwords/passwords.service.ts';
import { createCompany, type NewCompany } from '#areas/office/companies/companies.create.ts';
import { variants } from '#contract/lookups.ts';
import { connect, hasCode, roleUrl } from '#kernel/db/database.ts';
import { fieldErrors } from '#kernel/errors.ts';
import { BadConfig, readConfig } from '#kernel/ops/config.ts';
import { createLog } from '#kernel/ops/log.ts';
import { createSeal } from '#kernel/secrets/seal.ts';

const Options = z.object({
  name: z.string().trim().min(1).max(200),
  domain: z.hostname(),
  email: z.email(),
  'first-name': z.string().trim().min(1).max(100),
  'last-name': z.string().trim().min(1).max(100),
  variant: z.enum(variants).default('standard'),
});

const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: { name: text, domain: text, email: text, 'first-name': text, 'last-name': text, variant: text },
});
const parsed = Options.safeParse(values);
if (!parsed.success)
  stop(
    Object.entries(fieldErrors(parsed.error))
      .map(([option, errors]) => `--${option}: ${errors.join(', ')}`)
      .join('\n'),
  );
const options = parsed.data;

try {
  const config = readConfig();
  if (!config.databaseUrl) stop('Set DATABASE_URL, ENVELOPE_KEY and PUBLIC_URL: the demo brings its own companies.');
  const log = createLog('warn', 'create-company');
  const operator = connect(roleUrl(config.databaseUrl, 'operator', createSeal(config.key)), log, {
    max: 1,
    name: 'create-company',
  });
  const password = randomBytes(12).toString('base64url');
  try {
    const passwordHash = await hashPassword(password);
    const create = operator.db.transaction();
    await create.execute((db) => createCompany(db, companyOf(options), { passwordHash, firstSteps: true }));
  } finally {
    await operator.close();
  }
  console.log(`${options.name} is there. ${options.email} signs in with the password ${password}`);
} catch (error) {
  if (error instanceof BadConfig) stop(error.message);
  if (hasCode(error, '23505')) stop(`${options.email} is taken.`);
  if (['28P01', '42P01'].some((code) => hasCode(error, code)))
    stop(
      'This database is not set up, or not with this ENVELOPE_KEY: "npm start -- --role migrate" with the deployment’s variables does it.',
    );
  throw error;
}

function companyOf({ name, domain, email, variant, ...person }: z.output<typeof Options>): NewCompany {
  return {
    name,
    domain_name: domain,
    variant,
    business_unit: 'Main',
    administrator: {
      email,
      username: email,
      first_name: person['first-name'],
      last_name: person['last-name'],
      timezone: 'est',
      about_me: '',
    },
  };
}

function stop(message: string): never {
  console.error(message);
  process.exit(1);
}
