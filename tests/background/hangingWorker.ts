// A worker whose job never ends, to be killed: `hangingWorker.ts <the database's admin URL>`.
import { startWorker } from '#kernel/jobs.ts';
import { log, openParts, urlsOf } from './ground.ts';

const parts = await openParts(urlsOf(process.argv[2] ?? ''));
await startWorker({
  ...parts,
  pool: parts.jobs,
  log,
  concurrency: 1,
  tasks: {
    'test.hang': (_, __, { attempt }) => {
      process.send?.({ attempt });
      return new Promise(() => {});
    },
  },
});
process.send?.('ready');
