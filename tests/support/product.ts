// The product in its own processes, as `npm start` runs it: embedded PostgreSQL, set-up, demo companies, one
// web, one worker and one voice process.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { roleUrl } from '#kernel/db/database.ts';
import { setUpDatabase } from '#kernel/db/migrate.ts';
import { startEmbeddedPostgres } from '#kernel/embedded/embeddedPostgres.ts';
import { dataFolderStore } from '#kernel/files/folderStore.ts';
import { sealedStorage } from '#kernel/files/storage.ts';
import { type Config, readConfig } from '#kernel/ops/config.ts';
import type { Log } from '#kernel/ops/log.ts';
import { createSeal } from '#kernel/secrets/seal.ts';
import { embeddedDatabase, ensureDatabase } from '../../server/embeddedDatabase.ts';
import { forkRole, type RunningRole } from '../../server/roleProcess.ts';
import { seedDemo } from '../../server/seed/seed.ts';
import { end } from './child.ts';

export interface RunningProduct {
  config: Config;
  /** Of the web process. */
  port: number;
  /** Process ids, by role. */
  processes: Record<RunningRole, number>;
  /** The database's superuser. */
  adminUrl: string;
  stop(): Promise<void>;
}

interface Options {
  dataDir: string;
  log: Log;
  /** Of the first company, at the first start. */
  contacts: number;
  env?: Record<string, string>;
  /** For a throw-away database. */
  settings?: Record<string, string>;
}

export async function startProduct({ dataDir, log, contacts, env = {}, settings = {} }: Options): Promise<RunningProduct> {
  const database = await startEmbeddedPostgres({ dataDir, log, settings });
  const children: ChildProcess[] = [];
  const stop = async () => {
    await Promise.all(children.map((child) => end(child)));
    await database.stop();
  };
  try {
    const adminUrl = await ensureDatabase(database.url, embeddedDatabase);
    const environment = { ...environmentOf(dataDir), ...env, EMBEDDED_DATABASE_URL: adminUrl };
    const config = readConfig(environment);
    const seal = createSeal(config.key);
    await setUpDatabase(adminUrl, seal, log);
    const storage = sealedStorage(dataFolderStore(dataDir), seal, log);
    await seedDemo({ operatorUrl: roleUrl(adminUrl, 'operator', seal), seal, storage, log, contacts });
    const start = (role: RunningRole) => forkRole(role, { env: environment, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const [web, worker, voice] = [start('web'), start('worker'), start('voice')];
    children.push(web, worker, voice);
    const [[{ port }]] = await Promise.all([once(web, 'message'), once(worker, 'message'), once(voice, 'message')]);
    const processes = { web: web.pid ?? 0, worker: worker.pid ?? 0, voice: voice.pid ?? 0 };
    return { config, port, processes, adminUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** This process's environment without settings that would end the demo. */
export const environmentOf = (dataDir: string): NodeJS.ProcessEnv => ({
  ...process.env,
  DATA_DIR: dataDir,
  PORT: '0',
  HOST: '',
  DATABASE_URL: '',
  PUBLIC_URL: '',
  ENVELOPE_KEY: '',
  ENVELOPE_KEY_PREVIOUS: '',
});
