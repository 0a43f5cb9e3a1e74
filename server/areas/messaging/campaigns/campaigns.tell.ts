import type { Tx } from '#kernel/context.ts';

/** It names none: who is offered campaigns asks again. */
export const tellCampaigns = (tx: Tx) => tx.tell({ event: 'campaigns.changed' }, { to: 'messages.group' });
