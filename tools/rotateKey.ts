// Moves all sealed data to ENVELOPE_KEY and to this version's form, while Steward runs with the same keys
// (docs/OPERATIONS.md): ENVELOPE_KEY=<new key> ENVELOPE_KEY_PREVIOUS=<previous key> npm run rotate-key

import { connect, hasCode } from '#kernel/db/database.ts';
import { BadConfig, readConfig } from '#kernel/ops/config.ts';
import { createLog } from '#kernel/ops/log.ts';
import { findDatabase } from '../server/embeddedDatabase.ts';
import { openPlatform } from '../server/platform.ts';
import { rotateKey } from '../server/rotateKey.ts';

try {
  const config = readConfig();
  const log = createLog('warn', 'rotate-key');
  const databaseUrl = await findDatabase(config);
  if (!databaseUrl) stop(`Steward does not run on ${config.dataDir}. Start it with the same keys first.`);
  const { platform, urlOf, close } = await openPlatform({ ...config, databaseUrl }, log, 1);
  const operator = connect(urlOf('operator'), log, { max: 2, name: 'rotate-key' });
  try {
    const { seal, storage } = platform;
    const { moved, missing } = await rotateKey({ db: operator.db, seal, storage });
    for (const [what, count] of Object.entries(moved)) console.log(`${what}: ${count} moved`);
    if (missing > 0) {
      console.error(
        `${missing} files were not found, are damaged or need a key that is not here: run this with the keys and the DATA_DIR or S3_* that Steward runs with. ` +
          'Keep ENVELOPE_KEY_PREVIOUS.',
      );
      process.exitCode = 1;
    } else if (config.previousKey)
      console.log('Nothing is left under the key before: take ENVELOPE_KEY_PREVIOUS away and restart.');
    else console.log('Nothing is left in the form of an earlier version.');
  } finally {
    await Promise.all([operator.close(), close()]);
  }
} catch (error) {
  if (error instanceof BadConfig) stop(error.message);
  if (hasCode(error, '28P01')) stop('The database does not know the new key yet. Start Steward with both keys first.');
  throw error;
}

function stop(message: string): never {
  console.error(message);
  process.exit(1);
}
