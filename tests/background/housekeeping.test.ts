import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { rejectedRow, rejectReason } from '#areas/crm/imports/imports.queries.ts';
import { downloadRejectedRows, getImportAttempt, previewImport, retryFailedImport, validateImport } from '#contract/imports.ts';
import { connect } from '#kernel/db/database.ts';
import { chores, runChores } from '#kernel/jobs/housekeeping.ts';
import { allChores } from '../../server/areas.ts';
import { testLog } from '../support/database.ts';
import { aCompany, aContact } from '../support/factories.ts';
import { aServer } from '../support/server.ts';

test('chores drop what is over, keep the rest, and make the journal room for the months to come', async () => {
  const server = await aServer({ own: true });
  const { db } = server.operator;
  const { companyId, people } = await aCompany(server, { admin: {}, agent: {} });
  const [over, open] = [sql<string>`now() - interval '1 second'`, sql<string>`now() + interval '1 minute'`];
  const token = { company_id: companyId, user_id: people.admin.userId, purpose: 'password_reset' };
  await db
    .insertInto('one_time_tokens')
    .values([
      { ...token, token_hash: Buffer.from('over'), expires_at: over },
      { ...token, token_hash: Buffer.from('open'), expires_at: open },
    ])
    .execute();
  await db
    .insertInto('challenges')
    .values([
      { hash: Buffer.from('over'), expires_at: over },
      { hash: Buffer.from('open'), expires_at: open },
    ])
    .execute();
  const device = { company_id: companyId, user_id: people.admin.userId };
  await db
    .insertInto('devices')
    .values([
      { ...device, token_hash: Buffer.from('over'), last_seen_at: sql<string>`now() - interval '366 days'` },
      { ...device, token_hash: Buffer.from('open'), last_seen_at: sql<string>`now() - interval '364 days'` },
    ])
    .execute();
  await db
    .updateTable('sessions')
    .set({ expires_at: sql`now() - interval '1 second'` })
    .where('user_id', '=', people.agent.userId)
    .execute();
  await db
    .insertInto('rate_limits')
    .values([
      { key: 'old', window_start: sql`now() - interval '25 hours'`, count: 1 },
      { key: 'new', window_start: sql`now()`, count: 1 },
    ])
    .execute();
  await sql`insert into heartbeats (part, process, at) values ('worker', 'gone', now() - interval '2 hours')`.execute(db);
  const failing = { name: 'fail', run: () => Promise.reject(new Error('no')) };

  await runChores(db, server.platform, [failing, ...allChores]);

  expect(await db.selectFrom('sessions').select('user_id').execute()).toEqual([{ user_id: people.admin.userId }]);
  expect(await db.selectFrom('rate_limits').select('key').execute()).toEqual([{ key: 'new' }]);
  expect(await db.selectFrom('heartbeats').selectAll().execute()).toEqual([]);
  for (const [table, hash] of [
    ['one_time_tokens', 'token_hash'],
    ['challenges', 'hash'],
    ['devices', 'token_hash'],
  ] as const)
    expect((await sql`select ${sql.ref(hash)} as hash from ${sql.table(table)}`.execute(db)).rows, table).toEqual([
      { hash: Buffer.from('open') },
    ]);
  const { rows } =
    await sql`select to_regclass('contact_changes_' || to_char(now() + interval '2 months', 'YYYY_MM')) as table`.execute(db);
  expect(rows).toEqual([{ table: expect.stringContaining('contact_changes_') }]);
});

test('the journal goes by whole months once they are past their time, and what is younger stays', async () => {
  const server = await aServer({ own: true });
  const { db } = server.operator;
  const { companyId, people } = await aCompany(server, { agent: {} });
  const contact = await aContact(server, companyId, { owner_id: people.agent.userId, last_name: 'Kept' });
  const change = { company_id: companyId, contact_id: contact, action: 'updated' };
  const months = (ago: number) => sql<string>`date_trunc('month', now()) - make_interval(months => ${ago}) + interval '5 days'`;
  await db
    .insertInto('contact_changes')
    .values([0, 1, 7, 8, 26].map((ago) => ({ ...change, at: months(ago) })))
    .execute();
  const kept = async () => {
    const { rows } = await sql<{ ago: number }>`
      select 12 * extract(year from age(date_trunc('month', now()), date_trunc('month', at)))::int + extract(month from age(date_trunc('month', now()), date_trunc('month', at)))::int as ago
      from contact_changes order by at desc`.execute(db);
    return rows.map(({ ago }) => ago);
  };
  const run = (journalMonths: number) =>
    runChores(db, { ...server.platform, config: { ...server.config, journalMonths } }, chores);

  await run(25);
  expect(await kept()).toEqual([0, 1, 7, 8]);
  await run(7);
  expect(await kept()).toEqual([0, 1, 7]);
  await run(0); // neither settings nor the database allow it
  expect(await kept()).toEqual([0, 1]);
  expect((await db.selectFrom('contacts').select('id').execute()).map(({ id }) => id)).toEqual([contact]);
});

test('the journal goes by its own months, however the planner reads the names of all tables', async () => {
  const server = await aServer({ own: true });
  // A hash join reads every row of pg_class before it knows which are months of the journal.
  const url = new URL(server.urlOf('operator'));
  url.searchParams.set(
    'options',
    '-c enable_nestloop=off -c enable_mergejoin=off -c enable_indexscan=off -c enable_bitmapscan=off',
  );
  const operator = connect(url.href, testLog, { max: 1, name: 'test housekeeping' });
  const oldest = () =>
    sql<{
      name: string;
    }>`select min(inhrelid::regclass::text) as name from pg_inherits where inhparent = 'contact_changes'::regclass`
      .execute(server.operator.db)
      .then(({ rows }) => rows[0]?.name);
  const before = await oldest();

  await sql`select drop_contact_changes_before((current_date - interval '20 months')::date)`.execute(operator.db);
  await operator.close();

  expect(before).toMatch(/^contact_changes_\d{4}_\d{2}$/);
  expect([before, await oldest()].toSorted()[1]).not.toBe(before); // a later month is the oldest now
});

test('selections of finished bulk actions go, those that may go on stay', async () => {
  const server = await aServer({ own: true });
  const { db } = server.operator;
  const { companyId, people } = await aCompany(server, { agent: {} });
  const action = { company_id: companyId, operation: 'tags', asked_by: people.agent.userId, selection: '{}', input: '{}' };
  const old = sql<string>`now() - interval '31 days'`;
  const rows = [
    { ...action, status: 'complete', finished_at: old },
    { ...action, status: 'cancelled', finished_at: old },
    { ...action, status: 'failed', finished_at: old },
    { ...action, status: 'complete', finished_at: sql<string>`now()` },
    { ...action, status: 'processing', finished_at: null },
  ];
  const made = await db.insertInto('bulk_actions').values(rows).returning('id').execute();
  const frozen = made.map(({ id }) => ({ company_id: companyId, bulk_action_id: id, ordinal: 1, contact_id: 7 }));
  await db.insertInto('bulk_action_contacts').values(frozen).execute();

  await runChores(db, server.platform, allChores);

  const kept = await db.selectFrom('bulk_action_contacts').select('bulk_action_id').orderBy('bulk_action_id').execute();
  expect(kept.map(({ bulk_action_id }) => bulk_action_id)).toEqual(made.slice(2).map(({ id }) => id));
});

test('the file of a finished import goes after its days, its rejected rows stay', async () => {
  const server = await aServer({ own: true });
  const { db } = server.operator;
  const { companyId, people } = await aCompany(server, { agent: {} });
  const { agent } = people;
  const content = 'Last Name,Phone\nReyes,3055550142\n';
  const drop = () => agent.call(validateImport, { body: {}, files: { import_file: { name: 'leads.csv', content } } });
  const [complete, failed, young, draft] = [await drop(), await drop(), await drop(), await drop()];
  const finish = (id: number, status: string, days: number) =>
    db
      .updateTable('import_attempts')
      .set({ status, finished_at: sql<string>`now() - make_interval(days => ${days})`, rejected: 1 })
      .where('id', '=', id)
      .execute();
  await finish(complete.id, 'complete', 31);
  await finish(failed.id, 'failed', 31);
  await finish(young.id, 'complete', 29);
  const seal = (text: string, purpose: string) => server.platform.seal.seal(text, purpose, companyId);
  await db
    .insertInto('import_rejects')
    .values({
      company_id: companyId,
      import_id: complete.id,
      line: 2,
      row_sealed: seal('Reyes,1', rejectedRow),
      reason_sealed: seal('too short', rejectReason),
    })
    .execute();
  const files = () => readdir(join(server.config.dataDir, 'files', String(companyId)));
  expect(await files()).toHaveLength(4);

  await runChores(db, server.platform, allChores);

  expect(await files()).toHaveLength(2);
  expect(await agent.call(downloadRejectedRows, { params: { id: complete.id } })).toContain('too short');
  const canOf = async ({ id }: { id: number }) => (await agent.call(getImportAttempt, { params: { id } })).can;
  expect(await canOf(complete)).toMatchObject({ retry: true, rejected: true, delete: true });
  expect(await canOf(failed)).toMatchObject({ retry: false });
  await expect(agent.call(retryFailedImport, { params: { id: failed.id } })).rejects.toMatchObject({
    code: 'imports.nothing_to_retry',
  });
  const form = { fields: draft.fields.map(({ preview, ...field }) => field), has_headings: true };
  await expect(agent.call(previewImport, { body: { id: failed.id, form } })).rejects.toMatchObject({
    code: 'imports.unreadable',
  });
  expect((await agent.call(previewImport, { body: { id: draft.id, form } })).totals).toMatchObject({ create: 1 });
});
