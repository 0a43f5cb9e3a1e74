// PostgreSQL in a temporary folder, removed when its parent process ends: it watches its standard input, which
// closes then. Prints its superuser's URL on the first line.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#kernel/embedded/embeddedPostgres.ts';

const log = { info: () => {}, warn: () => {}, error: (fields: object, message: string) => console.error(message, fields) };
// A crash may lose everything, so it need not wait for the disk.
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_wal_size: '1GB',
  max_connections: '200',
  autovacuum: 'off', // a hundred databases that live for seconds: its workers took a third of the machine
};

const dataDir = mkdtempSync(join(tmpdir(), 'steward-test-'));
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));
process.stdout.on('error', () => {}); // the reader is gone; the input has ended too
const { url, stop } = await startEmbeddedPostgres({ dataDir, log, settings });
console.log(url);
process.stdin.resume();
await once(process.stdin, 'end');
await stop();
