// The interface of subscriptions for other areas: who may text or call by their plan, and taking units of it.
import type { Tx } from '#kernel/context.ts';
import { type Held, licenceOf } from './subscriptions.units.ts';

export { findAccount } from './subscriptions.account.ts';
export { subscriptionsOfLeaver } from './subscriptions.leave.ts';
export { levelNames } from './subscriptions.levels.ts';
export type { StoredSubscription } from './subscriptions.queries.ts';
export { bookTaxOfRefund } from './subscriptions.tax.ts';
export { giveUnitsBack, licenceOf, takeUnits, takeUnitsUpTo, unitsLeft, useUnits } from './subscriptions.units.ts';

/** The licence with which this user may text: of a premium plan that is paid; null: none. */
export async function textingOf(tx: Tx, userId: number): Promise<Held | null> {
  const held = await licenceOf(tx, 'texting', userId);
  return held?.level === 'premium' ? held : null;
}
