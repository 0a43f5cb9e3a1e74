// An import as a person makes it, against a bare COPY of the very rows it stored into the same table with the
// same indexes.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { listContacts } from '#contract/contacts.ts';
import { getImportAttempt, importContacts, validateImport } from '#contract/imports.ts';
import { connect } from '#kernel/db/database.ts';
import { demoCompanies } from '../server/seed/companies.ts';
import { seedCompany } from '../server/seed/seed.ts';
import { type Caller, signIn } from './caller.ts';
import { largeCompany, people } from './largeCompany.ts';
import { type LeadFile, leadFile } from './leadFile.ts';
import type { Product } from './product.ts';
import { byTurns, count, inSeconds, median, met, type Section, type Size, timed } from './support.ts';

export const copyAim = 0.8;

export async function benchImports(product: Product, size: Size): Promise<Section> {
  const admin = await quietAdmin(product);
  const copies = await bareCopies(product, admin);
  let made = 0;
  const nextFile = () => leadFile(size.imported * made++, size.imported);

  const measure = async (table: string, email: string): Promise<string[]> => {
    const caller = await signIn(product.port, email);
    // The first warms both up; the first COPY takes its rows.
    await copies.write(await importFile(caller, nextFile(), admin));
    const [imports, bare] = await byTurns(
      size.rounds,
      () => importFile(caller, nextFile(), admin),
      () => copies.read(),
      (run) => copies.write(run),
    );
    caller.close();
    const [ours, theirs] = [median(imports.map(({ ms }) => ms)), median(bare)];
    const speed = (ms: number) => `${inSeconds(ms)}, ${count((size.imported / ms) * 1000)} rows/s`;
    return [table, speed(ours), speed(theirs), (theirs / ours).toFixed(2), met('>= 0.8', theirs / ours >= copyAim)];
  };

  const rows = [await measure('a company of 5,000', 'admin@harbor.test')];
  await largeCompany(product, size.contacts);
  rows.push(await measure(`a company of ${count(size.contacts)}`, people.admin));
  await endQuiet(admin);
  return {
    name: 'imports',
    title: `Import of ${count(size.imported)} rows x 20 columns`,
    how:
      'From the answer of the import call (the file is uploaded) until the attempt is complete and the search of the list finds the last row; every row is ' +
      'parsed, checked and matched by phone and e-mail, and stored with its line in the journal. The limit is a bare COPY, by a superuser, of the very rows an import stored, ' +
      `into the same table with the same indexes and foreign keys. Median of ${size.rounds} rounds, each after a checkpoint; autovacuum rests meanwhile.`,
    columns: ['Into', 'Steward', 'Bare COPY', 'Ratio', 'Aim'],
    rows,
  };
}

/** Autovacuum rests: it would run through one side's time or the other's. */
export async function quietAdmin({ adminUrl }: Product): Promise<Client> {
  const admin = new Client({ connectionString: adminUrl });
  // The running statement tells it; after a failure the database stops below it.
  admin.on('error', () => {});
  await admin.connect();
  await admin.query('alter system set autovacuum = off');
  await admin.query('select pg_reload_conf()');
  return admin;
}

export async function endQuiet(admin: Client): Promise<void> {
  await admin.query('alter system reset autovacuum');
  await admin.query('select pg_reload_conf()');
  await admin.end();
}

export interface Run {
  attempt: number;
  ms: number;
}

export async function importFile(caller: Caller, { content, last }: LeadFile, admin: Client): Promise<Run> {
  const draft = await caller.upload(validateImport, {}, content);
  const unmapped = draft.fields.find(({ field }) => field === null);
  if (unmapped) throw new Error(`the column ${unmapped.heading} was not recognised`);
  await settle(admin);
  const form = JSON.stringify({ fields: draft.fields, scrub_against: { by: ['phone', 'email'], rule: 'skip' } });
  const { id } = await caller.upload(importContacts, { id: String(draft.id), form });
  const { ms } = await timed(async () => {
    for (;;) {
      const attempt = await caller.call(getImportAttempt, { params: { id } });
      if (attempt.status === 'complete') {
        if (attempt.skipped + attempt.rejected + attempt.dropped > 0)
          throw new Error(`${attempt.skipped} rows skipped, ${attempt.rejected} rejected, ${attempt.dropped} values left out`);
        break;
      }
      if (attempt.status === 'failed') throw new Error(`the import failed: ${attempt.error}`);
      await pause(250);
    }
    const { data } = await caller.call(listContacts, { body: { contacts_scope: { q: last } } });
    if (data.length !== 1) throw new Error(`the last row was found ${data.length} times`);
  });
  return { attempt: id, ms };
}

/** Both sides start with nothing left over to be written. */
async function settle(admin: Client) {
  await admin.query(`select gin_clean_pending_list('contacts_by_search'), gin_clean_pending_list('contacts_by_value')`);
  await admin.query('checkpoint');
}

/** The rows of an import, written to a file as another company's and read back. */
export async function bareCopies(product: Product, admin: Client) {
  const [demo] = demoCompanies;
  if (!demo) throw new Error('no demo company');
  const operator = connect(product.urlOf('operator'), product.log, { max: 1, name: 'bench' });
  const renamed = demo.users.map((user) => ({
    ...user,
    email: `bare.${user.email}`,
    username: `bare.${user.username}`,
    manager: null,
  }));
  const { companyId, options } = await seedCompany(
    operator.db,
    { ...demo, name: 'Bare', users: renamed, pools: [] },
    { passwordHash: 'none', firstSteps: false },
  );
  await operator.close();

  const { rows } = await admin.query<{ column_name: string }>(
    `select column_name from information_schema.columns where table_name = 'contacts' and is_generated = 'NEVER' and is_identity = 'NO'`,
  );
  const columns = rows.map((row) => row.column_name);
  const own: Record<string, string> = {
    company_id: String(companyId),
    owner_id: String(options.ownerIds[0]),
    status_id: byTitle('statuses', 'status_id'),
    source_id: byTitle('sources', 'source_id'),
  };
  const selected = columns.map((name) => own[name] ?? `c.${name}`).join(', ');
  function byTitle(table: string, column: string) {
    return `(select b.id from ${table} a join ${table} b on b.title = a.title and b.company_id = ${companyId}
      where a.company_id = c.company_id and a.id = c.${column})`;
  }
  const file = join(product.exchange, 'rows.copy');
  return {
    async write({ attempt }: Run) {
      const theirs = `select company_id from import_attempts where id = ${attempt}`;
      await admin.query(
        `copy (select ${selected} from contacts c where company_id = (${theirs}) and import_id = ${attempt} order by import_line) to '${file}'`,
      );
    },
    async read(): Promise<number> {
      await settle(admin);
      const { ms } = await timed(() => admin.query(`copy contacts (${columns.join(', ')}) from '${file}'`));
      return ms;
    },
  };
}
