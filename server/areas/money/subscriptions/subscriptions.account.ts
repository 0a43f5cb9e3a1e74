// The account's own plan: who pays, what it costs, and a membership that an administrator grants.

import { sql } from 'kysely';
import { findTarget } from '#areas/identity/users/users.service.ts';
import type { Billing } from '#contract/billing.ts';
import type { PlanLevel } from '#contract/planLists.ts';
import type { Subscription } from '#contract/subscriptions.ts';
import { audit } from '#kernel/audit.ts';
import type { Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { activateRow, regrant } from './subscriptions.admin.ts';
import { listFailed, listUpcoming } from './subscriptions.billing.ts';
import { cancel, insertSubscription, type Placed } from './subscriptions.buy.ts';
import { endNow } from './subscriptions.end.ts';
import { chooseLevel, findLive, listLevels, planOfLevel } from './subscriptions.levels.ts';
import {
  isInUse,
  lockSubscription,
  presentSubscription,
  type StoredSubscription,
  selectSubscriptions,
} from './subscriptions.queries.ts';

type Type = 'personal' | 'company';

/** An administrator pays for the company, everyone else for themselves, unless they say otherwise. */
function payerOf(tx: Tx, type: Type | undefined): 'self' | 'company' {
  const mayPay = tx.actor.has('money.manage');
  if (type === 'company' && !mayPay) throw fail('forbidden');
  return (type ?? (mayPay ? 'company' : 'personal')) === 'company' ? 'company' : 'self';
}

export const choosePlan = (
  tx: Tx,
  { type, ...choice }: { plan: PlanLevel; amount: string; type?: Type | undefined },
): Promise<Placed> => chooseLevel(tx, 'account', { ...choice, payer: payerOf(tx, type) });

export const listAccountPlans = async (tx: Tx, { type }: { type?: Type | undefined }) => ({
  data: await listLevels(tx, 'account', payerOf(tx, type)),
});

export async function cancelPlan(tx: Tx, { reason, type }: { reason: string; type?: Type | undefined }): Promise<void> {
  const live = await findLive(tx, 'account', payerOf(tx, type));
  if (!live) throw fail('subscriptions.ended');
  await cancel(tx, 'account', live.id, reason);
  await audit(tx, {
    action: 'subscriptions.cancelled',
    of: { type: 'subscription', id: live.id },
    after: { plan: live.plan.name, reason },
  });
}

/** The one that counts for the actor: one in use before others, their own before the company's. */
export async function findAccount(tx: Tx): Promise<StoredSubscription | null> {
  const [found] = await selectSubscriptions(
    tx,
    sql`s.product = 'account' and s.state <> 'ended' and (s.payer = 'company' or s.payer_id = ${tx.actor.userId})`,
    sql`order by s.state in ('active', 'past_due') desc, s.payer = 'self' desc limit 1`,
  );
  return found ?? null;
}

export async function getBilling(tx: Tx): Promise<Billing> {
  const account = await findAccount(tx);
  const company = tx.actor.has('money.manage');
  return {
    account: account && presentSubscription(account),
    mine: account !== null && (account.payer === 'self' || company),
    cancel_reason: account?.cancel_reason ?? null,
    upcoming: await listUpcoming(tx),
    failed: await listFailed(tx),
    can: { company },
  };
}

/** Given again, it ends on the other day. One that the user bought is theirs: nobody takes it away or gives it. */
export async function grantMembership(
  tx: Tx,
  userId: number,
  { until, plan: level }: { until: string | null; plan: PlanLevel },
): Promise<Subscription | null> {
  if (!(await findTarget(tx, userId))) throw fail('not_found');
  const [live] = await selectSubscriptions(
    tx,
    sql`s.product = 'account' and s.payer = 'self' and s.payer_id = ${userId} and s.state <> 'ended'`,
  );
  if (live && live.origin !== 'granted') throw fail('subscriptions.exists');
  if (until === null) return live ? takeBack(tx, live.id) : null;
  const plan = await planOfLevel(tx, 'account', level);
  const id =
    live?.id ?? (await insertSubscription(tx, { product: 'account', payer: 'self', payerId: userId, plan, quantity: 1 }));
  if (live) await regrant(tx, id, plan);
  return activateRow(tx, await lockSubscription(tx, id), until, 'subscriptions.granted');
}

async function takeBack(tx: Tx, id: number): Promise<Subscription> {
  const of = await lockSubscription(tx, id);
  if (isInUse(of))
    await audit(tx, { action: 'subscriptions.ended', of: { type: 'subscription', id }, before: { state: of.state } });
  await endNow(tx, of);
  return presentSubscription(await lockSubscription(tx, id));
}
