// The list over HTTP against the same SQL on a bare connection, in a company of a million contacts: as an admin,
// as the agent with the oldest twentieth, and as managers of ten and of a hundred.
import { Client } from 'pg';
import { countQuery, listQuery } from '#areas/crm/contacts/contacts.lists.ts';
import { resolveScope } from '#areas/crm/contacts/contacts.scope.ts';
import { listContacts } from '#contract/contacts.ts';
import { ContactsScope, type ContactsScopeInput } from '#contract/contactsScope.ts';
import { loadActor } from '#kernel/actors.ts';
import { inTenant, type WorkCtx } from '#kernel/context.ts';
import { type Caller, signIn } from './caller.ts';
import { type LargeCompany, largeCompany, people } from './largeCompany.ts';
import type { Product } from './product.ts';
import { type Scenario, sampleOf, scenarios } from './scopes.ts';
import { count, inMs, met, percentile, type Section, type Size, timed } from './support.ts';

/** Milliseconds, and times the bare limit. */
const aim = { p95: 50, ratio: 3 };

export async function benchLists(product: Product, size: Size): Promise<Section> {
  const company = await largeCompany(product, size.contacts);
  return {
    name: 'lists',
    title: `Lists in a company of ${count(size.contacts)} contacts`,
    ...(await measureLists(product, company, size, people)),
  };
}

/** Every scenario as each of these people. */
export async function measureLists(
  product: Product,
  company: LargeCompany,
  size: Size,
  who: Record<string, string>,
): Promise<Pick<Section, 'how' | 'columns' | 'rows'>> {
  const rows: string[][] = [];
  for (const [name, email] of Object.entries(who)) {
    const side = await openSides(product, company, email);
    const sample = await sampleOf(product, company, side.ctx.actor);
    for (const scenario of scenarios)
      rows.push([scenario.name, name, ...(await measure(side, scenario, scenario.scopes(sample, company, size.requests)))]);
    await side.close();
  }
  rows.sort(
    ([a = ''], [b = '']) => scenarios.findIndex(({ name }) => name === a) - scenarios.findIndex(({ name }) => name === b),
  );
  return {
    how:
      `${size.requests} different requests each, warm, one at a time over a connection that is kept, 50 rows a page. The limit is the list's own SQL in a transaction under ` +
      'row-level security on a bare connection, before or after each request by turns. Ratios are of p50 and p95.',
    columns: ['Request', 'As', 'p50', 'p95', 'p99', 'Bare p50', 'Bare p95', 'Ratio p50', 'Ratio p95', 'Aim'],
    rows,
  };
}

interface Sides {
  ctx: WorkCtx;
  caller: Caller;
  bare: Client;
  close(): Promise<void>;
}

async function openSides(product: Product, { companyId, userIds }: LargeCompany, email: string): Promise<Sides> {
  const { platform } = product;
  const actor = await loadActor(platform, companyId, userIds.get(email) ?? 0, null);
  if (!actor) throw new Error(`${email} is not there`);
  const caller = await signIn(product.port, email);
  const bare = new Client({ connectionString: product.urlOf('app') });
  await bare.connect();
  const ctx: WorkCtx = { platform, actor, clock: platform.clock, log: product.log };
  const close = async () => {
    caller.close();
    await bare.end();
  };
  return { ctx, caller, bare, close };
}

async function measure({ ctx, caller, bare }: Sides, { counts }: Scenario, scopes: ContactsScopeInput[]): Promise<string[]> {
  const statements = await Promise.all(scopes.map((scope) => compiled(ctx, scope, counts)));
  const ours = async (at: number) =>
    (await timed(() => caller.send(listContacts, { body: { contacts_scope: scopes[at] ?? {}, meta_only: counts } }))).ms;
  const limit = async (at: number) => (await timed(() => runBare(bare, ctx.actor.companyId, statements[at]))).ms;
  const [http, sql]: [number[], number[]] = [[], []];
  for (let at = 0; at < scopes.length; at++) {
    await limit(at); // warms the pages that both will read
    if (at % 2 === 0) http.push(await ours(at));
    sql.push(await limit(at));
    if (at % 2 === 1) http.push(await ours(at));
  }
  const at = (values: number[], share: number) => percentile(values, share);
  const ratio = (share: number) => at(http, share) / at(sql, share);
  const holds = at(http, 0.95) < aim.p95 && ratio(0.95) < aim.ratio;
  return [
    ...[0.5, 0.95, 0.99].map((share) => inMs(at(http, share))),
    ...[0.5, 0.95].map((share) => inMs(at(sql, share))),
    ratio(0.5).toFixed(1),
    ratio(0.95).toFixed(1),
    met(`p95 < ${aim.p95} ms, < ${aim.ratio}x`, holds),
  ];
}

interface Statement {
  text: string;
  values: unknown[];
}

/** The SQL statement that the product sends for this scope. */
const compiled = (ctx: WorkCtx, input: ContactsScopeInput, counts: boolean): Promise<Statement> =>
  inTenant(ctx, async (tx) => {
    const scope = ContactsScope.parse(input);
    const resolved = await resolveScope(tx, scope);
    const { sql, parameters } = (counts ? countQuery(resolved, false) : listQuery(tx, scope, resolved)).compile(tx.db);
    return { text: sql, values: [...parameters] };
  });

async function runBare(client: Client, companyId: number, statement: Statement | undefined) {
  if (!statement) throw new Error('no statement');
  await client.query(`begin; set local app.company_id = ${companyId}`);
  await client.query(statement);
  await client.query('commit');
}
