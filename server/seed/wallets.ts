// The demo's wallets: a payer with a test card who tops up, gives to the team, and a month of what no plan
// covers: checks of numbers, and the rent of two.
import { sql } from 'kysely';
import { insertId } from '#areas/office/companies/companies.create.ts';
import type { Db } from '#kernel/db/database.ts';
import { type Random, seeded } from './random.ts';

interface Payer {
  id: number;
  /** Users who get credit from the payer. */
  team: number[];
}

const days = 30;
const dayMs = 86_400_000;
const dollar = 10_000;

/** With the wallet switched on for the company. */
export async function seedWallets(db: Db, company_id: number, payers: Payer[]): Promise<void> {
  const random = seeded(company_id);
  await db.insertInto('feature_overrides').values({ company_id, user_id: 0, feature: 'wallet', enabled: true }).execute();
  const books = {
    cards: await insertId(db, 'ledger_accounts', { company_id, kind: 'cards' }),
    checks: await insertId(db, 'ledger_accounts', { company_id, kind: 'texts' }),
    numbers: await insertId(db, 'ledger_accounts', { company_id, kind: 'numbers' }),
  };
  for (const payer of payers) await seedWallet(db, company_id, payer, books, random);
  await sql`
    update ledger_accounts a set balance = coalesce((select sum(t.amount) from ledger_transfers t
        where t.company_id = ${company_id} and t.to_id = a.id), 0)::bigint
      - coalesce((select sum(t.amount) from ledger_transfers t where t.company_id = ${company_id} and t.from_id = a.id), 0)::bigint
    where a.company_id = ${company_id} and a.kind in ('wallet', 'allowance')`.execute(db);
}

async function seedWallet(
  db: Db,
  company_id: number,
  { id: user_id, team }: Payer,
  books: { cards: number; checks: number; numbers: number },
  random: Random,
): Promise<void> {
  const card = await seedCard(db, company_id, user_id);
  const wallet = await insertId(db, 'ledger_accounts', { company_id, kind: 'wallet', user_id });
  const transfer = (from_id: number, to_id: number, amount: number, ago: number, about: object) =>
    insertId(db, 'ledger_transfers', {
      company_id,
      from_id,
      to_id,
      amount,
      made_at: new Date(Date.now() - ago * dayMs),
      made_by: user_id,
      ...about,
    });
  const pay = async (kind: 'top_up' | 'refill', dollars: number, ago: number, description: string) => {
    const at = new Date(Date.now() - ago * dayMs);
    await seedPayment(db, { company_id, user_id, kind, amount: dollars * dollar, description, at, card });
  };
  await pay('top_up', 150, days + 1, 'First top-up');
  await pay('refill', 50, 9, 'Automatic refill');
  const purses = [wallet];
  for (const member of team) {
    const given = await insertId(db, 'ledger_accounts', { company_id, kind: 'allowance', user_id: member, payer_id: user_id });
    await transfer(wallet, given, 25 * dollar, days, { kind: 'allocate', key: `demo allocate ${member}` });
    purses.push(given);
  }
  for (const purse of purses) {
    let left = (purse === wallet ? 100 : 20) * dollar;
    for (let ago = days - 1; ago > 0; ago--) {
      if (random.chance(0.3)) continue;
      const quantity = random.int(20, 200);
      left -= quantity * 80;
      if (left < 0) break;
      const checking = { kind: 'usage', usage_type: 'phone_check', quantity, key: `demo checks ${purse} ${ago}` };
      await transfer(purse, books.checks, quantity * 80, ago, checking);
    }
  }
  const rent = { kind: 'usage', usage_type: 'phone_number', quantity: 2, key: `demo numbers ${wallet}` };
  await transfer(wallet, books.numbers, 2 * 15_000, days - 2, rent);
  const settings = { company_id, user_id, enabled: true, threshold: 10 * dollar, amount: 50 * dollar };
  await db.insertInto('wallet_settings').values(settings).execute();
}

interface SeededCard {
  customer: string;
  method: string;
  card: string;
}

interface SeededPayment {
  company_id: number;
  user_id: number;
  kind: 'top_up' | 'refill' | 'invoice';
  amount: number;
  description: string;
  at: Date;
  card: SeededCard;
  invoice_id?: number;
}

/** At the demo's processor too, so that it can be refunded and disputed. */
export async function seedPayment(db: Db, { card, at, ...payment }: SeededPayment): Promise<void> {
  const { company_id, user_id, kind, amount, description } = payment;
  const stored = { ...payment, ...card, state: 'succeeded', created_at: at, settled_at: at, due_at: at };
  const id = await insertId(db, 'payments', stored);
  const provider_id = `pi_demo_${company_id}_${id}`;
  await sql`update payments set provider_id = ${provider_id} where company_id = ${company_id} and id = ${id}`.execute(db);
  const [brand, last4] = card.card.split(' ');
  const body = {
    id: provider_id,
    amount: amount / 100,
    customer: card.customer,
    card: { brand, last4 },
    payment_method: card.method,
    metadata: { key: `payment:${company_id}:${id}`, company: String(company_id), payment: String(id) },
    return_url: null,
    status: 'succeeded',
  };
  await sql`
    insert into sandbox_cards (id, kind, customer, body, created_at)
    values (${provider_id}, 'intent', ${card.customer}, ${JSON.stringify(body)}, ${at})`.execute(db);
  const books = { top_up: 'wallet', refill: 'wallet', invoice: 'plans' };
  const [from_id, to_id] = [
    await accountOf(db, company_id, 'cards', null),
    await accountOf(db, company_id, books[kind], kind === 'invoice' ? null : user_id),
  ];
  const transfer = {
    company_id,
    from_id,
    to_id,
    amount,
    kind,
    key: `payment:${id}`,
    note: description,
    made_at: at,
    made_by: user_id,
  };
  await insertId(db, 'ledger_transfers', transfer);
}

async function accountOf(db: Db, company_id: number, kind: string, user_id: number | null): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from ledger_accounts where company_id = ${company_id} and kind = ${kind} and user_id is not distinct from ${user_id}::bigint`.execute(
    db,
  );
  return rows[0]?.id ?? insertId(db, 'ledger_accounts', { company_id, kind, user_id });
}

/** At the demo's processor too, so that it can be charged. One card a user, however often it is asked for. */
export async function seedCard(db: Db, company_id: number, user_id: number): Promise<SeededCard> {
  const [customer, method] = [`cus_demo_${company_id}_${user_id}`, `pm_demo_${company_id}_${user_id}`];
  const known = { customer, method, card: 'visa 4242' };
  const { rows } = await sql`select from card_customers where company_id = ${company_id} and user_id = ${user_id}`.execute(db);
  if (rows.length > 0) return known;
  const face = { brand: 'visa', last4: '4242', exp_month: 8, exp_year: new Date().getFullYear() + 3 };
  const stored = [
    {
      id: customer,
      kind: 'customer',
      customer: null,
      body: JSON.stringify({ id: customer, metadata: { company: String(company_id), user: String(user_id) } }),
    },
    { id: method, kind: 'method', customer, body: JSON.stringify({ id: method, customer, card: face, outcome: 'pays' }) },
  ];
  await db.insertInto('sandbox_cards').values(stored).execute();
  await db.insertInto('card_customers').values({ company_id, user_id, provider_id: customer }).execute();
  const card = { company_id, user_id, provider_id: method, ...face, is_default: true, created_at: new Date() };
  await insertId(db, 'cards', card);
  return known;
}
