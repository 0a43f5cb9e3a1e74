// Which users an administrator keeps: those of the company, or of their business unit, who do not stand above them.

import { loginTypesFor } from '#contract/impersonation.ts';
import { reachOf } from '#contract/permissions.ts';
import { standsAbove } from '#contract/roles.ts';
import type { AdminUser } from '#contract/userAdmin.ts';
import type { Actor } from '#kernel/context.ts';
import type { UserRow } from './userAdmin.queries.ts';

/** Null: all units of the company. */
export const unitOf = (actor: Actor): number | null => (reachOf[actor.role] === 'company' ? null : actor.businessUnitId);

export function rightsOver(
  actor: Actor,
  user: Pick<UserRow, 'id' | 'role' | 'status' | 'relationship_manager'>,
): AdminUser['can'] {
  const own = user.id === actor.userId;
  const below = !standsAbove(user.role, actor.role);
  return {
    update: below,
    deactivate: below && !own && user.status !== 'inactive',
    reactivate: below && user.status === 'inactive',
    invite: below && user.status === 'invited',
    login: !own && user.status === 'active' && loginTypesFor(actor.role, user).length > 0,
  };
}
