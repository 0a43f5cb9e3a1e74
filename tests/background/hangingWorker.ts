// A worker whose job never ends, for tests to kill; it sends the attempt of the job that it holds.
// `hangingWorker.ts <the database's admin URL> <its key>`
import { tmpdir } from 'node:os';
import { connect } from '#kernel/db/database.ts';
import { startWorker } from '#kernel/jobs/jobs.ts';
import { readConfig } from '#kernel/ops/config.ts';
import { createLog } from '#kernel/ops/log.ts';
import { openPlatform } from '../../server/platform.ts';

const [DATABASE_URL, ENVELOPE_KEY] = process.argv.slice(2);
const log = createLog('silent', 'test');
const { platform, urlOf } = await openPlatform(
  readConfig({ DATABASE_URL, ENVELOPE_KEY, PUBLIC_URL: 'https://crm.example', DATA_DIR: tmpdir() }),
  log,
  2,
);
await startWorker({
  platform,
  operator: connect(urlOf('operator'), log, { max: 2, name: 'operator' }),
  pool: connect(urlOf('jobs'), log, { max: 3, name: 'jobs' }).pool,
  log,
  concurrency: 1,
  tasks: {
    'test.hang': (_, __, { attempt }) => {
      process.send?.(attempt);
      return new Promise(() => {});
    },
  },
});
