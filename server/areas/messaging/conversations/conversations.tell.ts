import { whoReaches } from '#areas/identity/users/users.service.ts';
import type { Tx } from '#kernel/context.ts';

/** Screens of those who see the conversation ask again. */
export async function tellConversation(tx: Tx, { id, owner_id }: { id: number; owner_id: number | null }): Promise<void> {
  tx.tell({ event: 'conversation.changed', id }, { to: await whoReaches(tx, [{ owner_id, pool_id: null }]) });
}
