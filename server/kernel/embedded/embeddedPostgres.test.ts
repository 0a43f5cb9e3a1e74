import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startEmbeddedPostgres } from './embeddedPostgres.ts';

const log = { info: () => {}, warn: () => {}, error: () => {} };
const supervisors = `select count(*)::int as held from pg_locks where locktype = 'advisory' and granted`;
const settings = { fsync: 'off', shared_buffers: '16MB' };

let folder: string;
let dataDir: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'steward data '));
  dataDir = join(folder, "agent's data");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('keeps its rows from one start to the next', async () => {
  const first = await startEmbeddedPostgres({ dataDir, log, settings });
  await ask(first.url, `create table kept as select 'Ærø' as place`);
  await first.stop();

  const second = await startEmbeddedPostgres({ dataDir, log, settings });
  expect(await ask(second.url, 'select place from kept')).toEqual([{ place: 'Ærø' }]);
  expect(await ask(second.url, `select lower('ÆRØ') as lower, current_setting('fsync') as fsync`)).toEqual([
    { lower: 'ærø', fsync: 'off' },
  ]);
  await second.stop();
  await expect(ask(second.url, 'select 1')).rejects.toThrow('ECONNREFUSED');
});

test('a second supervisor of the same folder is refused, and the first goes on', async () => {
  const postgres = await startEmbeddedPostgres({ dataDir, log, settings });
  await expect(startEmbeddedPostgres({ dataDir, log, settings })).rejects.toThrow('already running');
  expect(await ask(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await postgres.stop();
});

test.skipIf(process.platform === 'win32').each(['checkpointer', 'client backend', 'postmaster'])(
  'killed at its %s it is started again where it was, with what it had committed, and the folder is still held',
  async (victim) => {
    const postgres = await startEmbeddedPostgres({ dataDir, log, settings });
    await ask(postgres.url, 'create table kept as select 1 as one');
    const postmaster = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
    const [found] = (await ask(postgres.url, `select pid from pg_stat_activity where backend_type = '${victim}'`)) as {
      pid: number;
    }[];
    process.kill(found?.pid ?? postmaster, 'SIGKILL');
    await vi.waitFor(() => expect(() => process.kill(postmaster, 0)).toThrow(), 20_000);

    await vi.waitFor(async () => expect(await ask(postgres.url, supervisors)).toEqual([{ held: 1 }]), 20_000);
    expect(await ask(postgres.url, 'select one from kept')).toEqual([{ one: 1 }]);
    await expect(startEmbeddedPostgres({ dataDir, log, settings })).rejects.toThrow('already running');
    await postgres.stop();
    await expect(ask(postgres.url, 'select 1')).rejects.toThrow('ECONNREFUSED');
  },
);

test('stopped while it comes back from a crash, it is down', async () => {
  const fell = Promise.withResolvers<void>();
  const postgres = await startEmbeddedPostgres({ dataDir, log: { ...log, error: () => fell.resolve() }, settings });
  process.kill(Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
  await fell.promise;
  await postgres.stop();
  await expect(ask(postgres.url, 'select 1')).rejects.toThrow('ECONNREFUSED');
});

test('a server whose supervisor was killed is stopped and started anew, with what it had committed', async () => {
  const { supervisor, url } = await startElsewhere();
  await ask(url, 'create table kept as select 1 as one');
  supervisor.kill('SIGKILL');
  await once(supervisor, 'exit');
  expect(await ask(url, 'select one from kept')).toEqual([{ one: 1 }]);

  const postgres = await startEmbeddedPostgres({ dataDir, log, settings });
  await expect(ask(url, 'select 1')).rejects.toThrow('ECONNREFUSED');
  expect(await ask(postgres.url, 'select one from kept')).toEqual([{ one: 1 }]);
  await postgres.stop();
});

test.skipIf(process.platform === 'win32')('a Ctrl-C to the whole program does not reach it', async () => {
  const { supervisor, url } = await startElsewhere();
  if (supervisor.pid) process.kill(-supervisor.pid, 'SIGINT');
  await once(supervisor, 'exit');
  expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }]);

  const postgres = await startEmbeddedPostgres({ dataDir, log, settings });
  await postgres.stop();
});

test('a stale postmaster.pid whose process is somebody else by now does not stop it from starting', async () => {
  const first = await startEmbeddedPostgres({ dataDir, log, settings });
  await first.stop();
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
  writeFileSync(pidFile, [process.pid, dataDir, 1, first.port, '', '127.0.0.1', '', 'ready'].join('\n'));

  const second = await startEmbeddedPostgres({ dataDir, log, settings });
  expect(readFileSync(pidFile, 'utf8').split('\n')[3]).toBe(String(second.port));
  await second.stop();
});

test('what a kill left half-made is cleared away, be it of an initdb or right after it', async () => {
  for (const half of ['postgres.new-x', 'postgres.new-y']) {
    mkdirSync(join(dataDir, half, 'cluster'), { recursive: true });
    const postgres = await startEmbeddedPostgres({ dataDir, log, settings });
    expect(readdirSync(dataDir).sort()).toEqual(['log', 'postgres']);
    await postgres.stop();
  }
});

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** A supervisor in a process group of its own. */
async function startElsewhere(): Promise<{ supervisor: ChildProcess; url: string }> {
  const module = pathToFileURL(join(import.meta.dirname, 'embeddedPostgres.ts')).href;
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(module)});
    const log = { info() {}, warn() {}, error: console.error };
    const postgres = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log, settings: ${JSON.stringify(settings)} });
    process.stdout.write(postgres.url + '\\n');`;
  const supervisor = spawn(process.execPath, ['--input-type=module', '-e', script], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  for await (const chunk of supervisor.stdout) {
    said += chunk;
    if (said.endsWith('\n')) return { supervisor, url: said.trim() };
  }
  throw new Error('The supervisor ended before its database was ready.');
}
