// Backs up the embedded database and the stored files while Steward runs, into a new folder (docs/OPERATIONS.md):
//   npm run backup -- backups/monday
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { findEmbeddedPostgres } from '#kernel/embedded/embeddedPostgres.ts';
import { BadConfig, readConfig } from '#kernel/ops/config.ts';
import { takeBackup } from '../server/backup.ts';

try {
  const [folder] = process.argv.slice(2);
  if (!folder) throw new BadConfig('Say where to: npm run backup -- <a folder that is not there yet>');
  if (process.env.DATABASE_URL)
    throw new BadConfig(
      'DATABASE_URL names a PostgreSQL of your own: back it up by its own means, then the stored files (docs/OPERATIONS.md).',
    );
  const target = resolve(folder);
  if (existsSync(target)) throw new BadConfig(`${target} is there already.`);
  const config = readConfig();
  const url = await findEmbeddedPostgres(config.dataDir);
  if (!url) throw new BadConfig(`Steward does not run on ${config.dataDir}. Start it first.`);
  const { taken_at } = await takeBackup(config, url, target);
  console.log(`${target} holds everything up to ${taken_at}.`);
  console.log('The envelope key is not in it, and nothing sealed opens without it: keep it elsewhere.');
} catch (error) {
  if (!(error instanceof BadConfig)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
