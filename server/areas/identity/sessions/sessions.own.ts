// The sessions that one has, and their end.
import { mustProveOneself } from '#areas/identity/passwords/passwords.service.ts';
import { findSsoLogout } from '#areas/identity/sso/sso.service.ts';
import type { Session } from '#contract/sessions.ts';
import { type Ctx, inTenant, type Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { plainAddress } from '#kernel/http/addresses.ts';
import { describeDevice } from './sessions.device.ts';
import { findLiveSession, listLiveSessions, noteProof } from './sessions.queries.ts';
import { changeSecurity, endSessions, leaveSession } from './sessions.service.ts';

export async function listSessions(tx: Tx) {
  const rows = await listLiveSessions(tx);
  const data = rows.map(({ device, method, ...row }) => ({
    ...row,
    address: plainAddress(row.address) ?? row.address,
    method: method as Session['method'],
    device: describeDevice(device),
    current: row.id === tx.actor.sessionId,
  }));
  return { data };
}

export async function revokeSession(tx: Tx, id: number): Promise<void> {
  const session = await findLiveSession(tx, id);
  if (session?.user_id !== tx.actor.userId || session.impersonator_id !== null) throw fail('not_found');
  await endSessions(tx, { ids: [id] });
}

export async function revokeOtherSessions(tx: Tx) {
  return { revoked: await endSessions(tx, { ofUser: tx.actor.userId, except: tx.actor.sessionId }) };
}

/** Good for a quarter of an hour (the guard reads it), under a new token. Without a password the sign-in alone counts, and it is not renewed. */
export async function proveOneself(ctx: Ctx, password: string): Promise<void> {
  if (!(await mustProveOneself(ctx, password))) return;
  await changeSecurity(ctx, noteProof);
}

/** Answers where the browser goes on to sign out of the company's own sign-in, where the session came from there. */
export async function signOut(ctx: Ctx): Promise<{ sso_logout_url: string } | undefined> {
  const { sessionId } = ctx.actor;
  const own = await inTenant(ctx, (tx) => leaveSession(tx, sessionId ?? 0));
  ctx.cookies.dropSession();
  const url = own === null ? null : await findSsoLogout(ctx, own); // the provider may not answer: it is over here by then
  return url ? { sso_logout_url: url } : undefined;
}
