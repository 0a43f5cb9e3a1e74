// A user leaves: nothing is charged to their card any more, and what they paid for is used to the end of its
// month. Their licences of others' subscriptions are free for the payer to give again.
import { sql } from 'kysely';
import type { Tx } from '#kernel/context.ts';
import { cancelLocked } from './subscriptions.buy.ts';
import { takeFrom } from './subscriptions.licences.ts';
import { lockSubscription, type StoredSubscription, tellOf } from './subscriptions.queries.ts';

/** For the area userAdmin. A company's subscription goes on, and waits for the card of another administrator. */
export const subscriptionsOfLeaver = { leave };

/** In the order of ids, as every change of several subscriptions is. */
async function leave(tx: Tx, userId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select s.id from subscriptions s
    where s.company_id = ${tx.companyId} and s.state <> 'ended' and (s.payer_id = ${userId} or exists (
      select from plan_licences l where l.company_id = ${tx.companyId} and l.subscription_id = s.id and l.user_id = ${userId}))
    order by s.id limit 100`.execute(tx.db);
  for (const { id } of rows) {
    const of = await lockSubscription(tx, id);
    if (of.payer !== 'self') await freeLicence(tx, of, userId);
    // Granted ones cost nothing and end on their day.
    if (of.payer_id === userId && of.origin === 'bought' && of.state !== 'ended')
      await cancelLocked(tx, of, 'The payer has left');
  }
}

async function freeLicence(tx: Tx, of: StoredSubscription, userId: number): Promise<void> {
  if (await takeFrom(tx, of, userId)) await tellOf(tx, of);
}
