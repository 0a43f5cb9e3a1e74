// The plans that an office offers for one product.
import { sql } from 'kysely';
import { type Money, moneyOf } from '#contract/kit/money.ts';
import type { PlanLevel, Product } from '#contract/planLists.ts';
import type { Plan } from '#contract/subscriptions.ts';
import { audit } from '#kernel/audit.ts';
import type { Tx } from '#kernel/context.ts';
import { hasCode } from '#kernel/db/database.ts';
import { pageMeta, pageSql } from '#kernel/db/paging.ts';
import { escapeLike } from '#kernel/db/sql.ts';
import { fail, wrong } from '#kernel/errors.ts';
import { planColumns, presentPlan, type StoredPlan } from './subscriptions.queries.ts';

/** The cheapest first; at most 100. */
export async function listOffered(tx: Tx, product: Product, enterprise: boolean): Promise<StoredPlan[]> {
  const { rows } = await sql<StoredPlan>`
    select ${planColumns} from plans
    where company_id = ${tx.companyId} and product = ${product} and enterprise = ${enterprise} and retired_at is null
    order by price, name, id limit 100`.execute(tx.db);
  return rows;
}

interface Asked {
  q: string;
  page: number;
  limit: number;
  order: 'ASC' | 'DESC';
  order_field: 'name' | 'price' | 'included';
  all: boolean;
}

export async function listPlans(tx: Tx, product: Product, query: Asked) {
  const direction = sql.raw(query.order);
  const { rows } = await sql<StoredPlan & { total: number }>`
    select ${planColumns}, count(*) over () as total from plans
    where company_id = ${tx.companyId} and product = ${product} and name ilike ${`%${escapeLike(query.q)}%`}
      and ${query.all ? sql`true` : sql`retired_at is null`}
    order by ${sql.ref(query.order_field)} ${direction}, id ${direction} ${pageSql(query)}`.execute(tx.db);
  return { data: rows.map(({ total: _, ...plan }) => presentPlan(plan)), meta: pageMeta(query, rows[0]?.total ?? 0) };
}

export async function getPlan(tx: Tx, product: Product, id: number): Promise<Plan> {
  const { rows } = await sql<StoredPlan>`
    select ${planColumns} from plans where company_id = ${tx.companyId} and product = ${product} and id = ${id}`.execute(tx.db);
  if (!rows[0]) throw fail('not_found');
  return presentPlan(rows[0]);
}

interface Fields {
  name: string;
  level: PlanLevel;
  price: string;
  included: number;
  enterprise: boolean;
}

const nameTaken = (error: unknown) =>
  hasCode(error, '23505') ? fail('lookups.name_taken', { errors: { name: ['A plan with this name exists already'] } }) : error;

/** So that a month of one licence can be charged to a card. */
function mustBeChargeable(price: string | undefined): void {
  const amount = moneyOf(price ?? '0');
  if (amount > 0 && amount < moneyOf('0.50')) throw wrong('price', 'Enter 0, or at least 0.50: a card cannot be charged less');
}

export async function createPlan(tx: Tx, product: Product, { price, ...fields }: Fields): Promise<Plan> {
  mustBeChargeable(price);
  try {
    const { id } = await tx.db
      .insertInto('plans')
      .values({ ...fields, product, price: moneyOf(price) as Money, company_id: tx.companyId, created_at: tx.clock() })
      .returning('id')
      .executeTakeFirstOrThrow();
    await audit(tx, { action: 'plans.created', of: { type: 'plan', id }, after: { ...fields, price, product } });
    return getPlan(tx, product, id);
  } catch (error) {
    throw nameTaken(error);
  }
}

type Changes = { [K in keyof Omit<Fields, 'enterprise'>]?: Fields[K] | undefined };

export async function updatePlan(tx: Tx, product: Product, id: number, { price, ...fields }: Changes): Promise<Plan> {
  mustBeChargeable(price);
  const before = await getPlan(tx, product, id);
  const changes = { ...fields, ...(price !== undefined && { price: moneyOf(price) }) };
  try {
    await tx.db.updateTable('plans').set(changes).where('company_id', '=', tx.companyId).where('id', '=', id).execute();
  } catch (error) {
    throw nameTaken(error);
  }
  const after = await getPlan(tx, product, id);
  await audit(tx, { action: 'plans.changed', of: { type: 'plan', id }, before: facts(before), after: facts(after) });
  return after;
}

const facts = ({ name, level, price, included }: Plan) => ({ name, level, price, included });

export async function retirePlan(tx: Tx, product: Product, id: number): Promise<void> {
  const { name } = await getPlan(tx, product, id);
  await sql`
    update plans set retired_at = coalesce(retired_at, ${tx.clock()}) where company_id = ${tx.companyId} and id = ${id}`.execute(
    tx.db,
  );
  await audit(tx, { action: 'plans.retired', of: { type: 'plan', id }, before: { name } });
}
