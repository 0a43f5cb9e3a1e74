// The demo's subscriptions: the company's account, texting and the dialer of all three payers with licences
// in use, Max Plus, and a month of one agent that could not be charged.
import { sql } from 'kysely';
import { insertId, insertRows } from '#areas/office/companies/companies.create.ts';
import { ianaZones } from '#contract/lookups.ts';
import { type PlanLevel, type Product, planPrices } from '#contract/planLists.ts';
import type { Db } from '#kernel/db/database.ts';
import type { DemoCompany } from './companies.ts';
import { seedCard, seedPayment } from './wallets.ts';

type Payer = 'self' | 'manager' | 'company';

interface Bought {
  product: Product;
  level: PlanLevel;
  payer: Payer;
  /** Null: the company's. */
  payerId: number | null;
  /** The user whose card pays. */
  cardOf: number;
  quantity: number;
  /** Users with a license, and the units that each used. */
  people: { id: number; used: number }[];
  /** Begun so many days ago, in this period. */
  ago: number;
  state?: 'active' | 'past_due' | 'unpaid';
}

const dayMs = 86_400_000;
const included: Record<Product, number> = { texting: 500, dialer: 300, max_plus: 0, account: 0 };
const zone = ianaZones.est;

interface DemoPlans {
  companyId: number;
  company: DemoCompany;
  userIds: Map<string, number>;
}

export async function seedPlans(db: Db, { companyId: company_id, company: { users }, userIds }: DemoPlans): Promise<void> {
  const idsOf = (role: string) => users.filter((user) => user.role === role).map(({ email }) => userIds.get(email) ?? 0);
  const [[admin = 0], [manager], agents] = [idsOf('admin'), idsOf('manager'), idsOf('agent')];
  const [first, second, third] = agents;
  const plans = await seedOffers(db, company_id);
  if (admin) await seedCard(db, company_id, admin);
  const buy = (bought: Bought) => subscribe(db, company_id, plans, bought);
  await buy({
    product: 'account',
    level: 'premium',
    payer: 'company',
    payerId: null,
    cardOf: admin,
    quantity: 1,
    people: [],
    ago: 12,
  });
  await db.updateTable('companies').set({ needs_account: true }).where('company_id', '=', company_id).execute();
  const team = [first, second].flatMap((id, place) => (id ? [{ id, used: 140 + 210 * place }] : []));
  await buy({
    product: 'dialer',
    level: 'premium',
    payer: 'company',
    payerId: null,
    cardOf: admin,
    quantity: team.length + 1,
    people: team.map(({ id, used }) => ({ id, used: Math.round(used / 2) })),
    ago: 12,
  });
  if (manager) {
    const shared = { payer: 'manager', payerId: manager, cardOf: manager, ago: 9 } as const;
    await buy({
      ...shared,
      product: 'texting',
      level: 'premium',
      quantity: team.length + 2,
      people: [{ id: manager, used: 64 }, ...team],
    });
    await buy({
      ...shared,
      product: 'max_plus',
      level: 'standard',
      quantity: 2,
      people: team.slice(0, 1).map(({ id }) => ({ id, used: 0 })),
    });
  }
  const alone = manager ? third : first;
  if (alone) {
    const own = { payer: 'self', payerId: alone, cardOf: alone, quantity: 1 } as const;
    await buy({ ...own, product: 'texting', level: 'premium', people: [{ id: alone, used: 212 }], ago: 20 });
    await buy({ ...own, product: 'max_plus', level: 'premium', people: [{ id: alone, used: 0 }], ago: 2, state: 'past_due' });
  }
  await numberByTime(db, company_id);
}

/** As if each had got its number on the day on which it was paid. */
async function numberByTime(db: Db, company_id: number): Promise<void> {
  const aside = 1_000_000; // numbers are unique at each moment
  await sql`update invoices set number = number + ${aside} where company_id = ${company_id} and number is not null`.execute(db);
  await sql`
    update invoices i set number = n.place
    from (select id, row_number() over (order by paid_at, id) as place from invoices where company_id = ${company_id} and state = 'paid') n
    where i.company_id = ${company_id} and i.id = n.id`.execute(db);
}

/** The account's month failed ten days ago, as the card had expired: nobody works there until it is paid. */
export async function seedUnpaid(db: Db, { companyId: company_id, company: { users }, userIds }: DemoPlans): Promise<void> {
  const admin = userIds.get(users[0]?.email ?? '') ?? 0;
  const plans = await seedOffers(db, company_id);
  const account = { product: 'account', level: 'standard', payer: 'company', payerId: null } as const;
  await subscribe(db, company_id, plans, { ...account, cardOf: admin, quantity: 1, people: [], ago: 10, state: 'unpaid' });
  await db.updateTable('companies').set({ needs_account: true }).where('company_id', '=', company_id).execute();
}

type Plans = Map<string, number>;

async function seedOffers(db: Db, company_id: number): Promise<Plans> {
  const now = new Date();
  const rows = (['texting', 'dialer', 'max_plus', 'account'] as const).flatMap((product) =>
    (['standard', 'premium'] as const).map((level) => ({
      company_id,
      product,
      level,
      name: level === 'standard' ? 'Standard' : 'Premium',
      price: Math.round(Number(planPrices[level]) * 10_000),
      included: level === 'standard' ? Math.round(included[product] / 2) : included[product],
      created_at: now,
    })),
  );
  const enterprise = { name: 'Enterprise', price: 9_000_000, included: 20_000, enterprise: true };
  const [premium] = rows.filter(({ product, level }) => product === 'texting' && level === 'premium');
  const ids = await insertRows(db, 'plans', rows);
  await insertRows(db, 'plans', [{ ...premium, ...enterprise }]);
  return new Map(rows.map(({ product, level }, place) => [`${product} ${level}`, ids[place] ?? 0]));
}

/** With the invoices of its last three months. */
async function subscribe(
  db: Db,
  company_id: number,
  plans: Plans,
  { product, level, payer, payerId, cardOf, quantity, people, ago, state = 'active' }: Bought,
): Promise<void> {
  const price = Math.round(Number(planPrices[level]) * 10_000);
  const months = 3;
  const at = (month: number) => midnight(month, ago);
  const units = included[product];
  const id = await insertId(db, 'subscriptions', {
    company_id,
    product,
    payer,
    payer_id: payerId,
    card_user_id: cardOf,
    plan_id: plans.get(`${product} ${level}`),
    price,
    quantity,
    included: quantity * units,
    allocated: people.length * units,
    state,
    failure: state === 'active' ? null : 'expired',
    anchor: at(1 - months)
      .toISOString()
      .slice(0, 10),
    zone,
    periods: months,
    starts_at: at(0),
    due_at: at(1),
    created_at: at(1 - months),
  });
  const licences = Array.from({ length: quantity }, (_, place) => people[place]);
  await insertRows(
    db,
    'plan_licences',
    licences.map((person) => ({
      company_id,
      subscription_id: id,
      user_id: person?.id ?? null,
      allocation: person ? units : 0,
      used: Math.min(person?.used ?? 0, units),
      created_at: at(1 - months),
    })),
  );
  await seedInvoices(db, company_id, { id, cardOf, level, price, quantity, months, at, state });
}

interface Billed {
  id: number;
  cardOf: number;
  level: PlanLevel;
  price: number;
  quantity: number;
  months: number;
  at: (month: number) => Date;
  state: 'active' | 'past_due' | 'unpaid';
}

async function seedInvoices(
  db: Db,
  company_id: number,
  { id, cardOf, level, price, quantity, months, at, state }: Billed,
): Promise<void> {
  const { last } = (await db
    .selectFrom('invoice_numbers')
    .select('last')
    .where('company_id', '=', company_id)
    .executeTakeFirst()) ?? { last: 0 };
  const amount = price * quantity;
  const lines = JSON.stringify([{ text: level === 'standard' ? 'Standard' : 'Premium', quantity, price, amount }]);
  const rows = Array.from({ length: months }, (_, period) => {
    const issued = at(period - months + 1);
    const open = state !== 'active' && period === months - 1;
    return {
      company_id,
      subscription_id: id,
      user_id: cardOf,
      kind: 'period',
      period,
      lines,
      total: amount,
      starts_at: issued,
      ends_at: at(period - months + 2),
      issued_at: issued,
      state: open ? 'open' : 'paid',
      number: open ? null : last + period + 1,
      paid_at: open ? null : issued,
      failure: open ? 'expired' : null,
      // An expired card waits for another one, until the subscription ends.
      due_at: open ? new Date(issued.getTime() + (state === 'unpaid' ? 30 : 8) * dayMs) : issued,
    };
  });
  const ids = await insertRows(db, 'invoices', rows);
  if (await hasCard(db, company_id, cardOf)) {
    const card = await seedCard(db, company_id, cardOf);
    for (const [place, { state: stood, issued_at: at }] of rows.entries()) {
      const payment = { company_id, user_id: cardOf, kind: 'invoice', amount, description: 'Plan', at, card } as const;
      if (stood === 'paid') await seedPayment(db, { ...payment, invoice_id: ids[place] ?? 0 });
    }
  }
  const paid = rows.filter((row) => row.state === 'paid').length;
  await db
    .insertInto('invoice_numbers')
    .values({ company_id, last: last + paid })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet({ last: last + paid }))
    .execute();
}

async function hasCard(db: Db, company_id: number, user_id: number): Promise<boolean> {
  const found = db
    .selectFrom('card_customers')
    .select('user_id')
    .where('company_id', '=', company_id)
    .where('user_id', '=', user_id);
  return (await found.executeTakeFirst()) !== undefined;
}

/** Midnight in the zone of the demo, `ago` days before today and so many months later: near enough for a demo. */
function midnight(month: number, ago: number): Date {
  const day = new Date(Date.now() - ago * dayMs);
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + month, day.getUTCDate(), 5));
}
