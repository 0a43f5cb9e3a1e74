import { whoReaches } from '#areas/identity/users/users.service.ts';
import type { Tx } from '#kernel/context.ts';

interface Told {
  id: number;
  owner_id: number | null;
}

export const tellConversation = (tx: Tx, told: Told): Promise<void> => tellConversations(tx, [told]);

/** Screens of those who see the conversations ask again. */
export async function tellConversations(tx: Tx, all: readonly Told[]): Promise<void> {
  for (const [owner_id, held] of Map.groupBy(all, (one) => one.owner_id)) {
    const to = await whoReaches(tx, [{ owner_id, pool_id: null }]);
    for (const { id } of held) tx.tell({ event: 'conversation.changed', id }, { to });
  }
}
