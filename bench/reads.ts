// A contact by its id, many at once, against a bare Fastify route that makes one query by primary key.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { getContact } from '#contract/contacts.ts';
import { requestOf } from '#contract/kit/request.ts';
import { connect } from '#kernel/db/database.ts';
import { end } from '../tests/support/child.ts';
import { type Caller, signIn } from './caller.ts';
import type { Product } from './product.ts';
import { byTurns, count, inMs, median, type Section, type Size } from './support.ts';

const connections = 10;

export async function benchReads(product: Product, { rounds, seconds }: Size): Promise<Section> {
  const caller = await signIn(product.port, 'admin@harbor.test');
  const { companyId, ids } = await someContacts(product, caller);
  const bare = fork(fileURLToPath(new URL('./bareServer.ts', import.meta.url)), [product.urlOf('operator'), String(companyId)]);
  try {
    const [{ port }] = await once(bare, 'message');
    const path = (id: number) => requestOf(getContact, { params: { id }, query: { not_remove_new_tag: true } }).url;
    const ours = () => load(product.port, ids.map(path), caller.headers, seconds);
    const theirs = () =>
      load(
        port,
        ids.map((id) => `/contacts/${id}`),
        {},
        seconds,
      );
    await Promise.all([ours(), theirs()]); // warm
    const [product_, limit] = await byTurns(rounds, ours, theirs);
    const of = (results: autocannon.Result[], read: (result: autocannon.Result) => number) => median(results.map(read));
    const row = (name: string, results: autocannon.Result[]) => [
      name,
      count(of(results, (result) => result.requests.average)),
      inMs(of(results, (result) => result.latency.p50)),
      inMs(of(results, (result) => result.latency.p99)),
    ];
    const ratio = of(product_, (result) => result.requests.average) / of(limit, (result) => result.requests.average);
    return {
      name: 'reads',
      title: 'Read by id',
      how:
        `GET /v1/contacts/:id by ${connections} connections for ${seconds} s, session, reach, row-level security and everything the contact's page shows; the limit is a Fastify ` +
        `route with one select by primary key through pg, unguarded. Median of ${rounds} rounds by turns. Steward answers ${ratio.toFixed(2)} of the limit's requests.`,
      columns: ['Server', 'Requests/s', 'p50', 'p99'],
      rows: [row('Steward', product_), row('Bare Fastify, one query', limit)],
    };
  } finally {
    caller.close();
    await end(bare);
  }
}

async function someContacts({ urlOf, log }: Product, caller: Caller) {
  const operator = connect(urlOf('operator'), log, { max: 1, name: 'bench' });
  try {
    const { company_id: companyId } = await operator.db
      .selectFrom('users')
      .select('company_id')
      .where('id', '=', caller.userId)
      .executeTakeFirstOrThrow();
    const rows = await operator.db
      .selectFrom('contacts')
      .select('id')
      .where('company_id', '=', companyId)
      .orderBy('id')
      .limit(1_000)
      .execute();
    return { companyId, ids: rows.map(({ id }) => id) };
  } finally {
    await operator.close();
  }
}

async function load(
  port: number,
  paths: string[],
  headers: Record<string, string>,
  duration: number,
): Promise<autocannon.Result> {
  let next = 0;
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections,
    duration,
    headers,
    requests: [{ setupRequest: (request) => ({ ...request, path: paths[next++ % paths.length] }) }],
  });
  if (result.non2xx + result.errors > 0)
    throw new Error(`${result.non2xx + result.errors} of ${result.requests.total} requests failed`);
  return result;
}
