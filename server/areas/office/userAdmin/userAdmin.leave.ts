// A user leaves, and may come back: what ends, what a successor takes over, what is given back.

import {
  countRunningBulkActions,
  startBulkAction,
  stopBulkAction,
  stopBulkActionsOf,
  undoBulkAction,
} from '#areas/crm/bulk/bulk.service.ts';
import { assignOperation, countGivenBy } from '#areas/crm/contacts/contacts.service.ts';
import { importsGo, listRunningImports, passOnImports } from '#areas/crm/imports/imports.service.ts';
import { passOnTasks } from '#areas/desk/tasks/tasks.service.ts';
import { endSessions } from '#areas/identity/sessions/sessions.service.ts';
import { mustAssignTo } from '#areas/identity/users/users.service.ts';
import { Selection } from '#contract/contactsScope.ts';
import type { Belongings } from '#contract/userAdmin.ts';
import { loadActor } from '#kernel/actors.ts';
import type { Attached } from '#kernel/attached.ts';
import { audit } from '#kernel/audit.ts';
import { type Actor, type Ctx, inTenant, type Tx } from '#kernel/context.ts';
import { hasCode } from '#kernel/db/database.ts';
import { fail, wrong } from '#kernel/errors.ts';
import type { Operation } from '#kernel/jobs/operations.ts';
import { rightsOver } from './userAdmin.policy.ts';
import {
  addToPoolsOf,
  deleteLogins,
  deleteUser,
  dropTokens,
  findHandOver,
  holdsContacts,
  listBelongings,
  lockTree,
  moveRows,
  passOnReports,
  type UserRow,
  updateUserRow,
} from './userAdmin.queries.ts';
import { getUser, getUserRow, mustNotBeLastAdmin, mustUpdate, tellReach, tellUsers } from './userAdmin.service.ts';

/** The declarations of all areas. */
export interface Declared {
  attached: readonly Attached[];
  operations: readonly Operation[];
  /** Handed in, as campaigns ask the area compliance, which asks this one. */
  campaigns: CampaignsOfLeaver;
  /** Handed in, as subscriptions are an area of money. */
  subscriptions: { leave(tx: Tx, userId: number): Promise<void> };
}

export interface CampaignsOfLeaver {
  /** The user's running campaigns, and what becomes of each. */
  list(tx: Tx, user: Pick<UserRow, 'id' | 'role'>, successor: Actor | null): Promise<Belongings['running_campaigns']>;
  passOn(tx: Tx, user: UserRow, successor: Actor | null): Promise<void>;
}

export interface Successor {
  owner_id?: number | undefined;
  pool_id?: number | undefined;
}

/** `successorId`: who is to take over, as chosen so far. */
export async function getBelongings(ctx: Ctx, declared: Declared, id: number, successorId?: number): Promise<Belongings> {
  const successor = await loadSuccessor(ctx, successorId);
  return inTenant(ctx, async (tx) => {
    if (successorId !== undefined) await mustAssignTo(tx, { owner_id: successorId });
    return belongingsOf(tx, declared, id, successor);
  });
}

async function belongingsOf(tx: Tx, { campaigns }: Declared, id: number, successor: Actor | null): Promise<Belongings> {
  const { role } = await getUserRow(tx, id);
  const handOver = await findHandOver(tx, id);
  return {
    ...(await listBelongings(tx, id)),
    returnable: handOver ? await countGivenBy(tx, handOver.id) : 0,
    running_imports: (await listRunningImports(tx, id)).slice(0, 50),
    imports_go: await importsGo(tx, id, successor),
    running_bulk_actions: await countRunningBulkActions(tx, id),
    running_campaigns: (await campaigns.list(tx, { id, role }, successor)).slice(0, 50),
  };
}

const loadSuccessor = ({ platform, actor }: Ctx, id: number | undefined): Promise<Actor | null> =>
  id === undefined ? Promise.resolve(null) : loadActor(platform, actor.companyId, id, null);

/**
 * Sessions, links and bulk actions end at once; contacts follow as a bulk action. A successor takes over the user's pools,
 * imports and what `attached` says. The people below go to the user's own manager.
 */
export async function deactivateUser(ctx: Ctx, declared: Declared, id: number, to: Successor) {
  const successor = await loadSuccessor(ctx, to.owner_id);
  return inTenant(ctx, (tx) => deactivate(tx, declared, id, to, successor));
}

async function deactivate(
  tx: Tx,
  { attached, operations, campaigns, subscriptions }: Declared,
  id: number,
  to: Successor,
  successor: Actor | null,
) {
  await lockTree(tx);
  const user = await getUserRow(tx, id);
  if (!rightsOver(tx.actor, user).deactivate) throw fail('forbidden');
  if (user.role === 'admin') await mustNotBeLastAdmin(tx, id);
  if (to.owner_id === id) throw wrong('owner_id', 'Choose somebody else');
  const withContacts = await holdsContacts(tx, id);
  if (withContacts && to.owner_id === undefined && to.pool_id === undefined) throw fail('users.holds_contacts');
  const heir = to.owner_id === undefined ? { pool_id: to.pool_id ?? 0 } : { owner_id: to.owner_id };
  if (to.owner_id !== undefined || to.pool_id !== undefined) await mustAssignTo(tx, heir);
  const handOver = withContacts ? await startBulkAction(tx, assignOperation, allContactsOf({ owner_id: id }), heir) : null;
  if (to.owner_id !== undefined) {
    await addToPoolsOf(tx, id, to.owner_id);
    for (const each of movedRows(attached)) await moveRows(tx, each, id, to.owner_id);
  }
  await passOnTasks(tx, id, successor);
  await campaigns.passOn(tx, user, successor);
  await subscriptions.leave(tx, id);
  await updateUserRow(tx, id, { active: false, deactivated_at: tx.clock(), hand_over_id: handOver?.id ?? null });
  await passOnReports(tx, id, user.manager?.id ?? null);
  await passOnImports(tx, id, successor);
  await stopBulkActionsOf(tx, operations, id);
  await dropTokens(tx, id);
  await endSessions(tx, { ofUser: id });
  if (to.owner_id !== undefined) tellReach(tx, [to.owner_id]);
  tellUsers(tx);
  await audit(tx, {
    action: 'users.deactivated',
    of: { type: 'user', id },
    after: { successor: to.owner_id ?? null, pool: to.pool_id ?? null },
  });
  return { user: await getUser(tx, id), hand_over: handOver };
}

/** Contacts, the tree and tasks have ways of their own. */
const movedRows = (attached: readonly Attached[]) =>
  attached.filter(
    (each) => each.of === 'user' && each.handOver === 'move' && !['contacts', 'users', 'tasks'].includes(each.table),
  );

const allContactsOf = ({ owner_id, pool_id }: Successor) => {
  const search = owner_id === undefined ? [] : [{ field: 'owner', operator: 'any_of' as const, value: [owner_id] }];
  return Selection.parse({ all: true, contacts_scope: { search, pool_id: pool_id ?? 'all' } });
};

/** Stops a hand-over that still runs after its batch, so that it passes on no contact during the hand-back. */
export async function reactivateUser(
  tx: Tx,
  { operations }: Declared,
  id: number,
  { return_contacts }: { return_contacts: boolean },
) {
  await lockTree(tx);
  const user = await getUserRow(tx, id);
  if (!rightsOver(tx.actor, user).reactivate) throw fail('forbidden');
  const handOver = await findHandOver(tx, id);
  await updateUserRow(tx, id, { active: true, deactivated_at: null, hand_over_id: null });
  if (handOver && return_contacts) await stopBulkAction(tx, operations, handOver.id);
  const returns = handOver && return_contacts && (await countGivenBy(tx, handOver.id)) > 0;
  const handBack = returns ? await undoBulkAction(tx, handOver.id) : null;
  tellUsers(tx);
  await audit(tx, { action: 'users.reactivated', of: { type: 'user', id }, after: { contacts_returned: handBack !== null } });
  return { user: await getUser(tx, id), hand_back: handBack };
}

/** Removes the user if nothing depends on them yet, else deactivates them. */
export async function withdrawInvitation(ctx: Ctx, declared: Declared, id: number) {
  try {
    await inTenant(ctx, (tx) => removeInvited(tx, declared, id));
    return { user: null };
  } catch (error) {
    if (!hasCode(error, '23503')) throw error;
  }
  return { user: (await deactivateUser(ctx, declared, id, {})).user };
}

async function removeInvited(tx: Tx, { attached }: Declared, id: number): Promise<void> {
  const user = await mustUpdate(tx, id);
  if (user.status !== 'invited') throw fail('users.has_password');
  await deleteLogins(tx, id);
  await deleteUser(
    tx,
    attached.filter((each) => each.of === 'user' && each.purge === 'drop'),
    id,
  );
  tellUsers(tx);
  await audit(tx, {
    action: 'users.invitation_withdrawn',
    of: { type: 'user', id },
    before: { email: user.email, role: user.role },
  });
}
