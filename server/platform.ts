// A process's own parts: the app's connections, files, seal and clock.
import { join } from 'node:path';
import type { Config } from '#kernel/config.ts';
import type { Platform } from '#kernel/context.ts';
import { connect, type DatabaseRole, roleUrl } from '#kernel/database.ts';
import { createJobsAdmin } from '#kernel/deadJobs.ts';
import type { Log } from '#kernel/log.ts';
import { watchPool } from '#kernel/metrics.ts';
import { mustBeMigrated } from '#kernel/migrate.ts';
import { createWaker } from '#kernel/relay.ts';
import { createSeal } from '#kernel/seal.ts';
import { folderStorage } from '#kernel/storage.ts';

export interface OpenPlatform {
  platform: Platform;
  urlOf(role: DatabaseRole): string;
  close(): Promise<void>;
}

/** `connections`: the app role's share of this process's budget. */
export async function openPlatform(config: Config, log: Log, connections: number): Promise<OpenPlatform> {
  const { databaseUrl } = config;
  if (!databaseUrl) throw new Error('a web or worker process needs DATABASE_URL; npm start brings its own database');
  const seal = createSeal(config.key);
  const urlOf = (role: DatabaseRole) => roleUrl(databaseUrl, role, seal);
  const app = connect(urlOf('app'), log, { max: connections, name: 'app' });
  const jobs = connect(urlOf('jobs'), log, { max: 1, name: 'jobs admin' });
  await mustBeMigrated(app.pool);
  watchPool('app', app.pool);
  const platform: Platform = {
    config,
    log,
    db: app.db,
    pool: app.pool,
    seal,
    storage: folderStorage(join(config.dataDir, 'files'), seal.subkey('files')),
    clock: () => new Date(),
    jobs: createJobsAdmin(jobs.pool),
    wakeRelay: createWaker(app.pool, log),
  };
  return { platform, urlOf, close: async () => void (await Promise.all([app.close(), jobs.close()])) };
}
