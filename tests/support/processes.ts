// The product's processes beside a test's server, on its database and its files.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import { testKey } from './database.ts';
import type { TestServer } from './server.ts';

const file = fileURLToPath(new URL('./watchedProcess.ts', import.meta.url));

export interface WatchedProcess {
  /** Of a web process. */
  port: number;
  /** The most memory it has had so far, in bytes. */
  peak(): Promise<number>;
}

/** Ends with the test file. */
export async function aProcess(server: TestServer, role: 'web' | 'worker'): Promise<WatchedProcess> {
  const child = fork(file, ['--role', role], {
    env: {
      ...process.env,
      PORT: '0',
      DATABASE_URL: server.url,
      DATA_DIR: server.config.dataDir,
      ENVELOPE_KEY: testKey.toString('base64'),
      LOG_LEVEL: 'fatal',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  afterAll(async () => {
    if (child.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
  const [{ port }] = await once(child, 'message');
  return {
    port,
    async peak() {
      child.send('peak');
      const [{ peak }] = await once(child, 'message');
      return peak;
    },
  };
}
