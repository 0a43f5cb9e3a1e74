// The limits of size, by hand (`npm run bench -- scale`): a million rows in one import and the processes' memory,
// the list during an import, an import beside five million contacts, the lists beside ten million.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { listContacts } from '#contract/contacts.ts';
import { loadActor } from '#kernel/actors.ts';
import { type Caller, signIn } from './caller.ts';
import { bareCopies, copyAim, endQuiet, importFile, quietAdmin, type Run } from './imports.ts';
import { addNeighbours, type LargeCompany, largeCompany, people } from './largeCompany.ts';
import { leadFile } from './leadFile.ts';
import { measureLists } from './lists.ts';
import type { Product } from './product.ts';
import { sampleOf, scenarios } from './scopes.ts';
import { count, inMs, inSeconds, median, met, percentile, type Section, type Size, timed } from './support.ts';

/** Of the large import and of its limit. */
const largeRounds = 2;
/** MB, ms, and the share of the rate into an empty table. */
const aims = { memory: 400, list: 150, beside: 0.7 };
const agent = 'agent of the oldest 5 %';

export async function benchScale(product: Product, size: Size): Promise<Section[]> {
  const admin = await quietAdmin(product);
  // Numbers that no other bench's files have, and whose phones are far from the demo's 555.
  let used = 56_000_000;
  const nextFile = (rows: number) => {
    used += rows;
    return leadFile(used - rows, rows);
  };
  /** Rows a second. */
  const rateOf = async (caller: Caller) => {
    const times: number[] = [];
    for (let round = 0; round < size.rounds; round++) times.push((await importFile(caller, nextFile(size.imported), admin)).ms);
    return (size.imported / median(times)) * 1000;
  };
  const small = await signIn(product.port, 'admin@harbor.test');
  await importFile(small, nextFile(size.imported), admin); // warms up
  const empty = await rateOf(small);

  const company = await largeCompany(product, size.contacts);
  const large = await signIn(product.port, people.admin);
  const rows: string[][] = [];
  /** Said as they come: the whole takes its time. */
  const add = (...measured: string[][]) => {
    for (const row of measured) console.log(row.join('  '));
    rows.push(...measured);
  };
  // The large company, those imported and those copied: five times in all.
  add(...(await importMany(product, () => importFile(small, nextFile(size.contacts), admin), size.contacts, admin)));
  const work = () => importFile(large, nextFile(size.imported), admin);
  add(await listWhile(product, company, 'List while an import runs', aims.list, work));
  const beside = await rateOf(small);
  add([
    `Import of ${count(size.imported)} rows, ${count(5 * size.contacts)} contacts in the table`,
    `${count(beside)} rows/s`,
    `${count(empty)} rows/s into a nearly empty table`,
    (beside / empty).toFixed(2),
    met(`>= ${aims.beside}`, beside / empty >= aims.beside),
  ]);
  await addNeighbours(product, company, 1, 5);
  small.close();
  large.close();
  await endQuiet(admin);
  const lists = await measureLists(product, company, size, { admin: people.admin, [agent]: people[agent] });
  return [
    {
      name: 'scale',
      title: 'At size',
      how:
        `In this order. The large import and its limit ran twice, by turns: their mean. The rates of ${count(size.imported)} rows are medians of ${size.rounds} imports after one that warms up. ` +
        'Rows have 20 columns and are matched by phone and e-mail; the limit of the large import is a bare COPY of the rows it stored into the same indexed table. Memory is the most that any process ' +
        'held at any look (each 250 ms): resident for Node, without the shared buffers for PostgreSQL. The list is asked for by two people, 20 ms after each ' +
        `answer, while ${count(size.imported)} rows go into the same company.`,
      columns: ['What', 'Steward', 'Limit', 'Ratio', 'Aim'],
      rows,
    },
    {
      name: 'scale',
      title: `Lists in a company of ${count(size.contacts + size.imported)} contacts, ${count(10 * size.contacts)} in all`,
      ...lists,
    },
  ];
}

/**
 * Each import, then the COPY of its rows, twice:
 * from one minute to the next this machine's own pace differs by more than the two do.
 */
async function importMany(product: Product, run: () => Promise<Run>, rows: number, admin: Client) {
  const copies = await bareCopies(product, admin);
  const memory = await memoryOf(product, admin);
  let [ours, theirs] = [0, 0];
  for (let round = 0; round < largeRounds; round++) {
    const made = await memory.during(run);
    ours += made.ms / largeRounds;
    await copies.write(made);
    theirs += (await copies.read()) / largeRounds;
  }
  const peak = Object.values(memory.peaks).reduce((a, b) => Math.max(a, b), 0);
  const speed = (ms: number) => `${inSeconds(ms)}, ${count((rows / ms) * 1000)} rows/s`;
  return [
    [
      `Import of ${count(rows)} rows`,
      speed(ours),
      speed(theirs),
      (theirs / ours).toFixed(2),
      met(`>= ${copyAim}`, theirs / ours >= copyAim),
    ],
    [
      'Memory during it',
      Object.entries(memory.peaks)
        .map(([name, bytes]) => `${name} ${count(bytes / 1e6)} MB`)
        .join(', '),
      '',
      '',
      met(`< ${aims.memory} MB`, peak < aims.memory * 1e6),
    ],
  ];
}

/** A row: how long two people wait for the list while `work` runs. `aim`: of the p95, in ms. */
export async function listWhile(
  product: Product,
  company: LargeCompany,
  name: string,
  aim: number,
  work: () => Promise<unknown>,
): Promise<string[]> {
  const times: number[] = [];
  let running = true;
  const asks = [people.admin, people[agent]].map(async (email) => {
    const actor = await loadActor(product.platform, company.companyId, company.userIds.get(email) ?? 0, null);
    if (!actor) throw new Error(`${email} is not there`);
    const sample = await sampleOf(product, company, actor);
    const caller = await signIn(product.port, email);
    const scopes = scenarios.filter(({ counts }) => !counts).map((scenario) => scenario.scopes(sample, company, 100));
    return async () => {
      for (let at = 0; running; at++) {
        const scope = scopes[at % scopes.length]?.[Math.floor(at / scopes.length) % 100] ?? {};
        const { ms } = await timed(() => caller.send(listContacts, { body: { contacts_scope: scope } }));
        times.push(ms);
        await pause(20); // a person does not ask without a breath
      }
      caller.close();
    };
  });
  const lists = (await Promise.all(asks)).map((ask) => ask());
  await work();
  running = false;
  await Promise.all(lists);
  const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
  return [name, `p50 ${inMs(p50)}, p95 ${inMs(p95)}, ${count(times.length)} requests`, '', '', met(`p95 < ${aim} ms`, p95 < aim)];
}

/** The most that each process held while something ran. */
async function memoryOf({ processes }: Product, admin: Client) {
  const { rows } = await admin.query<{ pid: number }>('select pg_backend_pid() as pid');
  const copier = rows[0]?.pid ?? 0; // not the product's
  const postmaster = Number(/PPid:\s+(\d+)/.exec(statusOf(copier) ?? '')?.[1]);
  const peaks: Record<string, number> = {};
  const look = () => {
    const held: [string, number, string][] = Object.entries(processes).map(([name, pid]) => [name, pid, 'VmRSS']);
    for (const pid of childrenOf(postmaster)) if (pid !== copier) held.push(['a PostgreSQL process', pid, 'RssAnon']);
    for (const [name, pid, field] of held) {
      const kilobytes = Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(statusOf(pid) ?? '')?.[1] ?? 0);
      peaks[name] = Math.max(peaks[name] ?? 0, kilobytes * 1024);
    }
  };
  return {
    peaks,
    async during<T>(run: () => Promise<T>): Promise<T> {
      const timer = setInterval(look, 250);
      return run().finally(() => clearInterval(timer));
    },
  };
}

function statusOf(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return null; // it has ended
  }
}

const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => statusOf(pid)?.includes(`PPid:\t${parent}\n`));
