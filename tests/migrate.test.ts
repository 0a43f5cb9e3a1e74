// A deployment migrates its database with a command; web and worker processes refuse a database that is behind.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from './support/database.ts';
import { runProcess } from './support/processes.ts';

let database: { url: string; drop(): Promise<void> };
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client(database.url);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** A newly created, empty database. */
const makeEmpty = () => client.query('drop schema public cascade; drop schema graphile_worker cascade; create schema public');
const otherKey = { ENVELOPE_KEY: Buffer.alloc(32, 8).toString('base64') };

test('several that set an empty database up at once do it once; who serves before that, or with another key, refuses', async () => {
  await makeEmpty();
  for (const role of ['web', 'worker'] as const)
    expect(await runProcess(database.url, role)).toEqual({ code: 1, said: expect.stringContaining('--role migrate') });

  const runs = await Promise.all([1, 2, 3].map(() => runProcess(database.url, 'migrate')));

  expect(runs).toEqual(Array(3).fill({ code: 0, said: '' }));
  expect((await client.query('select name from migrations')).rows.length).toBeGreaterThan(2);
  expect((await client.query('select from graphile_worker.jobs')).rows).toEqual([]);
  expect(await runProcess(database.url, 'migrate')).toEqual({ code: 0, said: '' });
  expect(await runProcess(database.url, 'web', otherKey)).toEqual({ code: 1, said: expect.stringContaining('ENVELOPE_KEY') });
});

test('a database ahead is served, one behind is refused by the name of what is missing', async () => {
  await client.query(`insert into migrations (name, checksum) values ('9999_of_a_later_version.sql', 'x')`);
  expect(await runProcess(database.url, 'web')).toEqual({ code: 0, said: '' });

  await client.query(`delete from migrations where name like '0003%'`);
  const behind = 'not at this version: 0003_work.sql did not run';
  expect(await runProcess(database.url, 'worker')).toEqual({ code: 1, said: expect.stringContaining(behind) });
});

test('the demo needs no such command', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'steward-demo-'));
  const { code, said } = await runProcess('', 'migrate', { ENVELOPE_KEY: '', PUBLIC_URL: '', DATA_DIR });
  await rm(DATA_DIR, { recursive: true });
  expect([code, said]).toEqual([1, expect.stringContaining('Set DATABASE_URL')]);
});
