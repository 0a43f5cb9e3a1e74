// Text rules: everyone whose work allows it may text, or, where texting is sold, users with a wallet and a
// premium plan.
import { z } from 'zod';
import { textingOf } from '#areas/money/subscriptions/subscriptions.service.ts';
import type { Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { getSetting, setting } from '#kernel/settings.ts';

/** Only code and the operator change it. */
export const textingIsSold = setting('sends.texting_is_sold', z.boolean(), false);

/** The actor, as who pays. The permission of each call keeps basic users from texting many. */
export async function mustMayText(tx: Tx): Promise<void> {
  if (!(await getSetting(tx, textingIsSold))) return;
  if (!tx.actor.mayUse('wallet') || (await textingOf(tx, tx.actor.userId)) === null) throw fail('texts.no_plan');
}
