// The users who are in a conversation now. Only the cable carries this: no table has it.
import { sql } from 'kysely';
import { whoReaches } from '#areas/identity/users/users.service.ts';
import type { Doing } from '#contract/conversationLists.ts';
import type { Tx } from '#kernel/context.ts';
import { findConversation, idsTogether } from './conversations.lists.ts';

/** Colleagues hear it about each conversation with this person that they see, and the actor too. */
export async function tellPresence(tx: Tx, id: number, doing: Doing): Promise<void> {
  await findConversation(tx, id); // 404 where it is not theirs to see
  const { userId, name } = tx.actor;
  const { rows } = await sql<{ id: number; owner_id: number | null }>`
    select v.id, v.owner_id from conversations v
    where v.company_id = ${tx.companyId} and v.id = any(${await idsTogether(tx, id)}::bigint[])`.execute(tx.db);
  for (const [owner_id, held] of Map.groupBy(rows, (row) => row.owner_id)) {
    const to = (await whoReaches(tx, [{ owner_id, pool_id: null }])).filter((reader) => reader !== userId);
    for (const { id } of held) tx.tell({ event: 'conversation.presence', id, user: { id: userId, name }, doing }, { to });
  }
}
