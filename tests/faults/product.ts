// Steward as `npm start` runs it, in its own folder: its processes by name, so that tests can kill them, and its log.
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { getHealth } from '#contract/platform.ts';
import { freePort } from '#kernel/embedded/freePort.ts';
import { hasEnded } from '../support/child.ts';
import { kill, type Process, processesUnder } from './processes.ts';

export interface Product {
  /** The address of whichever web process runs now. */
  origin: string;
  folder: string;
  dataDir: string;
  /**
   * Starts the supervisor after the last one has ended. With `revived`, restarts it whenever it ends, as an
   * init system would.
   */
  start(revived?: boolean): void;
  /** The same with `npm start`, as a user does: npm's process, with piped output. */
  startByNpm(): ChildProcess;
  /** The supervisor's own process, dead or alive. */
  supervisor(): ChildProcess;
  find(target: Target): Process[];
  isWell(): Promise<boolean>;
  /** Its log so far, line by line. */
  said(): Line[];
  /** As the database's superuser: reads everything. */
  look<R extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<R[]>;
  /** SIGTERM; removes everything, the folder too. */
  stop(): Promise<void>;
  /** After a failed test: stops everything, but leaves the folder for inspection. */
  abandon(): void;
}

/** `backend`: one of the database's connections; `background`: one of its own workers. */
export type Target = 'web' | 'worker' | 'voice' | 'backend' | 'background' | 'postmaster' | 'supervisor';

export interface Line {
  level: number;
  time: string;
  msg: string;
  role: string;
  [key: string]: unknown;
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const main = fileURLToPath(new URL('../../server/main.ts', import.meta.url));

export async function aProduct({ contacts = 300, settings = {} as Record<string, string> } = {}): Promise<Product> {
  const folder = mkdtempSync(join(tmpdir(), 'steward-faults-'));
  const dataDir = join(folder, 'data');
  const logFile = join(folder, 'steward.log');
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, DATA_DIR: dataDir, PORT: String(port), ...settings };
  let child: ChildProcess;
  let npm: ChildProcess | undefined;
  let over = false;

  const product: Product = {
    origin,
    folder,
    dataDir,
    start(revived = false) {
      const output = openSync(logFile, 'a');
      // It has our channel: if this test is killed, it stops by itself.
      child = fork(main, ['--demo-contacts', String(contacts)], { env, execArgv: [], stdio: ['ignore', output, output, 'ipc'] });
      closeSync(output);
      if (revived) child.once('exit', () => over || product.start(revived));
    },
    startByNpm() {
      const npmEnv = { ...env, npm_config_update_notifier: 'false' };
      npm = spawn('npm', ['start', '--silent', '--', '--demo-contacts', String(contacts)], { cwd: root, env: npmEnv });
      return npm;
    },
    supervisor: () => child,
    find(target) {
      if (target === 'supervisor') return hasEnded(child) || !child.pid ? [] : [{ pid: child.pid, title: 'supervisor' }];
      const ours = processesUnder(child.pid);
      if (target === 'web' || target === 'worker' || target === 'voice')
        return ours.filter(({ title }) => title.includes(`--role ${target}`));
      const postmaster = postmasterOf(dataDir);
      if (target === 'postmaster') return ours.filter(({ pid }) => pid === postmaster);
      const isBackend = ({ title }: Process) => /127\.0\.0\.1\(\d+\)/.test(title);
      return processesUnder(postmaster).filter((each) => isBackend(each) === (target === 'backend'));
    },
    isWell: () =>
      fetch(origin + getHealth.path, { signal: AbortSignal.timeout(5_000) }).then(
        ({ ok }) => ok,
        () => false,
      ),
    said: () =>
      readFileSync(logFile, 'utf8')
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line)),
    async look(sql, values) {
      const password = readFileSync(join(dataDir, 'postgres', 'superuser.password'), 'utf8');
      const [, , , databasePort] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
      const client = new pg.Client({ connectionString: `postgres://postgres:${password}@127.0.0.1:${databasePort}/steward` });
      await client.connect();
      try {
        return (await client.query(sql, values)).rows;
      } finally {
        await client.end();
      }
    },
    async stop() {
      over = true;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
    abandon() {
      over = true;
      npm?.kill('SIGTERM');
      if (!child) return;
      for (const target of ['supervisor', 'web', 'worker', 'voice', 'postmaster'] as const) {
        for (const { pid } of product.find(target)) kill(pid);
      }
      const postmaster = postmasterOf(dataDir);
      if (postmaster) kill(postmaster);
    },
  };
  return product;
}

/** Undefined if it is not running, or not yet. */
export function postmasterOf(dataDir: string): number | undefined {
  try {
    return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return undefined;
  }
}
