// Tells the user of the phone, and those who watch the calls of their people, about a call.
import { whoReaches } from '#areas/identity/users/users.service.ts';
import type { Tx } from '#kernel/context.ts';

interface Told {
  id: number;
  user_id: number;
}

export async function tellCall(tx: Tx, { id, user_id }: Told): Promise<void> {
  const watching = await whoReaches(tx, [{ owner_id: user_id, pool_id: null }], 'calls.watch');
  tx.tell({ event: 'call.changed', id }, { to: [...new Set([user_id, ...watching])] });
}

export const tellRinging = (tx: Tx, call: { id: number; sid: string; userId: number; number: string }): void =>
  tx.tell({ event: 'call.ringing', id: call.id, call_id: call.sid, number: call.number }, { to: [call.userId] });

/** Tells the users who watch these people's calls: the board's data beside calls has changed. */
export async function tellCentre(tx: Tx, people: readonly number[]): Promise<void> {
  const held = people.map((owner_id) => ({ owner_id, pool_id: null }));
  const to = await whoReaches(tx, held, 'calls.watch');
  if (to.length > 0) tx.tell({ event: 'call_centre.changed' }, { to });
}
