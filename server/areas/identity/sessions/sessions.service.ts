// Sessions: begin, change the token, end. Every kind of sign-in (password, passkey, single sign-on) calls beginSession once it
// knows the user.
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { presentMe } from '#areas/identity/users/users.service.ts';
import type { Me } from '#contract/me.ts';
import type { signInMethods } from '#contract/sessions.ts';
import { audit } from '#kernel/audit.ts';
import { type Actor, type Ctx, inTenant, type PublicCtx, type Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { authenticate, createToken, endOf, hashToken, isAllowed, sessionCookie } from '#kernel/http/sessions.ts';
import { sessionJobs } from './sessions.jobs.ts';
import {
  findDemand,
  findLiveSession,
  holdPassword,
  insertSession,
  rememberDevice,
  replaceToken,
  revokeSessions,
} from './sessions.queries.ts';

interface Beginning {
  method: (typeof signInMethods)[number];
  /** IANA zone of the browser. */
  place: string;
  /** When the password used for this sign-in was set: if it has changed since, no session begins. */
  passwordOf?: string;
  /** Runs in the same transaction, with the new session's id. */
  also?(tx: Tx, sessionId: number): Promise<unknown>;
}

export { describeDevice } from './sessions.device.ts';
export { findLogin, forgetBrowsers, holdPassword, isKnownDevice, noteProof } from './sessions.queries.ts';

export const deviceCookie = 'device';
const deviceDays = 365;

/** Begins a session for `actor` with a new token, and sets its cookies. */
export async function beginSession(ctx: PublicCtx, actor: Actor, { method, place, passwordOf, also }: Beginning): Promise<Me> {
  const token = createToken(actor.companyId);
  await inTenant({ ...ctx, actor }, async (tx) => {
    await mustComeFromHere(tx, ctx.address);
    if (passwordOf !== undefined) await mustStillBe(tx, passwordOf);
    const { id } = await insertSession(tx, { ...sessionOf(ctx, token), user_id: actor.userId, method, place });
    const { known, first } = await rememberBrowser(ctx, tx);
    if (!known && !first) tx.enqueue(sessionJobs.alert, { sessionId: id });
    tx.tell({ event: 'sessions.changed' }, { to: [actor.userId] });
    await also?.(tx, id);
  });
  await endFormerSession(ctx);
  ctx.log.info({ company: actor.companyId, user: actor.userId, method, from: ctx.address }, 'signed in');
  return enter(ctx, token);
}

/** Marks this browser as known to the actor; its cookie names the browser, not the user. Returns whether it was known before, or any was. */
export function rememberBrowser({ cookies }: PublicCtx, tx: Tx): Promise<{ known: boolean; first: boolean }> {
  const device = cookies.get(deviceCookie) || randomBytes(32).toString('base64url');
  cookies.set(deviceCookie, device, deviceDays * 86_400);
  return rememberDevice(tx, hashToken(device));
}

/** The columns of a new session: its token, its browser and its end. */
export const sessionOf = (ctx: PublicCtx, token: string) => ({
  token_hash: hashToken(token),
  address: ctx.address,
  device: ctx.device,
  expires_at: endOf(sql`now()`, ctx.platform.config),
});

/** Makes the token's session the browser's session, and returns its user. */
export async function enter(ctx: PublicCtx, token: string): Promise<Me> {
  const session = await authenticate(ctx.platform, token, ctx.address);
  if (!session) throw fail('unauthenticated');
  ctx.cookies.setSession(token);
  return presentMe({ ...ctx, actor: session.actor });
}

/**
 * For changes of account security: the session gets a new token, so that a stolen old one is worthless; `othersEnd` ends all
 * other sessions.
 */
export async function changeSecurity<T>(
  ctx: Ctx,
  work: (tx: Tx) => Promise<T>,
  { othersEnd = false }: { othersEnd?: boolean } = {},
): Promise<T> {
  const token = createToken(ctx.actor.companyId);
  const result = await inTenant(ctx, async (tx) => {
    const done = await work(tx);
    if (othersEnd) await endSessions(tx, { ofUser: tx.actor.userId, except: tx.actor.sessionId });
    const renewed = await replaceToken(tx, tx.actor.sessionId ?? 0, hashToken(token), { previousServes: true });
    if (!renewed) throw fail('unauthenticated'); // it ended just now, for example by a password reset: `work` rolls back
    tx.tellSockets({ renewed: renewed.id });
    return done;
  });
  ctx.cookies.setSession(token);
  return result;
}

/** Ends these sessions and their sockets; returns how many were live. */
export async function endSessions(
  tx: Tx,
  which: Parameters<typeof revokeSessions>[1],
  how?: Parameters<typeof revokeSessions>[2],
): Promise<number> {
  const ended = await revokeSessions(tx, which, how);
  tx.tell({ event: 'sessions.changed' }, { to: ended.map((session) => session.user_id) });
  for (const { id, user_id, impersonator_id } of ended) {
    tx.tellSockets({ revoked: id });
    if (impersonator_id !== null) await audit(tx, { action: 'impersonation.ended', of: { type: 'user', id: user_id } });
  }
  return ended.length;
}

/** Call when sign-in rules changed: open sockets check at once whether they may stay. Calls check each time anyway. */
export const recheckSockets = (tx: Tx) => tx.tellSockets({ changed: true });

/** Locked until the transaction ends: a password change ends what began before it, and nothing begins after it. */
export async function mustStillBe(tx: Tx, passwordOf: string): Promise<void> {
  if ((await holdPassword(tx))?.password_changed_at !== passwordOf) throw fail('sessions.wrong_credentials');
}

/** A new sign-in in this browser ends the session before it, which would otherwise live on without its cookie. */
async function endFormerSession(ctx: PublicCtx): Promise<void> {
  const former = await authenticate(ctx.platform, ctx.cookies.get(sessionCookie), ctx.address);
  if (former) await inTenant({ ...ctx, actor: former.actor }, (tx) => leaveSession(tx, former.sessionId, { overtaken: true }));
}

/** While acting as someone else, signing out ends the own session too. Returns that session's id; null if it has ended already. */
export async function leaveSession(tx: Tx, id: number, how?: { overtaken: boolean }): Promise<number | null> {
  const session = await findLiveSession(tx, id);
  if (!session) return null;
  const own = session.original_id ?? session.id;
  await endSessions(tx, { ids: [own] }, how);
  return own;
}

async function mustComeFromHere(tx: Tx, address: string) {
  const { allowed } = await tx.db.selectNoFrom(isAllowed(tx.companyId, address).as('allowed')).executeTakeFirstOrThrow();
  if (!allowed) throw fail('sessions.address_refused');
}

/**
 * Whether the actor may use only the company's provider, neither password nor passkey: everyone if the company requires it,
 * except users who may repair single sign-on and need to get in when it fails.
 */
export async function isSsoRequired(tx: Tx): Promise<boolean> {
  if (tx.actor.has('access.manage') || !tx.actor.mayUse('single_sign_on')) return false;
  return (await findDemand(tx)) !== undefined;
}
