// Creates the folder of an embedded database, complete or not at all, with its superuser's password and settings.
import { randomBytes } from 'node:crypto';
import { chownSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { type Account, run, withFolder } from './embeddedPostgresBinaries.ts';

export interface Cluster {
  dataDir: string;
  /** `<dataDir>/postgres` */
  folder: string;
  account: Account | undefined;
  /** The folder of initdb, pg_ctl and postgres. */
  bin: string;
}

/**
 * Bytes: the machine's memory, or a container's share. Some systems report unlimited as 0, others as more than
 * there is.
 */
const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);

/** Suits a laptop and a small server; set DATABASE_URL for a larger machine. */
const defaults = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  // After a crash of one process all of it ends, and we start it again. Its own restart may hang if another
  // process crashes meanwhile.
  restart_after_crash: 'off',
  max_connections: '100',
  // An eighth of the memory, up to 4 GB, used as needed: an import into millions of contacts writes all over
  // their indexes.
  shared_buffers: `${Math.floor(Math.min(memory / 8, 4 * 2 ** 30) / 2 ** 20)}MB`,
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  max_wal_size: '4GB',
  // After a crash: one call for the whole file system; syncing file after file took seconds.
  ...(process.platform === 'linux' && { recovery_init_sync_method: 'syncfs' }),
  wal_compression: 'off', // pglz would cost an import a quarter of its time
  random_page_cost: '1.1',
  effective_io_concurrency: '64',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Statements and row values contain people's names and numbers: keep both out of the log.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

const passwordFile = 'superuser.password';

const halfMade = 'postgres.new-';

/**
 * Removes the remains of a killed `createCluster`, from before or after its rename. Its initdb may still run
 * and clean up at the same time: rmSync stops at that.
 */
export async function clearHalfMade({ dataDir }: Pick<Cluster, 'dataDir'>) {
  for (const name of readdirSync(dataDir))
    if (name.startsWith(halfMade)) await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 10 });
}

/** Built in a second folder and renamed when complete: after a crash there is all of it or nothing. */
export async function createCluster({ dataDir, folder, account, bin }: Cluster, { sync }: { sync: boolean }) {
  const staging = mkdtempSync(join(dataDir, halfMade));
  const password = join(staging, 'password');
  writeFileSync(password, randomBytes(24).toString('base64url'), { mode: 0o600 });
  if (account) for (const path of [staging, password]) chownSync(path, account.uid, account.gid);

  const { code, output } = await withFolder(staging, account, (path, descriptor) =>
    run(
      join(bin, 'initdb'),
      [
        ...['-D', join(path, 'cluster'), '--username=postgres', `--pwfile=${join(path, 'password')}`, '--auth=scram-sha-256'],
        // With lc_ctype=C pg_trgm would silently drop every non-ASCII letter.
        ...['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--lc-collate=C', '--lc-ctype=C.UTF-8'],
        ...(sync ? [] : ['--no-sync']),
      ],
      account,
      descriptor,
    ),
  );
  if (code !== 0) throw new Error(`The database could not be created in ${dataDir}: ${output}`);
  renameSync(password, join(staging, 'cluster', passwordFile));
  renameSync(join(staging, 'cluster'), folder);
  rmSync(staging, { recursive: true });
}

export function readPassword({ folder }: Pick<Cluster, 'folder'>): string {
  try {
    return readFileSync(join(folder, passwordFile), 'utf8');
  } catch (cause) {
    throw new Error(
      `The database in ${folder} belongs to another account of this machine. Start Steward as that one, or as root.`,
      { cause },
    );
  }
}

/** At every start, so that a new version's settings reach an old cluster. */
export function writeSettings({ folder, account }: Cluster, settings: Record<string, string>) {
  const all = Object.entries({ ...defaults, ...settings });
  const lines = all.map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'`);
  const file = join(folder, 'postgresql.conf');
  writeFileSync(file, ['# Written at every start; what ALTER SYSTEM sets is kept.', ...lines, ''].join('\n'), { mode: 0o600 });
  if (account) chownSync(file, account.uid, account.gid);
}
