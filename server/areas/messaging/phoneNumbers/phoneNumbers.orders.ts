// Buying a number. The order is stored with its money held, then the carrier is asked, then the number is
// kept; a process may die between any two of these. The pump asks again, and the carrier answers with the
// same number.
import { sql } from 'kysely';
import { lookSoon } from '#areas/messaging/registrations/registrations.service.ts';
import { getLine, urlOf } from '#areas/messaging/webhooks/webhooks.service.ts';
import { findChargeable, mustHaveCards } from '#areas/money/cards/cards.service.ts';
import {
  finishPayment,
  holdUsage,
  insertPayment,
  priceOf,
  releaseUsage,
  settleUsage,
} from '#areas/money/wallet/wallet.service.ts';
import { formatPhone } from '#contract/kit/formats.ts';
import { type Money, moneyText } from '#contract/kit/money.ts';
import type { NumberOrder } from '#contract/phoneNumbers.ts';
import { type Ctx, inTenant, type Tx, type WorkCtx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { inTenantOnce } from '#kernel/http/once.ts';
import type { Pump } from '#kernel/jobs/pump.ts';
import { type Telephony, TelephonyRefused, TelephonyUnavailable } from '#kernel/telephony/telephony.ts';
import { findNumber } from './phoneNumbers.choose.ts';
import { phoneNumberJobs } from './phoneNumbers.jobs.ts';
import { textHook } from './phoneNumbers.names.ts';
import { tellNumbers } from './phoneNumbers.queries.ts';

interface Asked {
  phone_number: string;
  use_wallet: boolean;
  for_company: boolean;
}

interface Order extends Omit<NumberOrder, 'amount' | 'action_url' | 'phone_number'> {
  number: string;
  user_id: number;
  amount: Money;
  payment_id: number | null;
}

/** Milliseconds until the pump looks at an order that is not settled. */
const lookAfter = 20_000;
/** The hold is asked about by the pump long before. */
const holdMs = 86_400_000;

export function mustHaveTelephony({ platform }: Pick<WorkCtx, 'platform'>): Telephony {
  if (!platform.telephony) throw fail('numbers.not_configured');
  return platform.telephony;
}

export function purchase(ctx: Ctx, asked: Asked): Promise<NumberOrder> {
  mustHaveTelephony(ctx);
  if (!asked.use_wallet) mustHaveCards(ctx.platform);
  return inTenantOnce(ctx, (tx) => storeOrder(tx, asked, new URL('/numbers', ctx.origin).href));
}

async function storeOrder(tx: Tx, { phone_number: number, use_wallet, for_company }: Asked, returnUrl: string) {
  if (!tx.actor.mayUse('texting')) throw fail('feature_off');
  if (for_company && !tx.actor.has('numbers.manage')) throw fail('forbidden');
  if (await findNumber(tx, number)) throw fail('numbers.taken');
  const amount = await priceOf(tx, 'phone_number');
  const payment_id = use_wallet ? null : await storePayment(tx, number, amount, returnUrl);
  const now = tx.clock();
  const row = await tx.db
    .insertInto('number_orders')
    .values({
      company_id: tx.companyId,
      number,
      user_id: tx.actor.userId,
      for_company,
      state: use_wallet ? 'buying' : 'paying',
      amount,
      payment_id,
      created_at: now,
      due_at: new Date(now.getTime() + lookAfter),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) throw fail('numbers.taken');
  if (use_wallet && !(await holdPrice(tx, { id: row.id, user_id: tx.actor.userId }))) throw fail('wallet.insufficient_funds');
  tx.enqueue(phoneNumberJobs.fulfil, { id: row.id }, { key: `number_order:${row.id}` });
  tellNumbers(tx, [tx.actor.userId]);
  return getOrder(tx, row.id);
}

/**
 * The card fills the wallet by the price: where the carrier refuses then, the money is there and can be spent
 * again.
 */
async function storePayment(tx: Tx, number: string, amount: Money, return_url: string): Promise<number> {
  const chargeable = await findChargeable(tx, tx.actor.userId);
  if (!chargeable) throw fail('cards.none');
  const about = { user_id: tx.actor.userId, kind: 'top_up', amount, description: `Phone number ${formatPhone(number)}` } as const;
  const id = await insertPayment(tx, { ...about, ...chargeable, return_url });
  if (id === null) throw fail('conflict');
  return id;
}

const holdKey = (id: number) => `number_order:${id}`;

const holdPrice = (tx: Tx, { id, user_id: userId }: Pick<Order, 'id' | 'user_id'>) =>
  holdUsage(tx, {
    userId,
    usageType: 'phone_number',
    quantity: 1,
    key: holdKey(id),
    expiresAt: new Date(tx.clock().getTime() + holdMs),
  });

/** The job of one order. */
export async function fulfil(ctx: WorkCtx, id: number): Promise<void> {
  const telephony = mustHaveTelephony(ctx);
  let order = await inTenant(ctx, (tx) => readOrder(tx, id));
  if (order.state === 'paying' && order.payment_id !== null) {
    await finishPayment(ctx, order.payment_id);
    order = await inTenant(ctx, (tx) => afterPayment(tx, id));
  }
  if (order.state !== 'buying') return;
  const { number } = order;
  const { token } = await inTenant(ctx, (tx) => getLine(tx, textHook));
  try {
    const inbound = urlOf(ctx.platform.config, textHook, token);
    const bought = await telephony.buyNumber(number, { owner: ownerOf(ctx.actor), inbound });
    await inTenant(ctx, (tx) => keepNumber(tx, id, bought.id));
  } catch (error) {
    // If the carrier sold it all the same, the next order finds it by its owner.
    const isOver = error instanceof TelephonyUnavailable && ctx.clock().getTime() - Date.parse(order.created_at) > holdMs;
    if (!(error instanceof TelephonyRefused) && !isOver) throw error;
    ctx.log.warn({ err: error, order: id }, 'the carrier sold no number');
    await inTenant(ctx, (tx) => endOrder(tx, id, 'taken'));
  }
}

/** Of a number at the carrier, whose account all companies share. */
const ownerOf = ({ companyId }: { companyId: number }) => `steward company ${companyId}`;

/** Paid: the price is held, and the number can be bought. */
async function afterPayment(tx: Tx, id: number): Promise<Order> {
  const order = await readOrder(tx, id, { lock: true });
  if (order.state !== 'paying') return order;
  const { rows } = await sql<{ state: string }>`
    select state from payments where company_id = ${tx.companyId} and id = ${order.payment_id}`.execute(tx.db);
  if (rows[0]?.state === 'failed') await endOrder(tx, id, 'payment');
  else if (rows[0]?.state === 'succeeded' && !(await holdPrice(tx, order))) await endOrder(tx, id, 'no_funds');
  else if (rows[0]?.state === 'succeeded')
    await sql`update number_orders set state = 'buying' where company_id = ${tx.companyId} and id = ${id}`.execute(tx.db);
  tellNumbers(tx, [order.user_id]);
  return readOrder(tx, id);
}

async function keepNumber(tx: Tx, id: number, provider_id: string): Promise<void> {
  const { state, number, user_id, for_company } = await readOrder(tx, id, { lock: true });
  if (state !== 'buying') return;
  await sql`
    insert into phone_numbers (company_id, number, user_id, payer_id, provider_id, bought_at, rent_due_at, registration)
    values (${tx.companyId}, ${number}, ${for_company ? null : user_id}, ${user_id}, ${provider_id}, ${tx.clock()},
      ${tx.clock()}::timestamptz + interval '1 month', 'none')`.execute(tx.db);
  await sql`
    insert into called_numbers (number, company_id) values (${number}, ${tx.companyId}) on conflict (number) do nothing`.execute(
    tx.db,
  );
  await settleUsage(tx, {
    userId: user_id,
    usageType: 'phone_number',
    quantity: 1,
    key: holdKey(id),
    note: `${formatPhone(number)}, first month`,
  });
  await sql`
    update number_orders set state = 'done', settled_at = ${tx.clock()} where company_id = ${tx.companyId} and id = ${id}`.execute(
    tx.db,
  );
  await lookSoon(tx);
  tellNumbers(tx, [user_id]);
  tx.tell({ event: 'me.changed' }, { to: [user_id] });
}

async function endOrder(tx: Tx, id: number, reason: NonNullable<Order['reason']>): Promise<void> {
  const { state, user_id } = await readOrder(tx, id, { lock: true });
  if (state === 'buying') await releaseUsage(tx, holdKey(id));
  else if (state !== 'paying') return;
  await sql`
    update number_orders set state = 'failed', reason = ${reason}, settled_at = ${tx.clock()}
    where company_id = ${tx.companyId} and id = ${id}`.execute(tx.db);
  tellNumbers(tx, [user_id]);
}

export const orderPump: Pump = {
  name: 'phoneNumbers.orders',
  async listDue(db, now, limit) {
    const { rows } = await sql<{ company_id: number }>`
      select company_id from number_orders where state in ('paying', 'buying') and due_at <= ${now}
      group by company_id limit ${limit}`.execute(db);
    return rows.map(({ company_id }) => company_id);
  },
  async turn(tx, limit) {
    const { rows } = await sql<{ id: number }>`
      update number_orders set due_at = ${new Date(tx.clock().getTime() + 3 * lookAfter)}
      where company_id = ${tx.companyId} and id in (
        select o.id from number_orders o
        where o.company_id = ${tx.companyId} and o.state in ('paying', 'buying') and o.due_at <= ${tx.clock()}
        order by o.due_at limit ${limit} for update skip locked)
      returning id`.execute(tx.db);
    for (const { id } of rows) tx.enqueue(phoneNumberJobs.fulfil, { id }, { key: `number_order:${id}` });
    return rows.length;
  },
};

async function readOrder(tx: Tx, id: number, { lock = false } = {}): Promise<Order> {
  const { rows } = await sql<Order>`
    select id, number, user_id, for_company, state, reason, amount, payment_id, created_at from number_orders
    where company_id = ${tx.companyId} and id = ${id} ${lock ? sql`for update` : sql``}`.execute(tx.db);
  if (!rows[0]) throw fail('not_found');
  return rows[0];
}

type PresentableOrder = Omit<NumberOrder, 'amount'> & { amount: Money };

const orderColumns = sql`
  o.id, o.number as phone_number, o.for_company, o.state, o.reason, o.amount, o.created_at,
  case when o.state = 'paying' and p.state = 'requires_action' then p.action_url end as action_url`;

async function getOrder(tx: Tx, id: number): Promise<NumberOrder> {
  const { rows } = await sql<PresentableOrder>`
    select ${orderColumns} from number_orders o
    left join payments p on p.company_id = ${tx.companyId} and p.id = o.payment_id
    where o.company_id = ${tx.companyId} and o.id = ${id}`.execute(tx.db);
  if (!rows[0]) throw fail('not_found');
  return presentOrder(rows[0]);
}

/** The actor's open orders, and those that failed within a day: at most 10. */
export async function listOwnOrders(tx: Tx): Promise<NumberOrder[]> {
  const { rows } = await sql<PresentableOrder>`
    select ${orderColumns} from number_orders o
    left join payments p on p.company_id = ${tx.companyId} and p.id = o.payment_id
    where o.company_id = ${tx.companyId} and o.user_id = ${tx.actor.userId}
      and (o.state in ('paying', 'buying') or o.state = 'failed' and o.created_at > ${tx.clock()}::timestamptz - interval '1 day')
    order by o.id desc limit 10`.execute(tx.db);
  return rows.map(presentOrder);
}

const presentOrder = (row: PresentableOrder): NumberOrder => ({ ...row, amount: moneyText(row.amount) });
