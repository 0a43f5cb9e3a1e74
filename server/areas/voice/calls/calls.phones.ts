import { inTenant, type WorkCtx } from '#kernel/context.ts';
import { tellCentre } from './calls.tell.ts';

/** The user's first phone opened, or their last one closed. */
export const phoneChanged = (ctx: WorkCtx): Promise<void> => inTenant(ctx, (tx) => tellCentre(tx, [tx.actor.userId]));
