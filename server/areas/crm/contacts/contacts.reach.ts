// Which contacts a user reaches: their own, those of the people below them, and those in their pools.

import { sql } from 'kysely';
import type { ActorReach } from '#areas/identity/users/users.service.ts';
import { type Condition, isAny } from '#kernel/db/sql.ts';

/** Whether a row lies in the actor's reach: what decides between a record, a limited card and a 404. */
export function inReach(reach: ActorReach, alias = 'c'): Condition {
  if (reach.company) return sql`true`;
  return sql`(${isAny(`${alias}.owner_id`, reach.ownerIds)} or ${isAny(`${alias}.pool_id`, reach.poolIds)})`;
}
