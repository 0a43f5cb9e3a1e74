import pg from 'pg';
import { expect, test } from 'vitest';
import { baseBackup } from '#kernel/embedded/baseBackup.ts';
import { adminUrl } from './support/database.ts';
import { until } from './support/until.ts';

test('begins with the files of a cluster, and leaves no connection and no slot behind when its reader goes away', async () => {
  const client = new pg.Client({ connectionString: adminUrl() });
  await client.connect();
  const slots = async () =>
    (await client.query(`select from pg_replication_slots where slot_name like 'steward_backup_%'`)).rowCount;

  for await (const chunk of baseBackup(adminUrl())) {
    expect(chunk.subarray(0, 12).toString()).toBe('backup_label');
    expect(await slots()).toBe(1);
    break;
  }

  await until(async () => (await slots()) === 0);
  await client.end();
});
