// A subscription ends, with everything that is open of it.
import { sql } from 'kysely';
import type { Decline } from '#contract/walletLists.ts';
import type { Tx } from '#kernel/context.ts';
import { type StoredSubscription, tellOf } from './subscriptions.queries.ts';

/** Its licences stay as they were, for the books, and give nothing any more. */
export async function endNow(tx: Tx, of: StoredSubscription, failure: Decline | null = null): Promise<void> {
  const now = tx.clock();
  await sql`
    update subscriptions set state = 'ended', ended_at = ${now}, cancel_at_end = false, next_plan_id = null, failure = ${failure}
    where company_id = ${tx.companyId} and id = ${of.id} and state <> 'ended'`.execute(tx.db);
  await voidOpen(tx, of.id);
  await tellOf(tx, of);
}

/** Cancels open invoices and pending orders; a charge that is confirmed later goes to the wallet. */
export async function voidOpen(tx: Tx, id: number, which = sql`true`): Promise<void> {
  await sql`
    update invoices set state = 'void'
    where company_id = ${tx.companyId} and subscription_id = ${id} and state = 'open' and ${which}`.execute(tx.db);
  await sql`
    update plan_orders set state = 'cancelled', settled_at = ${tx.clock()}
    where company_id = ${tx.companyId} and subscription_id = ${id} and state = 'pending'`.execute(tx.db);
}
