// Which shared views an actor sees: those of leaders above, and for a leader those of the people in reach.
import { sql } from 'kysely';
import { type ActorReach, reachOfActor, whoReaches } from '#areas/identity/users/users.service.ts';
import type { Tx } from '#kernel/context.ts';
import { type Condition, isAny } from '#kernel/db/sql.ts';

export interface Sight {
  /** Active leaders who reach the actor. */
  above: number[];
  /** Null for a user who leads nobody. */
  below: ActorReach | null;
}

export async function sightOf(tx: Tx): Promise<Sight> {
  const above = await whoReaches(tx, [{ owner_id: tx.actor.userId, pool_id: null }], 'team.lead');
  return { above, below: tx.actor.has('team.lead') ? await reachOfActor(tx) : null };
}

export const leads = ({ below }: Sight, ownerId: number): boolean =>
  below !== null && (below.company || below.ownerIds.includes(ownerId));

/** Over `saved_views v`, beside the actor's own. */
export function isShownTo({ above, below }: Sight): Condition {
  if (below?.company) return sql`not v.private`;
  return sql`(not v.private and ${isAny('v.owner_id', [...above, ...(below?.ownerIds ?? [])])})`;
}
