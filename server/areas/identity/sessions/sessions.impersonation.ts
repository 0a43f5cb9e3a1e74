// Acting as another user, in steps: each starts a session of that user, which names the first person and the session behind.
import { downlineOf, findTarget, listLoginStack } from '#areas/identity/users/users.service.ts';
import { type LoginType, loginTypesFor, maxLoginStack, mayActAs } from '#contract/impersonation.ts';
import type { Me } from '#contract/me.ts';
import { reachOf } from '#contract/permissions.ts';
import { standsAbove } from '#contract/roles.ts';
import { loadActor } from '#kernel/actors.ts';
import { audit } from '#kernel/audit.ts';
import { type Actor, type Ctx, inTenant, type Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { createToken, hashToken } from '#kernel/http/sessions.ts';
import { findLiveSession, insertSession, replaceToken } from './sessions.queries.ts';
import { endSessions, enter, sessionOf } from './sessions.service.ts';

/** Ends with the session that it started in, or earlier. */
export async function loginAsUser(ctx: Ctx, userId: number, wanted?: LoginType): Promise<Me> {
  const { actor } = ctx;
  const first = await firstOf(ctx);
  const token = createToken(actor.companyId);
  await inTenant(ctx, async (tx) => {
    const session = await findLiveSession(tx, actor.sessionId ?? 0);
    if (!session) throw fail('unauthenticated');
    const types = await mustActAs(tx, first, userId);
    const login_type = wanted ?? types[0];
    if (!login_type || !types.includes(login_type)) throw fail('sessions.login_refused');
    await insertSession(tx, {
      ...sessionOf(ctx, token),
      user_id: userId,
      method: 'impersonation',
      impersonator_id: first.userId,
      original_id: session.original_id ?? session.id,
      parent_id: session.id,
      login_type,
      expires_at: session.expires_at,
    });
    await audit(tx, { action: 'impersonation.began', of: { type: 'user', id: userId }, after: { login_type } });
  });
  ctx.log.warn({ company: actor.companyId, user: userId, by: first.userId, as: actor.userId }, 'acts as another user');
  return enter(ctx, token);
}

export async function listLoginTypes(ctx: Ctx, userId: number) {
  const first = await firstOf(ctx);
  return { data: await inTenant(ctx, (tx) => mustActAs(tx, first, userId)) };
}

/** Returns to a session behind this one, under a new token, and ends those in between. */
export async function returnToSession(ctx: Ctx, id: number): Promise<Me> {
  const { actor } = ctx;
  const token = createToken(actor.companyId);
  await inTenant(ctx, async (tx) => {
    const stack = actor.impersonatorId === null ? [] : await listLoginStack(tx);
    const step = stack.findIndex(({ session_id }) => session_id === id);
    if (step < 0) throw fail((await isOwn(tx, id)) ? 'sessions.not_impersonating' : 'not_found');
    const between = stack.slice(step + 1).map(({ session_id }) => session_id);
    await endSessions(tx, { ids: [actor.sessionId ?? 0, ...between] }, { overtaken: true });
    await replaceToken(tx, id, hashToken(token), { previousServes: false }); // no running call carries the old token: the browser has used another one since
  });
  return enter(ctx, token);
}

/** The person at the keyboard. */
async function firstOf({ platform, actor }: Ctx): Promise<Actor> {
  if (actor.impersonatorId === null) return actor;
  const first = await loadActor(platform, actor.companyId, actor.impersonatorId, null);
  if (!first) throw fail('unauthenticated');
  return first;
}

/**
 * The first person must be allowed to act as the user, and the user that they act as now must reach this one: a stack only
 * goes down, and nobody stands in it twice. Returns the allowed kinds.
 */
async function mustActAs(tx: Tx, first: Actor, userId: number): Promise<LoginType[]> {
  const user = await findTarget(tx, userId);
  if (!user || userId === tx.actor.userId || userId === first.userId) throw fail('not_found');
  if (!mayActAs(first, user)) throw fail('sessions.login_refused');
  if (tx.actor.impersonatorId !== null) await mustGoDown(tx, user);
  return loginTypesFor(first.role, user);
}

async function mustGoDown(tx: Tx, user: { id: number; role: Actor['role']; business_unit_id: number }) {
  const { actor } = tx;
  const stack = await listLoginStack(tx);
  const reach = reachOf[actor.role];
  const within =
    reach === 'company' ||
    (reach === 'business_unit' && user.business_unit_id === actor.businessUnitId) ||
    (reach === 'downline' && (await downlineOf(tx, actor.userId, true)).includes(user.id));
  const again = stack.some(({ user_id }) => user_id === user.id);
  if (!within || again || stack.length + 1 >= maxLoginStack || standsAbove(user.role, actor.role))
    throw fail('sessions.login_refused');
}

async function isOwn(tx: Tx, id: number): Promise<boolean> {
  return tx.actor.impersonatorId === null && (await findLiveSession(tx, id))?.user_id === tx.actor.userId;
}
