// Acting as another user: starts a session of that user that names the actor, and returns from it.
import { loadColleague } from '#areas/identity/users/users.service.ts';
import type { Me } from '#contract/users.ts';
import { audit } from '#kernel/audit.ts';
import { type Ctx, inTenant } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { createToken, hashToken } from '#kernel/http/sessions.ts';
import { findLiveSession, insertSession, replaceToken } from './sessions.queries.ts';
import { endSessions, enter, sessionOf } from './sessions.service.ts';

/** Ends with the session that it started in, or earlier. */
export async function loginAsUser(ctx: Ctx, userId: number): Promise<Me> {
  const { actor } = ctx;
  await loadColleague(ctx, userId);
  const token = createToken(actor.companyId);
  await inTenant(ctx, async (tx) => {
    const session = await findLiveSession(tx, actor.sessionId ?? 0);
    if (!session) throw fail('unauthenticated');
    await insertSession(tx, {
      ...sessionOf(ctx, token),
      user_id: userId,
      method: 'impersonation',
      impersonator_id: actor.userId,
      original_id: session.id,
      expires_at: session.expires_at,
    });
    await audit(tx, { action: 'impersonation.began', of: { type: 'user', id: userId } });
  });
  ctx.log.warn({ company: actor.companyId, user: userId, by: actor.userId }, 'acts as somebody else');
  return enter(ctx, token);
}

/** Returns only to the session that this one started in, under a new token. */
export async function returnToSession(ctx: Ctx, id: number): Promise<Me> {
  const { actor } = ctx;
  const token = createToken(actor.companyId);
  await inTenant(ctx, async (tx) => {
    const own = await findLiveSession(tx, actor.sessionId ?? 0);
    const original = await findLiveSession(tx, id);
    if (original && own && own.impersonator_id === null && original.user_id === actor.userId)
      throw fail('sessions.not_impersonating');
    if (!own || own.original_id !== id || original?.user_id !== own.impersonator_id) throw fail('not_found');
    await endSessions(tx, { ids: [own.id] }, { overtaken: true });
    await audit(tx, { action: 'impersonation.ended', of: { type: 'user', id: actor.userId } });
    await replaceToken(tx, id, hashToken(token), { previousServes: false }); // no running call carries the old token: the browser has used another one since
  });
  return enter(ctx, token);
}
