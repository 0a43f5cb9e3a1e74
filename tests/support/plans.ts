// Reads the plans of every statement that some work sends, as role app. Counts rows, never milliseconds.
import { expect } from 'vitest';
import { inTenant, type Tx } from '#kernel/context.ts';
import { authenticate } from '#kernel/http/sessions.ts';
import type { TestServer } from './server.ts';

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}
export const flatten = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flatten)];

/** The plans of all that `work` asks: each statement is explained first, with its own values. */
export async function plansOf(
  { server, token }: Pick<Asked, 'server' | 'token'>,
  work: (tx: Tx) => Promise<unknown>,
): Promise<Plan[]> {
  const session = await authenticate(server.platform, token, '127.0.0.1');
  if (!session) throw new Error('not signed in');
  const plans: Plan[] = [];
  await inTenant({ ...server.platform, platform: server.platform, actor: session.actor }, async (tx) => {
    const executor = tx.db.getExecutor();
    const explaining = new Proxy(executor, {
      get(target, name) {
        if (name !== 'executeQuery') {
          const value: unknown = Reflect.get(target, name, target);
          return typeof value === 'function' ? value.bind(target) : value;
        }
        return async (query: Parameters<typeof target.executeQuery>[0]) => {
          if (/^\s*(select|with)/i.test(query.sql)) {
            const explained = { ...query, sql: `explain (analyze, timing off, buffers off, format json) ${query.sql}` };
            const { rows } = await target.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>(explained as never);
            plans.push(...(rows[0]?.['QUERY PLAN'].map(({ Plan }) => Plan) ?? []));
          }
          return target.executeQuery(query);
        };
      },
    });
    const db = new Proxy(tx.db, {
      get(target, name) {
        if (name === 'getExecutor') return () => explaining;
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    await work({ ...tx, db });
  });
  return plans;
}

interface Asked {
  server: TestServer;
  /** Of the user's session. */
  token: string;
  what: string;
  /** Tables with `size` rows or more. */
  large: ReadonlySet<string>;
  size: number;
  /** The maximum number of rows that a list may sort. */
  maxSorted: number;
}

/** No table is read whole, and no statement sorts all rows. */
export async function expectIndexes(
  { what, large, size, maxSorted, ...asked }: Asked,
  work: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  const nodes = (await plansOf(asked, work)).flatMap(flatten).filter((node) => node['Actual Loops'] > 0);
  const rowsOf = (node: Plan) => Math.round(node['Actual Rows'] * node['Actual Loops']);
  const sorted = Math.max(
    0,
    ...nodes
      .filter(({ 'Node Type': type }) => type.endsWith('Sort'))
      .flatMap(({ Plans = [] }) => Plans)
      .map(rowsOf),
  );
  expect(nodes.length, what).toBeGreaterThan(0);
  expect(sorted, `${what}: rows sorted`).toBeLessThanOrEqual(maxSorted);
  const read = nodes
    .filter(({ 'Relation Name': name, 'Node Type': type }) => type === 'Seq Scan' && name && large.has(name))
    .filter((node) => rowsOf(node) + (node['Rows Removed by Filter'] ?? 0) >= size)
    .map(({ 'Relation Name': name }) => name);
  expect(read, `${what}: read whole`).toEqual([]);
}
