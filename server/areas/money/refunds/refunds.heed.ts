// Acts on the processor's events: asks for the present state, and books it.
import { refreshCard } from '#areas/money/cards/cards.service.ts';
import { finishPayment } from '#areas/money/wallet/wallet.service.ts';
import type { EventObject } from '#kernel/cards/cards.ts';
import type { WorkCtx } from '#kernel/context.ts';
import { Failure } from '#kernel/errors.ts';
import { takeDispute } from './refunds.disputes.ts';
import { takeForeignRefunds } from './refunds.foreign.ts';
import { finishRefund } from './refunds.settle.ts';

interface Heard extends EventObject {
  payment: number | null;
  refund: number | null;
}

/** `payment` and `refund` are what our metadata says: one that is not ours, or is gone, changes nothing. */
export async function heedProcessor(ctx: WorkCtx, { kind, id, payment, refund }: Heard): Promise<void> {
  try {
    if (kind === 'card') await refreshCard(ctx, id);
    if (kind === 'charge' && payment) await finishPayment(ctx, payment);
    if (kind === 'refund' && refund) await finishRefund(ctx, refund);
    if (payment && (kind === 'refunds' || (kind === 'refund' && !refund))) await takeForeignRefunds(ctx, payment);
    if (kind === 'dispute' && payment) await takeDispute(ctx, payment, id);
  } catch (error) {
    if (!(error instanceof Failure && error.code === 'not_found')) throw error;
  }
}
