// A process's own parts: database connection, files, seal, clock, and the carrier of cable messages.
import type { Pool } from 'pg';
import { obeyOrder } from '#areas/voice/carrierCalls/carrierCalls.service.ts';
import { createFanout, type Fanout } from '#kernel/cable/fanout.ts';
import type { Platform } from '#kernel/context.ts';
import { connect, type DatabaseRole, roleUrl } from '#kernel/db/database.ts';
import type { Listener } from '#kernel/db/listener.ts';
import { mustBeMigrated } from '#kernel/db/migrate.ts';
import { dataFolderStore } from '#kernel/files/folderStore.ts';
import { type Store, sealedStorage } from '#kernel/files/storage.ts';
import { createJobsAdmin } from '#kernel/jobs/deadJobs.ts';
import { createWaker } from '#kernel/jobs/relay.ts';
import type { Config } from '#kernel/ops/config.ts';
import type { Log } from '#kernel/ops/log.ts';
import { watchPool } from '#kernel/ops/metrics.ts';
import { createSeal } from '#kernel/secrets/seal.ts';
import { openCards } from '#providers/cards/cards.ts';
import { openScanner } from '#providers/clamav/clamav.ts';
import { openMail } from '#providers/mail/mail.ts';
import { openTelephony } from '#providers/telephony/telephony.ts';
import { openVoice } from '#providers/voice/voice.ts';
import { allMeParts } from './areas.ts';

export interface OpenPlatform {
  platform: Platform;
  urlOf(role: DatabaseRole): string;
  close(): Promise<void>;
}

/** `connections`: the share of role app in this process's budget. */
export async function openPlatform(config: Config, log: Log, connections: number): Promise<OpenPlatform> {
  const { databaseUrl } = config;
  if (!databaseUrl) throw new Error('a web or worker process needs DATABASE_URL; npm start brings its own database');
  const seal = createSeal(config.key, config.previousKey);
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
    storage: sealedStorage(await openStore(config, log), seal, log),
    scanner: openScanner(config),
    mail: await openMail(config, app.db),
    cards: openCards(config, app.db),
    telephony: openTelephony(config, app.db),
    voice: openVoice(config, app.db, seal, (...asked) => obeyOrder(platform, ...asked)),
    clock: () => new Date(),
    jobs: createJobsAdmin(jobs.pool),
    me: allMeParts,
    wakeRelay: createWaker(app.pool, log),
  };
  const close = async () => {
    platform.mail?.close();
    await Promise.all([app.close(), jobs.close()]);
  };
  return { platform, urlOf, close };
}

/** A bucket if one is configured, else a folder. */
async function openStore({ s3, dataDir }: Config, log: Log): Promise<Store> {
  if (!s3) return dataFolderStore(dataDir);
  const { mustServe, s3Store } = await import('#kernel/files/s3Store.ts'); // loads its client only if needed
  const store = s3Store({ ...s3, log });
  await mustServe(store);
  return store;
}

/** Redis if it is configured, else PostgreSQL through `listener`. */
export async function openFanout({ config, pool, log }: Platform, listener: Listener): Promise<Fanout> {
  if (!config.redisUrl) return createFanout({ pool, listener, log });
  const { openRedisFanout } = await import('#kernel/cable/redisFanout.ts'); // loads its client only if needed
  return openRedisFanout({ url: config.redisUrl, channel: `steward cable ${await identifyDatabase(pool)}`, log });
}

/**
 * The same in every process of one installation; different for another one, even on the same PostgreSQL, Redis
 * or key.
 */
async function identifyDatabase(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `select system_identifier || '.' || oid as id from pg_control_system(), pg_database where datname = current_database()`,
  );
  return rows[0]?.id ?? '';
}
