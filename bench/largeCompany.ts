// A company of a million contacts: 200 people in a tree, and one agent who owns the oldest twentieth.
import { sql } from 'kysely';
import { hashPassword } from '#areas/identity/passwords/passwords.service.ts';
import type { Role } from '#contract/permissions.ts';
import { type Copy, onOneClient } from '#kernel/db/copy.ts';
import { connect, type Database, type Db } from '#kernel/db/database.ts';
import type { Seal } from '#kernel/secrets/seal.ts';
import type { DemoCompany, DemoUser } from '../server/seed/companies.ts';
import { type DemoContact, demoContacts } from '../server/seed/people.ts';
import { copyContacts, demoPassword, seedCompany } from '../server/seed/seed.ts';
import type { Product } from './product.ts';

export const domain = 'meridian.test';
/** By what the bench calls them. */
export const people = {
  admin: `admin@${domain}`,
  'agent of the oldest 5 %': `veteran@${domain}`,
  'manager of 10': `small.manager@${domain}`,
  'manager of 100': `large.manager@${domain}`,
} as const;

export interface LargeCompany {
  companyId: number;
  /** By e-mail. */
  userIds: Map<string, number>;
  statusIds: readonly number[];
  tagIds: readonly number[];
  seal: Seal;
}

const made = new WeakMap<Product, Promise<LargeCompany>>();

/** Made once for a product, by whichever bench asks first. */
export function largeCompany(product: Product, contacts: number): Promise<LargeCompany> {
  const there = made.get(product) ?? make(product, contacts);
  made.set(product, there);
  return there;
}

/**
 * As a backup is restored: without foreign keys checked, indexes built afterwards.
 * `admin` is the database's superuser.
 */
function loadContacts(admin: Database, load: (db: Db, copy: Copy) => Promise<unknown>): Promise<void> {
  return onOneClient(admin.pool, async (db, copy) => {
    await sql`set session_replication_role = replica`.execute(db);
    await sql`set maintenance_work_mem = '1GB'`.execute(db);
    const { rows: indexes } = await sql<{ name: string; definition: string }>`
      select c.relname as name, pg_get_indexdef(c.oid) as definition from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = 'contacts'::regclass and not i.indisunique`.execute(db);
    for (const { name } of indexes) await sql`drop index ${sql.id(name)}`.execute(db);
    await load(db, copy);
    for (const { definition } of indexes) await sql.raw(definition).execute(db);
    await sql`vacuum (analyze) contacts, contact_changes`.execute(db); // as autovacuum does within minutes
  });
}

/**
 * Other companies with the large one's contacts, `times` of them in all from the nth on, with ids of their own.
 * Nobody signs in there; the foreign keys that are not checked would find no user.
 */
export async function addNeighbours({ adminUrl, log }: Product, { companyId }: LargeCompany, from: number, times: number) {
  const admin = connect(adminUrl, log, { max: 1, name: 'bench' });
  try {
    await loadContacts(admin, async (db) => {
      const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
        where table_name = 'contacts' and is_generated = 'NEVER' and is_identity = 'NO' and column_name <> 'company_id'`.execute(
        db,
      );
      const names = rows.map(({ name }) => name);
      for (let nth = from; nth < from + times; nth++) {
        const apart = nth * 1_000_000;
        const own = (name: string) =>
          name === 'tags'
            ? `array(select t + ${apart} from unnest(tags) t)`
            : /_id$/.test(name) && name !== 'import_id'
              ? `${name} + ${apart}`
              : name;
        const company = await sql<{ id: number }>`
          insert into companies (name, domain_name, number, variant) values (${`Neighbour ${nth}`}, ${`neighbour${nth}.test`}, ${2_000 + nth}, 'standard')
          returning company_id as id`.execute(db);
        await sql`insert into contacts (company_id, ${sql.raw(names.join(', '))})
          select ${company.rows[0]?.id}::bigint, ${sql.raw(names.map(own).join(', '))} from contacts where company_id = ${companyId} and import_id is null`.execute(
          db,
        );
      }
    });
  } finally {
    await admin.close();
  }
}

async function make({ platform, urlOf, adminUrl, log }: Product, contacts: number): Promise<LargeCompany> {
  const operator = connect(urlOf('operator'), log, { max: 2, name: 'bench' });
  const admin = connect(adminUrl, log, { max: 1, name: 'bench' });
  try {
    const { companyId, userIds, options } = await seedCompany(operator.db, company, {
      passwordHash: await hashPassword(demoPassword),
      firstSteps: false,
    });
    const veteran = userIds.get(people['agent of the oldest 5 %']) ?? 0;
    const others = { ...options, ownerIds: options.ownerIds.filter((id) => id !== veteran) };
    const oldest = oldestTwentieth(demoContacts(20_000, others));
    await loadContacts(admin, (db, copy) =>
      copyContacts(db, copy, companyId, given(demoContacts(contacts, others), veteran, oldest)),
    );
    const [statusIds, tagIds] = [options.statuses, options.tags].map((list) => list.map(({ id }) => id));
    return { companyId, userIds, statusIds: statusIds ?? [], tagIds: tagIds ?? [], seal: platform.seal };
  } finally {
    await Promise.all([operator.close(), admin.close()]);
  }
}

/** The moment before which a twentieth of them were added. */
function oldestTwentieth(sample: Iterable<DemoContact>): string {
  const moments = Array.from(sample, ({ created_at }) => created_at).sort();
  return moments[Math.floor(moments.length / 20)] ?? '';
}

function* given(contacts: Iterable<DemoContact>, veteran: number, before: string): Generator<DemoContact> {
  for (const contact of contacts) yield contact.created_at < before ? { ...contact, owner_id: veteran, pool_id: null } : contact;
}

const person = (name: string, role: Role, manager: string | null): DemoUser => ({
  email: `${name}@${domain}`,
  username: `meridian.${name}`,
  first_name: name,
  last_name: 'Meridian',
  role,
  business_unit: 'Main office',
  manager: manager && `${manager}@${domain}`,
  timezone: 'est',
  about_me: '',
});

/** A manager under `above`, and agents under that manager. */
const team = (name: string, above: string, agents: number): DemoUser[] => [
  person(name, 'manager', above),
  ...Array.from({ length: agents }, (_, index) => person(`${name}.agent${index + 1}`, 'agent', name)),
];

const teams = (name: string, above: string, amount: number, agents: number): DemoUser[] =>
  Array.from({ length: amount }, (_, index) => team(`${name}${index + 1}`, above, agents)).flat();

const company: DemoCompany = {
  name: 'Meridian Group',
  domain_name: domain,
  variant: 'standard',
  business_units: ['Main office'],
  users: [
    person('admin', 'admin', null),
    person('veteran', 'agent', 'admin'),
    ...team('small.manager', 'admin', 10),
    person('large.manager', 'manager', 'admin'),
    ...teams('north', 'large.manager', 10, 9),
    ...teams('south', 'admin', 8, 10),
  ],
  pools: [{ name: 'House leads', business_unit: null, holders: [`large.manager@${domain}`] }],
  groups: [],
  offices: [],
};
