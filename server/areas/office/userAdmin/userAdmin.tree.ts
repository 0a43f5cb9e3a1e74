// The tree of people: its levels as they are opened, and what a move would change.
import type { DownlinePerson, MovePreview } from '#contract/downline.ts';
import { reachOf, roles } from '#contract/permissions.ts';
import { canManage, roleName, standsAbove } from '#contract/roles.ts';
import type { Tx } from '#kernel/context.ts';
import { unitOf } from './userAdmin.policy.ts';
import { getUserRow, mustBePlaced, mustUpdate, variantOf } from './userAdmin.service.ts';
import { countMove, listTreeRows } from './userAdmin.treeQueries.ts';

const pageSize = 100;

interface Level {
  parent_id?: number | undefined;
  business_unit_id?: number | undefined;
  page: number;
}

export async function listDownline(tx: Tx, { parent_id, business_unit_id, page }: Level) {
  if (parent_id !== undefined) await getUserRow(tx, parent_id);
  const unit = unitOf(tx.actor);
  // Another unit's people are not there for an administrator of one.
  const within =
    unit !== null && business_unit_id !== undefined && business_unit_id !== unit ? 0 : (unit ?? business_unit_id ?? null);
  const { rows, total } = await listTreeRows(
    tx,
    { parentId: parent_id ?? null, unit: parent_id === undefined ? within : unit },
    page,
    pageSize,
  );
  const variant = await variantOf(tx);
  const data = rows.map(({ role, ...row }): DownlinePerson => {
    return {
      ...row,
      account_type: role,
      role_name: roleName(role, variant),
      can: { move: !standsAbove(role, tx.actor.role), manage: canManage(role) },
    };
  });
  return { data, meta: { page, limit: pageSize, total_count: total, total_pages: Math.ceil(total / pageSize) } };
}

/** Throws what the move itself would throw. */
export async function previewMove(tx: Tx, id: number, managerId: number | null): Promise<MovePreview> {
  const user = await mustUpdate(tx, id);
  await mustBePlaced(tx, { manager_id: managerId }, id);
  const byDownline = roles.filter((role) => reachOf[role] === 'downline');
  return countMove(tx, { id, from: user.manager?.id ?? null, to: managerId, roles: byDownline });
}
