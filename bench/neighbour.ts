// Measures how much a heavy user of one company slows down the users of another company.
import { setTimeout as pause } from 'node:timers/promises';
import { listContacts } from '#contract/contacts.ts';
import type { CallOf, Endpoint } from '#contract/kit/endpoint.ts';
import { getMe } from '#contract/signIn.ts';
import { type Caller, signIn } from './caller.ts';
import type { Product } from './product.ts';
import { count, inMs, met, percentile, type Section, type Size, timed } from './support.ts';

/** Calls that the one person has under way at any time. */
const atOnce = 24;
const aim = 250;

type Body = CallOf<typeof listContacts>['body'];
const scopeOf = (words: number, texts: number): Body => ({
  contacts_scope: { contact_group: 'all_agents', search: Array(texts).fill(Array(words).fill('a').join(' ')) },
  meta_only: true,
  exact: true,
});
const attempts: Record<string, Body | null> = {
  'nothing else': null,
  '50 texts of 8 words, exact': scopeOf(8, 50),
  'the most words there may be, exact': scopeOf(20, 1),
  'duplicates by last name, exact': {
    contacts_scope: { contact_group: 'all_agents', duplicate: { is_duplicate: true, last_name: true } },
    meta_only: true,
    exact: true,
  },
};

export async function benchNeighbour(product: Product, { requests }: Size): Promise<Section> {
  const [neighbour, one] = [await signIn(product.port, 'agent@keystone.test'), await signIn(product.port, 'pool@harbor.test')];
  const rows: string[][] = [];
  for (const [name, body] of Object.entries(attempts)) {
    const busy = body && keepAsking(product.port, one, body);
    if (busy) await pause(1_000); // until the first of them have begun
    const cells: string[] = [];
    const times: number[] = [];
    for (const [endpoint, call] of [
      [getMe, {}],
      [listContacts, { body: {} }],
    ] as const) {
      const { taken, failed } = await measure(neighbour, endpoint, call, requests);
      times.push(percentile(taken, 0.95));
      cells.push(inMs(percentile(taken, 0.5)), inMs(percentile(taken, 0.95)), String(failed));
    }
    const answers = busy ? await busy.stop() : '';
    rows.push([
      name,
      ...cells,
      answers,
      busy ? met(`p95 < ${aim} ms`, Math.max(...times) < aim && cells[2] === '0' && cells[5] === '0') : '',
    ]);
  }
  neighbour.close();
  one.close();
  return {
    name: 'neighbour',
    title: 'A neighbour who asks for too much',
    how:
      `${requests} calls of each kind by an agent of one company, one at a time, while a person of another, of ${count(5_000)} contacts, keeps ${atOnce} calls under way: each is asked again ` +
      'as soon as it is answered, 100 ms later where it was refused. Answers to that person by status.',
    columns: ['Meanwhile', 'Who one is: p50', 'p95', 'Failed', 'List: p50', 'p95', 'Failed', 'Answers', 'Aim'],
    rows,
  };
}

async function measure<E extends Endpoint>(caller: Caller, endpoint: E, call: CallOf<E>, requests: number) {
  const taken: number[] = [];
  let failed = 0;
  for (let nth = 0; nth < requests; nth++) {
    const { ms, answer } = await timed(() =>
      caller.send(endpoint, call).then(
        () => true,
        () => false,
      ),
    );
    taken.push(ms);
    if (!answer) failed++;
  }
  return { taken, failed };
}

/** Until stopped; answers how often each status came. */
function keepAsking(port: number, { headers }: Caller, body: Body) {
  const statuses = new Map<number, number>();
  const stopping = new AbortController();
  const { signal } = stopping;
  const ask = async () => {
    while (!signal.aborted) {
      const response = await fetch(`http://127.0.0.1:${port}${listContacts.path}`, {
        method: listContacts.method,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal,
      }).catch(() => null);
      if (!response) return;
      await response.text().catch(() => {});
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      if (!response.ok) await pause(100);
    }
  };
  const asking = Promise.all(Array.from({ length: atOnce }, ask));
  return {
    async stop() {
      stopping.abort();
      await asking;
      const known = [...statuses].sort(([a], [b]) => a - b);
      return known.map(([status, times]) => `${count(times)} x ${status}`).join(', ') || 'none';
    },
  };
}
