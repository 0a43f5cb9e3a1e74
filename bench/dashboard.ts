// The cards of My day over HTTP against the same SQL on a bare connection, in a company of 250,000 contacts: as an agent, and as a manager of
// ten who looks at the team's.
import { sql } from 'kysely';
import { Client } from 'pg';
import { loadDashboardCard } from '#contract/dashboard.ts';
import { loadActor } from '#kernel/actors.ts';
import { inTenant, type WorkCtx } from '#kernel/context.ts';
import type { DashboardCard } from '#kernel/dashboard.ts';
import { onOneClient } from '#kernel/db/copy.ts';
import { connect } from '#kernel/db/database.ts';
import { allCards } from '../server/areas.ts';
import { seedActivities } from '../server/seed/activities.ts';
import { copyEvents } from '../server/seed/events.ts';
import { copyPolicies } from '../server/seed/policies.ts';
import { copyTasks } from '../server/seed/tasks.ts';
import { type Caller, signIn } from './caller.ts';
import { type LargeCompany, largeCompany, people } from './largeCompany.ts';
import type { Product } from './product.ts';
import { count, inMs, met, percentile, type Section, type Size, timed } from './support.ts';

const most = 250_000;
/** Milliseconds, and times the bare limit. */
const aim = { p95: 50, ratio: 3 };
const who = [
  { as: 'agent', email: people['agent of the oldest 5 %'], scope: 'me' },
  { as: 'manager of 10', email: people['manager of 10'], scope: 'team' },
] as const;

export async function benchDashboard(product: Product, { contacts, requests }: Size): Promise<Section> {
  const company = await largeCompany(product, Math.min(contacts, most));
  const held = await fill(product, company);
  const rows: string[][] = [];
  for (const { as, email, scope } of who) {
    const { platform, log } = product;
    const actor = await loadActor(platform, company.companyId, company.userIds.get(email) ?? 0, null);
    if (!actor) throw new Error(`${email} is not there`);
    const caller = await signIn(product.port, email);
    const bare = new Client({ connectionString: product.urlOf('app') });
    await bare.connect();
    const side = { ctx: { platform, actor, clock: platform.clock, log }, caller, bare, scope };
    const cards = allCards.filter(({ permission }) => actor.has(permission)).toSorted((a, b) => a.place - b.place);
    for (const card of cards) rows.push([card.title, as, ...(await measure(side, card, requests))]);
    caller.close();
    await bare.end();
  }
  return {
    name: 'dashboard',
    title: `My day in a company of ${count(held)} contacts`,
    how:
      `PATCH /v1/dashboard, ${requests} of each card, warm, one at a time over a connection that is kept; the manager sees the cards of the team. The limit is the card's own ` +
      'SQL in a transaction under row-level security on a bare connection, before or after each request by turns. The ratio is of p95.',
    columns: ['Card', 'As', 'p50', 'p95', 'Bare p50', 'Bare p95', 'Ratio', 'Aim'],
    rows,
  };
}

interface Side {
  ctx: WorkCtx;
  caller: Caller;
  bare: Client;
  scope: 'me' | 'team';
}

async function measure({ ctx, caller, bare, scope }: Side, card: DashboardCard, times: number): Promise<string[]> {
  const statements = await statementsOf(ctx, card, scope === 'team');
  const ours = async () => (await timed(() => caller.send(loadDashboardCard, { query: { type: card.name, scope } }))).ms;
  const limit = async () => (await timed(() => runBare(bare, ctx.actor.companyId, statements))).ms;
  const [http, limits]: [number[], number[]] = [[], []];
  for (let warm = 0; warm < 3; warm++) await ours();
  for (let at = 0; at < times; at++) {
    if (at % 2 === 0) http.push(await ours());
    limits.push(await limit());
    if (at % 2 === 1) http.push(await ours());
  }
  const [p95, bare95] = [percentile(http, 0.95), percentile(limits, 0.95)];
  return [
    ...[percentile(http, 0.5), p95, percentile(limits, 0.5), bare95].map(inMs),
    (p95 / bare95).toFixed(1),
    met(`p95 < ${aim.p95} ms, < ${aim.ratio}x`, p95 < aim.p95 && p95 / bare95 < aim.ratio),
  ];
}

interface Statement {
  text: string;
  values: unknown[];
}

/** The SQL statements that the product sends for this card. */
const statementsOf = (ctx: WorkCtx, card: DashboardCard, team: boolean): Promise<Statement[]> =>
  inTenant(ctx, async (tx) => {
    const statements: Statement[] = [];
    const executor = tx.db.getExecutor();
    const db = tx.db.withPlugin({
      transformQuery({ node, queryId }) {
        const { sql: text, parameters } = executor.compileQuery(node, queryId);
        statements.push({ text, values: [...parameters] });
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    await card.load({ ...tx, db }, { team });
    return statements;
  });

async function runBare(client: Client, companyId: number, statements: readonly Statement[]) {
  await client.query(`begin; set local app.company_id = ${companyId}`);
  for (const statement of statements) await client.query(statement);
  await client.query('commit');
}

/** Tasks, events, policies and activities as the demo has them. Answers how many contacts there are. */
async function fill({ urlOf, log }: Product, { companyId, seal }: LargeCompany): Promise<number> {
  const operator = connect(urlOf('operator'), log, { max: 1, name: 'bench' });
  const today = new Date().toISOString().slice(0, 10);
  try {
    const carriers = await sql<{ id: number }>`select id from carriers where company_id = ${companyId} order by id`.execute(
      operator.db,
    );
    const carrierIds = carriers.rows.map(({ id }) => id);
    await onOneClient(operator.pool, (db, copy) =>
      db.transaction().execute(async (transaction) => {
        await copyPolicies(transaction, copy, { id: companyId, carrierIds, today }, seal);
        await copyTasks(transaction, copy, { id: companyId, today });
        await copyEvents(transaction, copy, { id: companyId, today });
        await seedActivities(transaction, { id: companyId, place: 0 });
      }),
    );
    await sql`analyze tasks, events, event_occurrences, policies, contacts`.execute(operator.db);
    const { rows } = await sql<{ count: number }>`select count(*) as count from contacts where company_id = ${companyId}`.execute(
      operator.db,
    );
    return rows[0]?.count ?? 0;
  } finally {
    await operator.close();
  }
}
