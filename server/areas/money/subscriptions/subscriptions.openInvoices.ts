// Months that are not paid: on whose card they are charged, and which of them a new card pays.
import { sql } from 'kysely';
import type { Tx } from '#kernel/context.ts';
import { lockSubscription, type StoredSubscription } from './subscriptions.queries.ts';

/** From now on its card is that of this user, also for the month that is open. */
export async function chargeTo(tx: Tx, { id }: StoredSubscription, userId: number): Promise<void> {
  await sql`
    update subscriptions set card_user_id = ${userId} where company_id = ${tx.companyId} and id = ${id}`.execute(tx.db);
  await sql`
    update invoices set user_id = ${userId}
    where company_id = ${tx.companyId} and subscription_id = ${id} and state = 'open' and kind = 'period'`.execute(tx.db);
}

/** Charges the company's unpaid months to this administrator, whose card is new: their screens ask for another card. */
export async function takeOver(tx: Tx, userId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from subscriptions
    where company_id = ${tx.companyId} and payer = 'company' and state in ('past_due', 'unpaid') and card_user_id <> ${userId}
    order by id limit 100`.execute(tx.db);
  for (const { id } of rows) {
    const of = await lockSubscription(tx, id);
    if (of.state === 'past_due' || of.state === 'unpaid') await chargeTo(tx, of, userId);
  }
}

/** Another card, or another try of the payer's: what is open is charged now. */
export async function listOpenOf(tx: Tx, userId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select i.id from invoices i where i.company_id = ${tx.companyId} and i.user_id = ${userId} and i.state = 'open' and i.kind = 'period'
    order by i.id limit 100`.execute(tx.db);
  return rows.map(({ id }) => id);
}
