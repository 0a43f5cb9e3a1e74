// A user leaves: nothing is charged to their card any more, and what they paid for is used to the end of its
// month.
import { sql } from 'kysely';
import type { Tx } from '#kernel/context.ts';
import { cancelLocked } from './subscriptions.buy.ts';
import { lockSubscription } from './subscriptions.queries.ts';

/** For the area userAdmin. A company's subscription goes on, and waits for the card of another administrator. */
export const subscriptionsOfLeaver = { cancel: cancelAll };

/** Granted ones cost nothing and end on their day. */
async function cancelAll(tx: Tx, userId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from subscriptions
    where company_id = ${tx.companyId} and payer_id = ${userId} and origin = 'bought' and state <> 'ended'
    order by id limit 100`.execute(tx.db);
  for (const { id } of rows) await cancelLocked(tx, await lockSubscription(tx, id), 'The payer has left');
}
