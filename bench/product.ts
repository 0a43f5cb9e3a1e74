// The product as `npm start` runs it, in a temporary folder: embedded PostgreSQL with the product's own settings, migrations, the demo
// companies, one web and one worker process.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Config, readConfig } from '#kernel/config.ts';
import { roleUrl } from '#kernel/database.ts';
import { startEmbeddedPostgres } from '#kernel/embeddedPostgres.ts';
import { createLog, type Log } from '#kernel/log.ts';
import { setUpDatabase } from '#kernel/migrate.ts';
import { createSeal } from '#kernel/seal.ts';
import { ensureDatabase } from '../server/embeddedDatabase.ts';
import { type OpenPlatform, openPlatform } from '../server/platform.ts';
import { seedDemo } from '../server/seed/seed.ts';

export interface Product extends OpenPlatform {
  /** Of the web process. */
  port: number;
  /** The database's superuser. */
  adminUrl: string;
  /** A folder that the database may write to as well. */
  exchange: string;
  log: Log;
  stop(): Promise<void>;
}

const main = fileURLToPath(new URL('../server/main.ts', import.meta.url));

export async function startProduct(): Promise<Product> {
  const folder = mkdtempSync(join(tmpdir(), 'steward-bench-'));
  chmodSync(folder, 0o755);
  const exchange = join(folder, 'exchange');
  mkdirSync(exchange);
  chmodSync(exchange, 0o777);
  const log = createLog('warn', 'bench');
  const dataDir = join(folder, 'data');
  const database = await startEmbeddedPostgres({ dataDir, log });
  const children: ChildProcess[] = [];
  const stop = async () => {
    await Promise.all(children.map(end));
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const adminUrl = await ensureDatabase(database.url, 'steward');
    const config = demoConfig(dataDir, adminUrl);
    const seal = createSeal(config.key);
    await setUpDatabase(adminUrl, seal, log);
    await seedDemo(roleUrl(adminUrl, 'operator', seal), log, 5_000);
    const env = { ...environment(dataDir), EMBEDDED_DATABASE_URL: adminUrl };
    const [web, worker] = ['web', 'worker'].map((role) =>
      fork(main, ['--role', role], { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }),
    );
    if (!web || !worker) throw new Error('no processes');
    children.push(web, worker);
    const [[{ port }]] = await Promise.all([once(web, 'message'), once(worker, 'message')]);
    const platform = await openPlatform(config, log, 2);
    return {
      ...platform,
      port,
      adminUrl,
      exchange,
      log,
      stop: async () => {
        await platform.close();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** This process's own, without what would make it no demo. */
export const environment = (dataDir: string): NodeJS.ProcessEnv => ({
  ...process.env,
  DATA_DIR: dataDir,
  PORT: '0',
  HOST: '',
  DATABASE_URL: '',
  PUBLIC_URL: '',
  ENVELOPE_KEY: '',
});

const demoConfig = (dataDir: string, adminUrl: string): Config =>
  readConfig({ DATA_DIR: dataDir, EMBEDDED_DATABASE_URL: adminUrl });

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
