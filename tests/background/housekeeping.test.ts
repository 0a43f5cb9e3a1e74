import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { chores, runChores } from '#kernel/housekeeping.ts';
import { testLog } from '../support/database.ts';
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

  await runChores(db, [failing, ...chores], testLog);

  expect(await db.selectFrom('sessions').select('user_id').execute()).toEqual([{ user_id: people.admin.userId }]);
  expect(await db.selectFrom('rate_limits').select('key').execute()).toEqual([{ key: 'new' }]);
  expect(await db.selectFrom('heartbeats').selectAll().execute()).toEqual([]);
  const { rows } =
    await sql`select to_regclass('contact_changes_' || to_char(now() + interval '2 months', 'YYYY_MM')) as table`.execute(db);
  expect(rows).toEqual([{ table: expect.stringContaining('contact_changes_') }]);
});
