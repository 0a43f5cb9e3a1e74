// A top-up by a person: the intent is committed before the processor is asked, so that whatever dies in between, it is charged once.
import { findChargeable, mustHaveCards } from '#areas/money/cards/cards.service.ts';
import { moneyOf } from '#contract/kit/money.ts';
import type { Payment } from '#contract/wallet.ts';
import { CardsUnavailable } from '#kernel/cards/cards.ts';
import { type Ctx, inTenant, type Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { inTenantOnce } from '#kernel/http/once.ts';
import { finishPayment, getOwnPayment, insertPayment } from './wallet.payments.ts';

interface TopUp {
  amount: string;
  description: string;
}

export async function topUp(ctx: Ctx, asked: TopUp): Promise<Payment> {
  mustHaveCards(ctx.platform);
  const returnUrl = new URL('/wallet', ctx.origin).href;
  const { id } = await inTenantOnce(ctx, async (tx) => ({ id: await storeIntent(tx, asked, returnUrl) }));
  return returnToPayment(ctx, id);
}

async function storeIntent(tx: Tx, { amount, description }: TopUp, return_url: string): Promise<number> {
  const chargeable = await findChargeable(tx, tx.actor.userId);
  if (!chargeable) throw fail('cards.none');
  const payment = {
    kind: 'top_up',
    user_id: tx.actor.userId,
    amount: moneyOf(amount),
    description,
    return_url,
  } as const;
  const id = await insertPayment(tx, { ...payment, ...chargeable });
  if (id === null) throw fail('conflict');
  return id;
}

/** If the processor does not answer, the payment stays `pending`, and the pump finds out. */
export async function returnToPayment(ctx: Ctx, id: number): Promise<Payment> {
  try {
    await finishPayment(ctx, id);
  } catch (err) {
    if (!(err instanceof CardsUnavailable)) throw err;
    ctx.log.warn({ err, payment: id }, 'the card processor did not answer');
  }
  return inTenant(ctx, (tx) => getOwnPayment(tx, id));
}
