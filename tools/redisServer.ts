// Finds a redis-server for the tests: the configured one, an installed one, or Debian's own, unpacked in our folder if we
// cannot install.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, globSync, mkdirSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export interface RedisServer {
  path: string;
  /** Its argv[0]: one program has several names. */
  name: string;
  env: NodeJS.ProcessEnv;
}

const folder = join(import.meta.dirname, '..', 'node_modules', '.cache', 'redis');
/** Debian's package with the program, without the service that `redis-server` starts. */
const debianPackage = 'redis-tools';
const debianProgram = 'usr/bin/redis-check-rdb';

/** Throws with instructions if there is none. */
export function findRedisServer(): RedisServer {
  const named = process.env.REDIS_SERVER_PATH;
  if (named) {
    if (isExecutable(named)) return server(named);
    throw new Error(`REDIS_SERVER_PATH is ${named}, which is not a program that can be run.`);
  }
  const found = installed() ?? (installWithApt() ? installed() : undefined);
  if (found) return found;
  throw new Error('These tests need a Redis. Install redis-server or valkey-server, or set REDIS_SERVER_PATH to one.');
}

function installed(): RedisServer | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const names = ['redis-server', 'valkey-server'].flatMap((name) => folders.map((path) => join(path, name)));
  const path = [...names, join('/', debianProgram)].find(isExecutable);
  if (path) return server(path);
  const ours = join(folder, debianProgram);
  const libraries = globSync(join(folder, 'usr/lib/*-linux-*')).join(delimiter);
  return isExecutable(ours) ? server(ours, { LD_LIBRARY_PATH: libraries }) : undefined;
}

const server = (path: string, env = {}): RedisServer => ({ path, name: 'redis-server', env: { ...process.env, ...env } });

function installWithApt(): boolean {
  if (run('apt-get', '--version') === null) return false;
  console.log('Getting a Redis for the tests.');
  if (process.getuid?.() === 0) {
    run('apt-get', '-qq', 'update');
    return run('apt-get', '-qq', 'install', '-y', '--no-install-recommends', debianPackage) !== null;
  }
  const missing = run('apt-get', '-s', 'install', '--no-install-recommends', debianPackage)?.matchAll(/^Inst (\S+)/gm) ?? [];
  const names = [...missing].map(([, name]) => name as string);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  if (names.length === 0 || run('apt-get', '-qq', 'download', ...names) === null) return false;
  return globSync(join(folder, '*.deb')).every((file) => run('dpkg', '-x', file, folder) !== null);
}

/** Its output; null if it failed. */
function run(command: string, ...args: string[]): string | null {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' };
  mkdirSync(folder, { recursive: true });
  const { status, stdout } = spawnSync(command, args, {
    cwd: folder,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return status === 0 ? stdout : null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
