// Movements of money on one wallet, one by one and in sets, beside bare inserts of the very same rows; and a
// night's subscriptions billed (`npm run bench -- money`).
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { Client } from 'pg';
import { bookOf, post, walletOf } from '#areas/money/ledger/ledger.service.ts';
import { periodPump } from '#areas/money/subscriptions/subscriptions.pump.ts';
import { money } from '#contract/kit/money.ts';
import { systemActor } from '#kernel/actors.ts';
import { inTenant, type Tx, type WorkCtx } from '#kernel/context.ts';
import type { Product } from './product.ts';
import { count, met, type Section, type Size, timed } from './support.ts';

/** So many a second are 100,000 in an hour: much of a night is left for the charges. */
const aims = { sets: 0.2, billed: 28 };
const setOf = 1_000;
/** Of those that are due: the rate stays the same. */
const measured = 20_000;

export async function benchMoney(product: Product, size: Size): Promise<Section> {
  const admin = new Client({ connectionString: product.adminUrl });
  await admin.connect();
  try {
    return await benchWith(admin, product, size);
  } finally {
    await admin.end(); // before the database stops, also after a fault
  }
}

async function benchWith(admin: Client, product: Product, size: Size): Promise<Section> {
  const user = await admin.query<{ id: string; company_id: string }>('select id, company_id from users where email = $1', [
    'admin@harbor.test',
  ]);
  const [companyId, userId] = [Number(user.rows[0]?.company_id), Number(user.rows[0]?.id)];
  const { platform, log } = product;
  const ctx: WorkCtx = { platform, clock: platform.clock, log, actor: systemActor(companyId) };
  const run = <T>(work: (tx: Tx) => Promise<T>) => inTenant(ctx, work);
  const move = (many: number) =>
    run(async (tx) => {
      const [from, to] = [await bookOf(tx, 'cards'), await walletOf(tx, userId)];
      const one = { from, to, amount: money(100), kind: 'adjustment' as const };
      await post(
        tx,
        Array.from({ length: many }, () => ({ ...one, key: `bench:${randomUUID()}` })),
      );
    });
  await move(1);
  const singles = size.requests * 10;
  const one = await timed(async () => {
    for (let place = 0; place < singles; place++) await move(1);
  });
  const sets = size.requests === 100 ? 50 : 10;
  const many = await timed(async () => {
    for (let place = 0; place < sets; place++) await move(setOf);
  });
  const rates = { one: (singles / one.ms) * 1000, many: ((sets * setOf) / many.ms) * 1000 };
  const bareOne = await bare(admin, companyId, 1, singles);
  const bareMany = await bare(admin, companyId, setOf, sets);
  const subscriptions = size.requests === 100 ? 100_000 : 5_000;
  const billed = await bill(admin, product, companyId, userId, subscriptions);
  return {
    name: 'money',
    title: 'Movements of money, and a night of billing',
    how:
      'One wallet of the demo, one connection: transfers posted one a transaction, and in sets of 1,000; the limit is an insert of rows of the same shape into the same indexed table by a superuser, ' +
      `as many a transaction. Then ${count(subscriptions)} subscriptions whose month ends: the pump opens periods and issues invoices of the first ${count(Math.min(subscriptions, measured))}, without charging cards.`,
    columns: ['What', 'Steward', 'Limit', 'Ratio', 'Aim'],
    rows: [
      ['Movements, one by one', `${count(rates.one)}/s`, `${count(bareOne)}/s`, (rates.one / bareOne).toFixed(2), ''],
      [
        `Movements, in sets of ${count(setOf)}`,
        `${count(rates.many)}/s`,
        `${count(bareMany)}/s`,
        (rates.many / bareMany).toFixed(2),
        met(`>= ${aims.sets}`, rates.many / bareMany >= aims.sets),
      ],
      ['Subscriptions billed', `${count(billed)}/s`, '', '', met(`>= ${aims.billed}/s`, billed >= aims.billed)],
    ],
  };
}

/** Rows a second, so many in each transaction. */
async function bare(admin: Client, companyId: number, rows: number, times: number): Promise<number> {
  const accounts = await admin.query<{ id: string }>(
    `select id from ledger_accounts where company_id = $1 and kind in ('cards', 'wallet') order by kind limit 2`,
    [companyId],
  );
  const [from, to] = accounts.rows.map(({ id }) => id);
  const insert = `
    insert into ledger_transfers (company_id, from_id, to_id, amount, kind, key, made_at, made_by)
    select $1, $2, $3, 100, 'adjustment', 'bare:' || gen_random_uuid(), now(), 0 from generate_series(1, $4::int)`;
  const { ms } = await timed(async () => {
    for (let time = 0; time < times; time++) await admin.query(insert, [companyId, from, to, rows]);
  });
  await admin.query(`delete from ledger_transfers where company_id = $1 and key like 'bare:%'`, [companyId]);
  return ((rows * times) / ms) * 1000;
}

/** Subscriptions a second whose next period was opened and invoiced. */
async function bill(
  admin: Client,
  { platform, log }: Product,
  companyId: number,
  userId: number,
  number: number,
): Promise<number> {
  const { rows } = await admin.query<{ id: string }>(
    `insert into plans (company_id, product, name, level, price, included, created_at)
     values ($1, 'texting', 'Bench', 'premium', 70000, 500, now()) returning id`,
    [companyId],
  );
  // Ended ones may stand beside each other; they become due together.
  await admin.query('alter table subscriptions disable trigger all');
  await admin.query('drop index subscriptions_live');
  await admin.query(
    `insert into subscriptions (company_id, product, payer, payer_id, card_user_id, plan_id, price, quantity, included, state, anchor, zone,
       periods, starts_at, due_at, created_at)
     select $1, 'texting', 'self', $2, $2, $3, 70000, 1, 500, 'active', current_date - 31, 'America/New_York', 1, now() - interval '31 days',
       now() - interval '1 hour', now() from generate_series(1, $4::int)`,
    [companyId, userId, rows[0]?.id, number],
  );
  await admin.query('analyze subscriptions');
  const ctx: WorkCtx = { platform, clock: platform.clock, log, actor: systemActor(companyId) };
  const turn = 500;
  const { ms, answer } = await timed(async () => {
    let done = 0;
    for (;;) {
      const took = await inTenant(ctx, (tx) => periodPump.turn(tx, turn));
      done += took;
      if (took < turn || done >= measured) return done;
    }
  });
  await sql`select 1`.execute(platform.db);
  return (answer / ms) * 1000;
}
