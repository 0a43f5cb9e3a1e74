// `npm start` until /v1/health is well: on an empty data folder, and again on the one it left.
// Modules are installed, the web app is built.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { end } from '../tests/support/child.ts';
import { environmentOf } from '../tests/support/product.ts';
import { buildWeb } from '../tools/build.ts';
import type { Product } from './product.ts';
import { inSeconds, median, met, type Section, type Size, timed } from './support.ts';

const root = join(import.meta.dirname, '..');
/** Seconds. */
const secondAim = 5;

export async function benchStarts(_product: Product, { rounds }: Size): Promise<Section> {
  await buildWeb();
  const firsts: number[] = [];
  const seconds: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const dataDir = mkdtempSync(join(tmpdir(), 'steward-start-'));
    try {
      firsts.push(await start(dataDir));
      seconds.push(await start(dataDir));
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  }
  const second = median(seconds);
  return {
    name: 'starts',
    title: 'Start',
    how:
      'From `npm start` (modules installed, web app built) until /v1/health says that database, relay and worker are well. The first start makes the database, ' +
      `migrates and seeds the demo; the second finds them. Median of ${rounds}.`,
    columns: ['Start', 'Time', 'Aim'],
    rows: [
      ['first, empty data folder', inSeconds(median(firsts)), ''],
      ['second', inSeconds(second), met(`< ${secondAim} s`, second < secondAim * 1000)],
    ],
  };
}

/** Milliseconds until it is well; stopped again then. */
async function start(dataDir: string): Promise<number> {
  const port = await freePort();
  const env = { ...environmentOf(dataDir), PORT: String(port) };
  let child: ChildProcess | undefined;
  try {
    const { ms } = await timed(async () => {
      child = spawn(process.execPath, [join(root, 'bootstrap.mjs'), 'server/main.ts'], {
        cwd: root,
        env,
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      while (!(await isWell(port))) {
        if (child.exitCode !== null) throw new Error('it ended instead of starting');
        await pause(20);
      }
    });
    return ms;
  } finally {
    if (child) await end(child);
  }
}

const isWell = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/v1/health`).then(
    async (response) => {
      await response.arrayBuffer();
      return response.ok;
    },
    () => false, // nobody listens yet
  );

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
