// A company with single sign-on set up, for the tests of it.
import { sql } from 'kysely';
import { testSeal } from './database.ts';
import { giveEmail, type Person } from './factories.ts';
import { providerClient } from './openIdProvider.ts';
import type { TestServer } from './server.ts';

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

/** The company's connection, as an administrator would have left it. */
export async function connectSso({ operator: { db } }: TestServer, company_id: number, spec: ConnectionSpec) {
  const row = {
    company_id,
    client_id: providerClient.client_id,
    client_secret_sealed: testSeal.seal(providerClient.client_secret),
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

/** A verified domain, and these people with an address in it: `agent` is `agent@<domain>`. */
export async function giveDomain(server: TestServer, company_id: number, domain: string, people: Record<string, Person>) {
  await server.operator.db.insertInto('sso_domains').values({ domain, company_id }).execute();
  for (const [name, person] of Object.entries(people)) await giveEmail(server, person, `${name}@${domain}`);
}
