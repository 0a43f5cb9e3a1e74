import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { validateImport } from '#contract/imports.ts';
import { runChores } from '#kernel/housekeeping.ts';
import { allChores } from '../../server/areas.ts';
import { aCompany } from '../support/factories.ts';
import { aServer } from '../support/server.ts';

test('chores drop what is over, keep the rest, and make the journal room for the months to come', async () => {
  const server = await aServer();
  const { db } = server.operator;
  const { people } = await aCompany(server, { admin: {}, agent: {} });
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
  const { rows } =
    await sql`select to_regclass('contact_changes_' || to_char(now() + interval '2 months', 'YYYY_MM')) as table`.execute(db);
  expect(rows).toEqual([{ table: expect.stringContaining('contact_changes_') }]);
});

test('a file that nobody knows goes a day later; one that an import knows stays', async () => {
  const server = await aServer();
  const { people } = await aCompany(server, { agent: {} });
  const { storage } = server.platform;
  const csv = { name: 'leads.csv', content: Buffer.from('First name\nRose\n') };
  await people.agent.call(validateImport, { body: {}, files: { import_file: csv } });
  const company = Number(people.agent.token.split('.')[0]);
  const forgotten = await storage.put(company, 'leads.csv', Readable.from([csv.content]));
  const tomorrow = new Date(Date.now() + 25 * 3_600_000);
  const stored = async () => (await Array.fromAsync(storage.list(tomorrow))).flatMap(({ keys }) => keys);
  expect(await stored()).toHaveLength(2);

  await runChores(server.operator.db, server.platform, allChores);
  expect(await stored()).toHaveLength(2);
  await runChores(server.operator.db, { ...server.platform, clock: () => tomorrow }, allChores);
  expect(await stored()).toHaveLength(1);
  expect(await stored()).not.toContain(forgotten.key);
});
