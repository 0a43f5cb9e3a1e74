// Keeping the users of a company: invited, changed, given a role. userAdmin.leave.ts has their leaving.

import { mustHaveMail } from '#areas/company/mail/mail.service.ts';
import { replanReminders } from '#areas/desk/calendar/calendar.service.ts';
import { endSessions, recheckSockets } from '#areas/identity/sessions/sessions.service.ts';
import { downlineOf, whoReaches } from '#areas/identity/users/users.service.ts';
import type { Variant } from '#contract/lookups.ts';
import { permissions, type Role } from '#contract/permissions.ts';
import { assignableRoles, canManage, roleName, rolesOf } from '#contract/roles.ts';
import type { AdminUser, AdminUserCreate, AdminUserQuery, AdminUserUpdate } from '#contract/userAdmin.ts';
import { userFileUrl } from '#contract/webpageParts.ts';
import { audit, changesOf, type Plain } from '#kernel/audit.ts';
import { type Ctx, inTenant, type Tx } from '#kernel/context.ts';
import { pageMeta } from '#kernel/db/paging.ts';
import { fail, wrong } from '#kernel/errors.ts';
import { userAdminJobs } from './userAdmin.jobs.ts';
import { rightsOver, unitOf } from './userAdmin.policy.ts';
import {
  deleteLogin,
  dropTokens,
  findUserRow,
  findUsers,
  hasBusinessUnit,
  insertLogin,
  insertUser,
  listActiveAdmins,
  listUserRows,
  lockTree,
  passOnReports,
  type UserRow,
  updateUserRow,
} from './userAdmin.queries.ts';

export async function listUsers(tx: Tx, query: AdminUserQuery) {
  const { rows, total } = await listUserRows(tx, unitOf(tx.actor), query, permissions['users.impersonate']);
  const variant = await variantOf(tx);
  return {
    data: rows.map((row) => present(tx, row, variant)),
    meta: pageMeta(query, total),
  };
}

export async function getUser(tx: Tx, id: number): Promise<AdminUser> {
  return present(tx, await getUserRow(tx, id), await variantOf(tx));
}

/** The invitation is a job's mail: it makes the token, which so is at rest nowhere but in the mail. */
export async function createUser(ctx: Ctx, { account_type: role, ...user }: AdminUserCreate): Promise<AdminUser> {
  mustHaveMail(ctx.platform);
  return inTenant(ctx, async (tx) => {
    mustAssignRole(tx, role, await variantOf(tx));
    await lockTree(tx);
    await mustBePlaced(tx, user);
    const id = await insertUser(tx, { ...user, role });
    tx.enqueue(userAdminJobs.mailInvitation, { userId: id });
    tellUsers(tx);
    await audit(tx, { action: 'users.invited', of: { type: 'user', id }, after: { ...user, role } });
    return getUser(tx, id);
  });
}

export async function updateUser(tx: Tx, id: number, change: AdminUserUpdate): Promise<AdminUser> {
  const user = await mustUpdate(tx, id);
  const moved = placeThatDiffers(change, user);
  if (moved.manager_id !== undefined) await lockTree(tx);
  await mustBePlaced(tx, moved, id);
  const moves = Object.keys(moved).length > 0;
  const held = [{ owner_id: id, pool_id: null }];
  const seers = moves ? await whoReaches(tx, held) : [];
  const { email, ...columns } = change;
  if (email !== undefined && email !== user.email) await moveLogin(tx, user, email);
  const username = user.username === user.email ? email : undefined; // of an invited user they are one
  const named = Object.fromEntries(Object.entries({ ...columns, email, username }).filter(([, value]) => value !== undefined));
  if (Object.keys(named).length > 0) await updateUserRow(tx, id, named);
  const { before, after } = changesOf(plain(user), named as Record<string, Plain>);
  if (Object.keys(after).length > 0) {
    await audit(tx, { action: 'users.changed', of: { type: 'user', id }, before, after });
    tx.tell({ event: 'me.changed' }, { to: [id] });
  }
  if (after.timezone !== undefined) await replanReminders(tx, id);
  if (moves) tellReach(tx, [id, ...new Set(seers).symmetricDifference(new Set(await whoReaches(tx, held)))]);
  tellUsers(tx);
  return getUser(tx, id);
}

type Place = Pick<AdminUserUpdate, 'business_unit_id' | 'manager_id'>;

/** A form sends all its fields: what stays needs no check, and no lock on the tree. */
const placeThatDiffers = ({ business_unit_id, manager_id }: Place, user: UserRow): Place => ({
  ...(business_unit_id !== undefined && business_unit_id !== user.business_unit.id && { business_unit_id }),
  ...(manager_id !== undefined && manager_id !== (user.manager?.id ?? null) && { manager_id }),
});

/** With another mailbox comes the password: the asker proves who they are, and both mailboxes are told. */
async function moveLogin(tx: Tx, { id, email: former, status }: UserRow, email: string): Promise<void> {
  if (!tx.actor.proved && tx.actor.impersonatorId === null) throw fail('sessions.prove_yourself');
  await deleteLogin(tx, id, former);
  await insertLogin(tx, id, email);
  await dropTokens(tx, id); // a link in the former mailbox opens no more
  if (id !== tx.actor.userId) await endSessions(tx, { ofUser: id });
  if (status === 'invited') tx.enqueue(userAdminJobs.mailInvitation, { userId: id });
  else tx.enqueue(userAdminJobs.mailNewEmail, { userId: id, former });
}

export async function listAssignableRoles(tx: Tx, id: number) {
  await getUserRow(tx, id);
  const { data } = await listUserRoles(tx);
  return { data: data.filter(({ can }) => can.assign) };
}

export async function listUserRoles(tx: Tx) {
  const variant = await variantOf(tx);
  const given = assignableRoles(variant, tx.actor.role, tx.actor.mayUse('regional'));
  const data = rolesOf(variant).map((value) => ({
    value,
    label: roleName(value, variant),
    can: { assign: given.includes(value) },
  }));
  return { data };
}

export async function updateUserRoles(tx: Tx, id: number, role: Role): Promise<AdminUser> {
  const user = await mustUpdate(tx, id);
  mustAssignRole(tx, role, await variantOf(tx));
  if (user.role === 'admin' && role !== 'admin') await mustNotBeLastAdmin(tx, id);
  if (user.role !== role) {
    if (canManage(user.role) && !canManage(role)) {
      await lockTree(tx);
      await passOnReports(tx, id, user.manager?.id ?? null); // nobody is managed by somebody who manages nobody
    }
    await updateUserRow(tx, id, { role });
    recheckSockets(tx);
    tellReach(tx, [id]);
    tellUsers(tx);
    tx.tell({ event: 'me.changed' }, { to: [id] });
    await audit(tx, { action: 'users.role_changed', of: { type: 'user', id }, before: { role: user.role }, after: { role } });
  }
  return getUser(tx, id);
}

export async function inviteAgain(ctx: Ctx, id: number): Promise<AdminUser> {
  mustHaveMail(ctx.platform);
  return inTenant(ctx, async (tx) => {
    const user = await mustUpdate(tx, id);
    if (user.status !== 'invited') throw fail('users.has_password');
    await dropTokens(tx, id);
    await updateUserRow(tx, id, { invited_at: tx.clock() });
    tx.enqueue(userAdminJobs.mailInvitation, { userId: id });
    tellUsers(tx);
    await audit(tx, { action: 'users.invited_again', of: { type: 'user', id }, after: { email: user.email } });
    return getUser(tx, id);
  });
}

export const listOwners = async (tx: Tx, q: string) => ({ data: await findUsers(tx, unitOf(tx.actor), q, { holding: false }) });
export const listPoolHolders = async (tx: Tx, q: string) => ({
  data: await findUsers(tx, unitOf(tx.actor), q, { holding: true }),
});

export async function getUserRow(tx: Tx, id: number): Promise<UserRow> {
  const row = await findUserRow(tx, unitOf(tx.actor), id);
  if (!row) throw fail('not_found');
  return row;
}

export async function mustUpdate(tx: Tx, id: number): Promise<UserRow> {
  const user = await getUserRow(tx, id);
  if (!rightsOver(tx.actor, user).update) throw fail('forbidden');
  return user;
}

export function mustAssignRole(tx: Tx, role: Role, variant: Variant) {
  if (!assignableRoles(variant, tx.actor.role, tx.actor.mayUse('regional')).includes(role))
    throw wrong('account_type', 'You cannot give this role');
}

/** In a business unit within reach, below somebody who manages people and is not below them. A change holds `lockTree`. */
export async function mustBePlaced(
  tx: Tx,
  { business_unit_id, manager_id }: { business_unit_id?: number | undefined; manager_id?: number | null | undefined },
  id?: number,
) {
  const unit = unitOf(tx.actor);
  if (
    business_unit_id !== undefined &&
    ((unit !== null && business_unit_id !== unit) || !(await hasBusinessUnit(tx, business_unit_id)))
  )
    throw wrong('business_unit_id', 'Choose a business unit from the list');
  if (manager_id === undefined || manager_id === null) return;
  const manager = await findUserRow(tx, unit, manager_id);
  if (!manager || manager.status === 'inactive' || !canManage(manager.role))
    throw wrong('manager_id', 'Choose somebody who manages people');
  if (id !== undefined && (await downlineOf(tx, id, true)).includes(manager_id))
    throw fail('users.circle', { errors: { manager_id: ['This person is below the user'] } });
}

export async function mustNotBeLastAdmin(tx: Tx, id: number) {
  if ((await listActiveAdmins(tx)).every((admin) => admin === id)) throw fail('users.last_admin');
}

export const tellUsers = (tx: Tx) => tx.tell({ event: 'users.changed' }, { to: 'users.manage' });

/** These users reach other contacts now: their lists are loaded again. */
export const tellReach = (tx: Tx, users: number[]) => tx.tell({ event: 'contacts.changed' }, { to: users });

export async function variantOf(tx: Tx): Promise<Variant> {
  const { variant } = await tx.db
    .selectFrom('companies')
    .select('variant')
    .where('company_id', '=', tx.companyId)
    .executeTakeFirstOrThrow();
  return variant as Variant;
}

/** The fields that a change may touch, as the audit log shows them. */
const plain = ({ business_unit, manager, ...user }: UserRow): Record<string, Plain> => ({
  ...user,
  business_unit_id: business_unit.id,
  manager_id: manager?.id ?? null,
});

function present(tx: Tx, { role, photo_id, ...row }: UserRow, variant: Variant): AdminUser {
  return {
    ...row,
    name: `${row.first_name} ${row.last_name}`.trim(),
    photo: userFileUrl(row.id, 'personal_photo', photo_id),
    account_type: role,
    role_name: roleName(role, variant),
    timezone: row.timezone as AdminUser['timezone'],
    can: rightsOver(tx.actor, { ...row, role }),
  };
}
