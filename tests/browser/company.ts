// A company for one journey, so that its changes affect no other journey. Made and changed in the product's
// database if no call can do it.
import { randomBytes } from 'node:crypto';
import { hashPassword } from '#areas/identity/passwords/passwords.service.ts';
import type { Role } from '#contract/permissions.ts';
import { connect, type Database } from '#kernel/db/database.ts';
import { findEmbeddedPostgres } from '#kernel/embedded/embeddedPostgres.ts';
import { createLog } from '#kernel/ops/log.ts';
import { embeddedDatabase } from '../../server/embeddedDatabase.ts';
import { seedCompany } from '../../server/seed/seed.ts';
import { test as base, password } from './support.ts';

export interface OwnCompany {
  companyId: number;
  db: Database['db'];
  /** E-mails; each signs in with the demo's password. */
  admin: string;
  agent: string;
  userIdOf(email: string): number;
}

async function openDatabase(): Promise<Database> {
  const url = await findEmbeddedPostgres(process.env.JOURNEY_DATA ?? '');
  if (!url) throw new Error('the product has no database yet');
  const own = Object.assign(new URL(url), { pathname: `/${embeddedDatabase}` }).href;
  return connect(own, createLog('silent', 'journey'), { max: 2, name: 'journey' });
}

/** `aCompany({ firstSteps: true })`: as an operator creates one. */
export const test = base.extend<{ aCompany: (options?: { firstSteps?: boolean }) => Promise<OwnCompany> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  aCompany: async ({}, use) => {
    const database = await openDatabase();
    await use(async (options = {}) => {
      const domain = `journey${randomBytes(4).toString('hex')}.test`;
      const [admin, agent] = [`admin@${domain}`, `agent@${domain}`];
      const company = {
        name: 'Larkspur Insurance',
        domain_name: domain,
        variant: 'standard' as const,
        business_units: ['Main'],
        pools: [],
        groups: [],
        offices: [],
        users: [person(admin, 'Dolores', 'admin', null), person(agent, 'Walter', 'agent', admin)],
      };
      const passwordHash = await hashPassword(password);
      const { companyId, userIds } = await database.db
        .transaction()
        .execute((db) => seedCompany(db, company, { passwordHash, firstSteps: options.firstSteps ?? false }));
      return { companyId, db: database.db, admin, agent, userIdOf: (email) => userIds.get(email) ?? 0 };
    });
    await database.close();
  },
});

const person = (email: string, first_name: string, role: Role, manager: string | null) => ({
  email,
  username: email,
  first_name,
  last_name: 'Larkspur',
  role,
  business_unit: 'Main',
  manager,
  timezone: 'est' as const,
  about_me: '',
});
