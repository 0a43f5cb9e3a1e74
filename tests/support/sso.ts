// A company with single sign-on set up.
import { sql } from 'kysely';
import { sealedFor } from '#areas/identity/sso/sso.queries.ts';
import { atTheEnd } from './atTheEnd.ts';
import { testSeal } from './database.ts';
import { aCompany, giveEmail, type Person } from './factories.ts';
import { anOpenIdProvider, type ProviderPerson, providerClient } from './openIdProvider.ts';
import { aServer, type TestServer } from './server.ts';
import { testOrigin } from './ssoBrowser.ts';

export interface ConnectionSpec {
  issuer: string;
  client_id?: string;
  domains?: string[];
  enabled?: boolean;
  required?: boolean;
  creates_users?: boolean;
  follows_provider?: boolean;
  default_role?: string;
  business_unit_id?: number | null;
}

/** The settings of an administrator who turns nothing on. */
export const ssoSettings = (issuer: string) => ({
  issuer,
  ...providerClient,
  domains: [] as string[],
  enabled: false,
  required: false,
  creates_users: false,
  default_role: 'agent' as const,
  business_unit_id: null,
  follows_provider: false,
});

/** The company's connection, as an administrator would have saved it. */
export async function connectSso({ operator: { db } }: TestServer, company_id: number, spec: ConnectionSpec) {
  const row = {
    company_id,
    client_id: providerClient.client_id,
    client_secret_sealed: testSeal.seal(providerClient.client_secret, sealedFor.clientSecret, company_id),
    domains: [],
    enabled: true,
    required: false,
    creates_users: false,
    follows_provider: false,
    default_role: 'agent',
    business_unit_id: null,
    ...spec,
    updated_at: sql<string>`clock_timestamp()`,
  };
  await db
    .insertInto('sso_connections')
    .values(row)
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(row))
    .execute();
}

/** A verified domain, and users with an address in it: `agent` is `agent@<domain>`. */
export async function giveDomain(server: TestServer, company_id: number, domain: string, people: Record<string, Person>) {
  await server.operator.db.insertInto('sso_domains').values({ domain, company_id }).execute();
  for (const [name, person] of Object.entries(people)) await giveEmail(server, person, `${name}@${domain}`);
}

/** A company with two users of the domain `office.test`, and a real provider: for one test file. */
export async function anSsoCompany() {
  const domain = 'office.test';
  const server = await aServer();
  const company = await aCompany(server, { admin: { unit: 'Main' }, agent: { unit: 'West' } });
  const provider = await anOpenIdProvider({ origin: testOrigin });
  atTheEnd(() => provider.stop());
  await giveDomain(server, company.companyId, domain, company.people);

  /** To this file's provider by default. */
  const connect = (change: Partial<ConnectionSpec>) =>
    connectSso(server, company.companyId, { issuer: provider.issuer, domains: [domain], ...change });

  /** An account at the provider, signed in there. */
  const atProvider = (number: string, email: string, more: Partial<Omit<ProviderPerson, 'email'>> = {}) => {
    provider.people.set(number, { email, email_verified: true, ...more });
    provider.told.who = number;
  };

  /** Resets to the state before any sign-in. */
  const renew = async () => {
    const { db } = server.operator;
    await db.deleteFrom('rate_limits').execute();
    await db.deleteFrom('sso_identities').execute();
    await connect({});
    provider.told.refuses = false;
  };
  return { server, company, provider, connect, atProvider, renew };
}
