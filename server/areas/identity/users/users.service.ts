// Users of a company: the signed-in one, and whose contacts an actor may see.
import { findLogoUrl } from '#areas/company/settings/settings.service.ts';
import { featureNames } from '#contract/features.ts';
import { maxLoginStack } from '#contract/impersonation.ts';
import type { Variant } from '#contract/lookups.ts';
import type { Me } from '#contract/me.ts';
import {
  allows,
  mayTakeOver,
  notWhileActing,
  type Permission,
  permissions,
  type Reach,
  reachOf,
  roles,
} from '#contract/permissions.ts';
import { variantDefinitions } from '#contract/variants.ts';
import { userFileUrl } from '#contract/webpageParts.ts';
import { loadActor } from '#kernel/actors.ts';
import { type Actor, type Ctx, inTenant, type Tx } from '#kernel/context.ts';
import { fail, wrong } from '#kernel/errors.ts';
import { authenticateAgain } from '#kernel/http/sessions.ts';
import { readMeParts } from '#kernel/me.ts';
import {
  type ActorReach,
  countPeople,
  findAssignees,
  findBusinessUnits,
  findReachablePools,
  findTarget,
  getMeRow,
  listDownline,
  listHeldPools,
  listLoginStack,
  listReachers,
  listUsersOfUnit,
  acceptTerms as writeTerms,
  zoneOfUser,
} from './users.queries.ts';

export { type ActorReach, findBusinessUnits, isFavorite, zoneOfUser } from './users.queries.ts';

export const zoneOfActor = (tx: Tx): Promise<string> => zoneOfUser(tx, tx.actor.userId);

export async function reachOfActor(tx: Tx): Promise<ActorReach> {
  const reach = reachOf[tx.actor.role];
  if (reach === 'company') return { company: true };
  const [ownerIds, poolIds] = [await ownersWithin(tx, reach), await listHeldPools(tx, reach === 'business_unit')];
  return { company: false, ownerIds, poolIds };
}

/** The owner of a contact: a user, a pool or nobody. */
export interface Held {
  owner_id: number | null;
  pool_id: number | null;
}

/** Ids of active users with one of these owners in reach: reachOfActor from the other end. `having`: only users with this permission. */
export function whoReaches(tx: Tx, held: Held[], having: Permission = 'contacts.read'): Promise<number[]> {
  const reaching = (reach?: Reach) => roles.filter((role) => (!reach || reachOf[role] === reach) && allows(role, having));
  return listReachers(tx, {
    ownerIds: held.flatMap(({ owner_id }) => owner_id ?? []),
    poolIds: held.flatMap(({ pool_id }) => pool_id ?? []),
    anyRole: reaching(),
    downline: reaching('downline'),
    unit: reaching('business_unit'),
    company: reaching('company'),
  });
}

/** Everyone in the reach of a colleague, who is one of them: reachOfActor for somebody else. None for one who has left. */
export async function listPeopleWithin(tx: Tx, userId: number): Promise<number[] | 'company'> {
  const person = await findTarget(tx, userId);
  if (!person) return [];
  const reach = reachOf[person.role];
  if (reach === 'company') return 'company';
  return ownersWithin({ ...tx, actor: { ...tx.actor, userId, businessUnitId: person.business_unit_id } }, reach);
}

async function ownersWithin(tx: Tx, reach: 'own' | 'downline' | 'business_unit'): Promise<number[]> {
  if (reach === 'own') return [tx.actor.userId];
  if (reach === 'downline') return listDownline(tx, tx.actor.userId);
  return listUsersOfUnit(tx, tx.actor.businessUnitId);
}

/** A user whose account the actor may take over: act as them, set their password, remove their factors. Never oneself. */
export async function loadColleague({ platform, actor }: Ctx, userId: number): Promise<Actor> {
  const person = userId === actor.userId ? null : await loadActor(platform, actor.companyId, userId, null);
  if (!person) throw fail('not_found');
  if (!mayTakeOver(actor.role, person.role)) throw fail('forbidden');
  return person;
}

export { findTarget, listLoginStack } from './users.queries.ts';

/** A user and everyone below; `deep` false: only the direct reports, without the user. */
export async function downlineOf(tx: Tx, userId: number, deep: boolean): Promise<number[]> {
  return listDownline(tx, userId, deep ? undefined : 1);
}

/** An owner, a pool or both; what is null or left out is not asked for. */
interface Receiver {
  owner_id?: number | null | undefined;
  pool_id?: number | null | undefined;
}

/** Whether the actor may assign contacts to this user or pool: leaders within their reach, others to themselves and their pools. */
export const mustAssignTo = (tx: Tx, to: Receiver): Promise<void> => mustAssignToAll(tx, [to]);

/** To at most 50. */
export async function mustAssignToAll(tx: Tx, to: readonly Receiver[]): Promise<void> {
  const reach = await reachOfActor(tx);
  const owners = distinct(to.map(({ owner_id }) => owner_id)).filter((id) => id !== tx.actor.userId);
  const pools = distinct(to.map(({ pool_id }) => pool_id));
  if (owners.length > 0) {
    if (!tx.actor.has('contacts.assign_others')) throw fail('forbidden');
    if ((await findAssignees(tx, { ids: owners, reach })).length < owners.length)
      throw wrong('owner_id', 'You cannot assign contacts to this person');
  }
  if (pools.length > 0 && (await findReachablePools(tx, { ids: pools, reach })).length < pools.length)
    throw wrong('pool_id', 'You cannot assign contacts to this pool');
}

const distinct = (ids: (number | null | undefined)[]) => [...new Set(ids.flatMap((id) => id ?? []))];

/** Throws a field error where the company has no such business unit. */
export async function mustKnowUnit(tx: Tx, id: number | null | undefined): Promise<void> {
  if (id && (await findBusinessUnits(tx, id)).length === 0) throw wrong('business_unit_id', 'There is no such business unit');
}

/** Throws an error at `field` where one of these is no active person of the company, or of that business unit. */
export async function mustKnowPeople(tx: Tx, ids: readonly number[], field: string, unitId: number | null = null): Promise<void> {
  const wanted = [...new Set(ids)];
  if (wanted.length > 0 && (await countPeople(tx, wanted, unitId)) !== wanted.length)
    throw wrong(field, 'There is no such person to choose');
}

export async function listAssignees(tx: Tx, { q, ids }: { q: string; ids: number[] }) {
  const reach = await reachOfActor(tx);
  const mayAssign = tx.actor.has('contacts.assign_others');
  const wanted = ids.length > 0 ? { ids } : { q };
  const people = await findAssignees(tx, {
    ...wanted,
    reach: mayAssign ? reach : { company: false, ownerIds: [tx.actor.userId], poolIds: [] },
  });
  return { data: people, pools: await findReachablePools(tx, { ...wanted, reach }) };
}

/** Everyone but the company's administrators has only their own reach. */
export async function listManageableBusinessUnits(tx: Tx) {
  const whole = reachOf[tx.actor.role] === 'company';
  return { data: await findBusinessUnits(tx, whole ? undefined : tx.actor.businessUnitId) };
}

export const presentMe = (ctx: Pick<Ctx, 'platform' | 'clock' | 'log' | 'actor'>): Promise<Me> =>
  inTenant(ctx, async (tx) => {
    const [own, parts] = await Promise.all([presentOwn(tx), readMeParts(tx, ctx.platform.me)]);
    return { ...own, ...parts } as Me; // the response's schema finds a field that no area adds
  });

async function presentOwn(tx: Tx) {
  const [row, logo] = await Promise.all([getMeRow(tx), findLogoUrl(tx)]);
  const { role, impersonatorId, missing } = tx.actor;
  const stack = impersonatorId === null ? [] : await listLoginStack(tx);
  const behind = stack.at(-1);
  const variant = row.variant as Variant;
  const quietSince = row.held_since ?? row.quiet_since;
  const theme = { font_size: row.font_size, primary_color: row.primary_color, background: row.background } as Me['theme'];
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    roles: [role],
    tos: row.accepted_tos_at !== null,
    updated_tos: row.accepted_terms,
    profile: {
      ...theme,
      first_name: row.first_name,
      last_name: row.last_name,
      title: row.title,
      account_type: role,
      personal_photo: userFileUrl(row.id, 'personal_photo', row.photo_id),
      logo,
      about_me: row.about_me,
      dialer_verified_phone_number: row.dialer_number,
      dialer_enabled: tx.actor.mayUse('dialer') && tx.actor.mayUse('dialer_enabled'),
    },
    timezone: row.timezone as Me['timezone'],
    theme,
    message_alerts: { message_sound: row.message_sound, message_popup: row.message_popup },
    company: {
      id: row.company_id,
      name: row.company_name,
      domain_name: row.domain_name,
      number: row.company_number,
      variant,
      version: variantDefinitions[variant].version,
      product: variantDefinitions[variant].product,
      mark: variantDefinitions[variant].mark,
    },
    business_unit: { id: row.business_unit_id, name: row.business_unit_name, number: row.business_unit_number },
    number: row.number,
    admin: role === 'admin' || role === 'sub_admin',
    sub_admin: role === 'sub_admin',
    bu_admin: role === 'bu_admin',
    manager: role === 'manager',
    basic: role === 'basic' || role === 'pool_holder',
    aris: false,
    c_1: tx.actor.mayUse('call_centre'),
    wallet_feature_enabled: tx.actor.mayUse('wallet'),
    has_password: row.has_password,
    'two_fa_is_required?': row.two_factor_required,
    'has_2fa_enabled?': row.two_factor_since !== null,
    last_otp_at: row.last_otp_at,
    missing,
    quiet: quietSince === null ? null : { since: quietSince, by_operator: row.held_since !== null },
    impersonator: behind ? { name: behind.name, session_id: behind.session_id, login_type: behind.led_to } : null,
    login_stack: stack.map(({ name, session_id, login_type }) => ({ name, session_id, login_type })),
    may_act_further: stack.length > 0 && stack.length + 1 < maxLoginStack && reachOf[role] !== 'own',
    can: Object.fromEntries(
      (Object.keys(permissions) as Permission[]).map((name) => [name, isOffered(tx.actor, name)]),
    ) as Me['can'],
    features: Object.fromEntries(featureNames.map((name) => [name, tx.actor.mayUse(name)])) as Me['features'],
    state_key: `${row.company_id}.${row.id}.${variantDefinitions[variant].version}`,
    // Drafts are a browser's: an API key has none.
    draft_keys:
      tx.actor.apiKeyId !== null ? [] : tx.seal.deriveAll(`drafts ${row.company_id} ${row.id} ${impersonatorId ?? row.id}`),
  };
}

const isOffered = (actor: Actor, permission: Permission) =>
  actor.has(permission) && (actor.impersonatorId === null || !notWhileActing.includes(permission));

/** Accepts the terms and returns the user, with the next missing step. */
export async function acceptTerms(ctx: Ctx): Promise<Me> {
  await inTenant(ctx, writeTerms);
  const actor = await reloadActor(ctx);
  return presentMe({ ...ctx, actor });
}

/** The actor with the session's current state: a missing step may be done. */
async function reloadActor({ platform, actor, address }: Ctx): Promise<Actor> {
  const session =
    actor.sessionId === null ? null : await authenticateAgain(platform, { actor, sessionId: actor.sessionId }, address);
  if (!session) throw fail('unauthenticated');
  return session.actor;
}
