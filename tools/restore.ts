// Restores a backup into an empty DATA_DIR, with the envelope key of its time: in ENVELOPE_KEY, or as
// <DATA_DIR>/envelope.key.   DATA_DIR=./restored npm run restore -- backups/monday
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { BadConfig, readConfig } from '#kernel/ops/config.ts';
import { restoreBackup } from '../server/restore.ts';

try {
  const [backup] = process.argv.slice(2);
  if (!backup) throw new BadConfig('Say from where: npm run restore -- <the folder of a backup>');
  const { DATABASE_URL, DATA_DIR = './data', ENVELOPE_KEY } = process.env;
  if (DATABASE_URL) throw new BadConfig('DATABASE_URL names a PostgreSQL of your own: restore it by its own means.');
  const keyFile = join(resolve(DATA_DIR), 'envelope.key');
  if (!ENVELOPE_KEY && !existsSync(keyFile))
    // otherwise a new key would be made that opens nothing
    throw new BadConfig(`Set ENVELOPE_KEY to the key of the backup's time, or put it into ${keyFile} first.`);
  const config = readConfig();
  const { taken_at } = await restoreBackup(config, resolve(backup));
  console.log(`${config.dataDir} is as it was at ${taken_at}. Start Steward on it.`);
} catch (error) {
  if (!(error instanceof BadConfig)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
