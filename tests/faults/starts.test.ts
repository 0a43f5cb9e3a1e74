// Killed during the start, or left behind by a dead supervisor: the next start works, and no process stays behind.
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, onTestFailed, test } from 'vitest';
import { getImportAttempt, importContacts } from '#contract/imports.ts';
import { until } from '../support/until.ts';
import { fileOf, formOf } from './actions.ts';
import { signIn } from './calls.ts';
import { isAlive, kill, type Process, processesUnder } from './processes.ts';
import { aProduct, type Product, postmasterOf } from './product.ts';

describe.skipIf(process.platform !== 'linux')('killed', { timeout: 180_000 }, () => {
  test('at many moments of its first starts, the start after them is whole', async () => {
    const product = await aSteward();
    for (let wait = 300; wait <= 3_600; wait += 300) {
      product.start();
      await pause(wait); // varies the moment: cluster, roles, migrations, seed, processes
      await killSupervisor(product);
    }
    product.start();
    await until(product.isWell, 60);
    const [seeded] = await product.look<{ companies: number; contacts: number; journaled: number; migrations: number }>(
      `select (select count(*)::int from companies) as companies, (select count(*)::int from contacts) as contacts,
         (select count(*)::int from contact_changes) as journaled, (select count(*)::int from migrations) as migrations`,
    );
    const migrations = readdirSync(join(import.meta.dirname, '../../server/migrations')).length;
    expect(seeded).toEqual({ companies: 4, contacts: 360, journaled: 482, migrations });
    expect(await signIn(product.origin, 'admin@summit.test')).not.toBeNull();
    const left = readdirSync(product.dataDir).filter((name) => name.includes('new'));
    expect(left).toEqual([]); // unfinished files are removed
    await product.stop();
  });

  test('its supervisor, web, worker and voice stop by themselves, and the next start finds all as it was', async () => {
    const product = await aSteward();
    product.start();
    await until(product.isWell, 60);
    const left = [...product.find('web'), ...product.find('worker'), ...product.find('voice')];
    expect(left).toHaveLength(3);
    await killSupervisor(product);
    await until(async () => left.every(({ pid }) => !isAlive(pid)), 30);
    product.start();
    await until(product.isWell, 60);
    await product.stop();
  });

  test('its supervisor before its processes were ready, they do not stay', async () => {
    const product = await aSteward();
    product.start();
    const children = await until(async () => {
      const found = [...product.find('web'), ...product.find('worker'), ...product.find('voice')];
      return found.length === 3 && found;
    }, 60);
    await killSupervisor(product);
    await until(async () => children.every(({ pid }) => !isAlive(pid)), 40);
    product.start();
    await until(product.isWell, 60);
    await product.stop();
  });

  test('with SIGTERM while it starts, nothing of it is left, its database neither', async () => {
    const product = await aSteward();
    product.start();
    const postmaster = await until(async () => postmasterOf(product.dataDir), 60);
    const gone = once(product.supervisor(), 'exit');
    product.supervisor().kill('SIGTERM');
    expect((await gone)[0]).toBe(0);
    expect(isAlive(postmaster)).toBe(false);
    product.start();
    await until(product.isWell, 60);
    await product.stop();
  });

  test.each(['SIGTERM to npm', 'SIGKILL to its bootstrap'] as const)('with %s, nothing of it is left', async (kind) => {
    const product = await aSteward();
    const npm = product.startByNpm();
    await until(product.isWell, 60);
    const postmaster = await until(async () => postmasterOf(product.dataDir), 10);
    const processes = descendantsOf(npm.pid).filter(({ title }) => title.includes('node'));
    for (const part of ['bootstrap.mjs', 'main.ts --demo-contacts', '--role web', '--role worker', '--role voice'])
      expect(processes.filter(({ title }) => title.includes(part)).length, part).toBeGreaterThan(0);
    if (kind === 'SIGTERM to npm') npm.kill('SIGTERM');
    else for (const { pid } of processes.filter(({ title }) => title.includes('bootstrap.mjs'))) kill(pid);
    await until(async () => [...processes, { pid: postmaster }].every(({ pid }) => !isAlive(pid)), 60);
    product.start(); // the port and the folder are free
    await until(product.isWell, 60);
    await product.stop();
  });

  test('a second start on its data folder says so in one sentence', async () => {
    const product = await aSteward();
    product.start();
    await until(product.isWell, 60);
    const second = product.startByNpm();
    let said = '';
    second.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    expect((await once(second, 'close'))[0]).not.toBe(0);
    expect(said.split('\n').filter((line) => line && !line.startsWith('npm '))).toEqual([
      `Steward is already running on ${product.dataDir}. Stop it, or set another DATA_DIR and PORT for this one.`,
    ]);
    expect(await product.isWell()).toBe(true);
    await product.stop();
  });

  test('with SIGTERM during an import, the next start goes on where it was at no cost of a try', async () => {
    const product = await aSteward();
    product.start();
    await until(product.isWell, 60);
    const caller = await until(() => signIn(product.origin, 'admin@harbor.test'));
    const rows = 60_000;
    const answer = await caller.send(importContacts, { form: formOf(1) }, 'long.csv', fileOf(1, rows));
    const id = answer?.body.id ?? 0;
    const progress = () => caller.read(getImportAttempt, { params: { id } });
    await until(async () => (await progress()).created > 0);
    const gone = once(product.supervisor(), 'exit');
    product.supervisor().kill('SIGTERM');
    await gone;
    product.start();
    await until(product.isWell, 60);
    const attempt = await until(async () => {
      const now = await progress();
      return now.status === 'complete' && now;
    }, 60);
    expect(attempt).toMatchObject({ created: rows, updated: 0, skipped: 0, rejected: 0 });
    const tries = product.said().filter(({ msg, task }) => msg === 'job ended' && task === 'imports.run');
    expect(tries.map(({ outcome, attempt: number }) => [outcome, number])).toEqual([
      ['interrupted', 1],
      ['done', 1],
    ]);
    await product.stop();
  });
});

async function aSteward(): Promise<Product> {
  const product = await aProduct({ contacts: 300 });
  onTestFailed(() => {
    product.abandon();
    console.log(`what it said is in ${product.folder}`);
  });
  return product;
}

const descendantsOf = (pid: number | undefined): Process[] =>
  processesUnder(pid).flatMap((child) => [child, ...descendantsOf(child.pid)]);

async function killSupervisor(product: Product) {
  const child = product.supervisor();
  if (child.exitCode !== null || child.signalCode !== null || !child.pid) return;
  const gone = once(child, 'exit');
  kill(child.pid);
  await gone;
}
