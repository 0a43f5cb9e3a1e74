// PostgreSQL as our child process, in a folder: created once, started with our settings, stopped cleanly, restarted
// after a crash. It has its own session, so Ctrl-C does not reach it; one that outlived its supervisor is found and
// stopped first.
import type { ChildProcess } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { BadConfig } from '#kernel/ops/config.ts';
import { accountFor, findBinaries, launch, run, withFolder } from './embeddedPostgresBinaries.ts';
import { type Cluster, clearHalfMade, createCluster, readPassword, writeSettings } from './embeddedPostgresCluster.ts';
import { freePort } from './freePort.ts';

interface EmbeddedPostgres {
  /** The superuser's URL, for migrations and set-up: 127.0.0.1, database `postgres`. */
  url: string;
  port: number;
  /** Waits until the database is down and its files are complete. */
  stop(): Promise<void>;
}

interface EmbeddedPostgresLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

interface Options {
  /** The cluster is in `<dataDir>/postgres`, its log is `<dataDir>/log/postgres.log`. */
  dataDir: string;
  log: EmbeddedPostgresLog;
  /** Replace our defaults, e.g. `{ fsync: 'off' }` for a throw-away database. */
  settings?: Record<string, string>;
}

const supervisorLock = 0x57e4a2d; // an advisory lock; a supervisor keeps it while it lives
const longestStop = '120'; // seconds; the last checkpoint after an import takes a while
const largestLog = 10_000_000; // bytes
/** Milliseconds before the next attempt if a restart fails. */
const [shortestWait, longestWait] = [500, 30_000];

/** Throws if another running supervisor uses the same folder. */
export async function startEmbeddedPostgres({ dataDir: given, log, settings = {} }: Options): Promise<EmbeddedPostgres> {
  const began = performance.now();
  mkdirSync(join(given, 'log'), { recursive: true });
  const cluster = await clusterIn(given);
  await clearHalfMade(cluster);
  if (!existsSync(cluster.folder)) await createCluster(cluster, { sync: settings.fsync !== 'off' });
  const password = readPassword(cluster);
  await stopOrphan(cluster, password, log);
  const first = await startServer(cluster, password, settings, log);
  const { port } = first; // stays the same: other processes know the URL
  let { server, supervisor: holder } = first;
  let stopping = false;
  const keeping = keep().catch((err) => stopping || log.error({ err }, 'PostgreSQL is no longer kept running'));
  log.info({ port, ms: Math.round(performance.now() - began) }, 'PostgreSQL is ready');

  async function keep() {
    for (;;) {
      await new Promise((resolve) => holder.once('end', resolve));
      if (stopping) return;
      holder = await standAgain();
      if (stopping) return holder.end();
    }
  }

  /**
   * If only our connection was cut, connects again; else the whole server is gone, or will be soon
   * (`restart_after_crash`).
   */
  async function standAgain(): Promise<pg.Client> {
    while (!hasEnded(server)) {
      const again = await supervise(urlOf(password, port)).catch(() => null); // the lock is free only after every killed process has ended
      if (again) return again;
      await pause(20);
    }
    for (let wait = shortestWait; ; wait = Math.min(wait * 2, longestWait)) {
      const { exitCode: code, signalCode: signal } = server;
      log.error({ code, signal }, `PostgreSQL has ended by itself, starting it again; ${logOf(cluster)} says why`);
      try {
        const { supervisor, ...again } = await startServer(cluster, password, settings, log, port);
        server = again.server;
        log.info({ port }, 'PostgreSQL is ready again');
        return supervisor;
      } catch (err) {
        if (stopping) throw err;
        log.error({ err, wait }, 'PostgreSQL could not be started again');
        await pause(wait);
      }
    }
  }

  const stop = async () => {
    stopping = true;
    await holder.end();
    await keeping;
    if (!hasEnded(server)) await stopServer(cluster);
    log.info({}, 'PostgreSQL has stopped');
  };
  let stopped: Promise<void> | undefined;
  return {
    url: urlOf(password, port),
    port,
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

/** The superuser's URL of the server that runs in this folder now; null if none runs. */
export async function findEmbeddedPostgres(dataDir: string): Promise<string | null> {
  const folder = join(dataDir, 'postgres');
  const pidFile = join(folder, 'postmaster.pid');
  if (!existsSync(pidFile)) return null;
  const url = urlOf(readPassword({ folder }), portIn(pidFile));
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    return url;
  } catch (error) {
    if (codeOf(error) === 'ECONNREFUSED') return null; // a stale file
    throw error;
  } finally {
    await client.end();
  }
}

async function clusterIn(given: string): Promise<Cluster> {
  const dataDir = realpathSync(given);
  const folder = join(dataDir, 'postgres');
  const account = accountFor(folder);
  return { dataDir, folder, account, bin: await findBinaries(account) };
}

/** Stops a server that outlived its supervisor (killed, or out of memory), or removes a stale postmaster.pid. */
async function stopOrphan(cluster: Cluster, password: string, log: EmbeddedPostgresLog) {
  const pidFile = join(cluster.folder, 'postmaster.pid');
  while (existsSync(pidFile)) {
    const port = portIn(pidFile);
    try {
      // A server that answers there and knows the random password is this cluster, whatever the process id says.
      const supervisor = await supervise(urlOf(password, port));
      log.warn({ port }, 'PostgreSQL was left running by a Steward that was killed: stopping it first');
      await supervisor.end();
      await stopServer(cluster);
    } catch (error) {
      if (error instanceof SupervisedElsewhere) throw alreadyRunning(cluster);
      const code = codeOf(error);
      if (code === '57P03')
        await pause(100); // it is starting or shutting down
      else if (!port || code === 'ECONNREFUSED' || code === '28P01') rmSync(pidFile, { force: true });
      else throw error;
    }
  }
}

/** `wanted`: the port that other processes already know. */
async function startServer(
  cluster: Cluster,
  password: string,
  settings: Record<string, string>,
  log: EmbeddedPostgresLog,
  wanted?: number,
) {
  const file = logOf(cluster);
  if (sizeOf(file) > largestLog) renameSync(file, `${file}.1`);
  for (let attempt = 1; ; attempt += 1) {
    const port = wanted ?? (await freePort());
    writeSettings(cluster, { ...settings, port: String(port) });
    const from = sizeOf(file);
    const output = openSync(file, 'a', 0o600);
    const server = await withFolder(cluster.folder, cluster.account, async (path, descriptor) =>
      launch(join(cluster.bin, 'postgres'), ['-D', path], cluster.account, { ...descriptor, output, detached: true }),
    ).finally(() => closeSync(output));
    try {
      return { server, port, supervisor: await untilReady(urlOf(password, port), server) };
    } catch (cause) {
      const said = readFileSync(file, 'utf8').slice(from).trim();
      // Its first process was killed while another one still runs a statement: that one ends with the statement.
      if (said.includes('shared memory block') && said.includes('still in use')) {
        if (attempt === 1) log.warn({}, 'waiting for what is left of a PostgreSQL that was killed');
        await pause(200);
        continue;
      }
      const portTaken = said.includes('could not create any TCP/IP sockets'); // taken between our check and its start
      if (!portTaken || attempt >= 3) throw new Error(`PostgreSQL did not start in ${cluster.folder}: ${said}`, { cause });
    }
  }
}

/** Waits as long as a recovery takes, while the server lives. */
async function untilReady(url: string, server: ChildProcess): Promise<pg.Client> {
  for (let wait = 20; ; wait = Math.min(wait * 2, 500)) {
    try {
      return await supervise(url);
    } catch (error) {
      const final = error instanceof SupervisedElsewhere || codeOf(error) === '28P01'; // otherwise it is starting, recovering or disconnecting us
      if (final || hasEnded(server)) throw error;
      await pause(wait);
    }
  }
}

class SupervisedElsewhere extends Error {}

const alreadyRunning = ({ dataDir }: Cluster) =>
  new BadConfig(`Steward is already running on ${dataDir}. Stop it, or set another DATA_DIR and PORT for this one.`);

/** A connection with the supervisor's lock; it ends by itself if its process is killed. */
async function supervise(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'steward supervisor',
    connectionTimeoutMillis: 10_000,
  });
  client.on('error', () => {}); // 'end' follows
  await client.connect();
  const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [supervisorLock]);
  if (rows[0]?.held) return client;
  await client.end();
  throw new SupervisedElsewhere();
}

async function stopServer({ folder, account, bin }: Cluster) {
  const { code, output } = await withFolder(folder, account, (path, descriptor) =>
    run(join(bin, 'pg_ctl'), ['stop', '-D', path, '-m', 'fast', '-w', '-t', longestStop, '-s'], account, descriptor),
  );
  if (code !== 0 && existsSync(join(folder, 'postmaster.pid'))) throw new Error(`PostgreSQL did not stop: ${output}`);
}

const portIn = (pidFile: string) => Number(readFileSync(pidFile, 'utf8').split('\n')[3]);
const logOf = ({ dataDir }: Cluster) => join(dataDir, 'log', 'postgres.log');
const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
const urlOf = (password: string, port: number) => `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
const hasEnded = ({ exitCode, signalCode, pid }: ChildProcess) => exitCode !== null || signalCode !== null || pid === undefined;
const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : undefined);
