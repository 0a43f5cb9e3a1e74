// Sessions: how one begins, changes its token and ends. Whoever has found out who somebody is (password, passkey, single sign-on) begins
// it here.
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { presentMe } from '#areas/identity/users/users.service.ts';
import type { signInMethods } from '#contract/sessions.ts';
import type { Me } from '#contract/users.ts';
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
  /** The password that was right, by when it was set: where it has been changed since, there is no session. */
  passwordOf?: string;
  /** In the same transaction, with the new session's id. */
  also?(tx: Tx, sessionId: number): Promise<unknown>;
}

export { describeDevice } from './sessions.device.ts';
export { findLogin, forgetBrowsers, holdPassword, isKnownDevice, noteProof } from './sessions.queries.ts';

export const deviceCookie = 'device';
const deviceDays = 365;

/** A new session for who has been found to be `actor`, with a token of its own whatever the browser had; sets its cookies. */
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

/** From now on this browser is one that the actor comes in with: its cookie names it, and nobody. Answers whether it was so before, or any was. */
export function rememberBrowser({ cookies }: PublicCtx, tx: Tx): Promise<{ known: boolean; first: boolean }> {
  const device = cookies.get(deviceCookie) || randomBytes(32).toString('base64url');
  cookies.set(deviceCookie, device, deviceDays * 86_400);
  return rememberDevice(tx, hashToken(device));
}

/** What a session's row says of the browser. */
export const sessionOf = (ctx: PublicCtx, token: string) => ({
  token_hash: hashToken(token),
  address: ctx.address,
  device: ctx.device,
  expires_at: endOf(sql`now()`, ctx.platform.config),
});

/** Takes the token's session as the browser's, and answers who that is. */
export async function enter(ctx: PublicCtx, token: string): Promise<Me> {
  const session = await authenticate(ctx.platform, token, ctx.address);
  if (!session) throw fail('unauthenticated');
  ctx.cookies.setSession(token);
  return inTenant({ ...ctx, actor: session.actor }, presentMe);
}

/**
 * A transaction that changes what secures the account: the session goes on under another token, so that one stolen before is worth nothing, and
 * `othersEnd` signs out everywhere else.
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
    if (!renewed) throw fail('unauthenticated'); // it has just been ended, as by a password reset: nothing of `work` stands
    tx.tellSockets({ renewed: renewed.id });
    return done;
  });
  ctx.cookies.setSession(token);
  return result;
}

/** Ends these sessions, their sockets too; answers how many were live. */
export async function endSessions(
  tx: Tx,
  which: Parameters<typeof revokeSessions>[1],
  how?: Parameters<typeof revokeSessions>[2],
): Promise<number> {
  const ended = await revokeSessions(tx, which, how);
  tx.tell({ event: 'sessions.changed' }, { to: ended.map((session) => session.user_id) });
  for (const { id } of ended) tx.tellSockets({ revoked: id });
  return ended.length;
}

/** What lets the company's people in is not what it was: their sockets see at once whether they may stay. Calls look each time. */
export const recheckSockets = (tx: Tx) => tx.tellSockets({ changed: true });

/** Held until the transaction ends, so that nobody changes it in between: a change ends what was begun before it, and nothing begins after it. */
export async function mustStillBe(tx: Tx, passwordOf: string): Promise<void> {
  if ((await holdPassword(tx))?.password_changed_at !== passwordOf) throw fail('sessions.wrong_credentials');
}

/** Whoever signs in where somebody is signed in takes that one's place: the session would live on without its cookie. */
async function endFormerSession(ctx: PublicCtx): Promise<void> {
  const former = await authenticate(ctx.platform, ctx.cookies.get(sessionCookie), ctx.address);
  if (former) await inTenant({ ...ctx, actor: former.actor }, (tx) => leaveSession(tx, former.sessionId, { overtaken: true }));
}

/** Whoever acts as somebody else leaves their own session too; answers which that is, and null where it has ended already. */
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
 * Whether the actor comes in by the company's provider alone, by neither password nor passkey: everybody does where the company demands it, but those
 * who mend single sign-on, and need a way in when it fails.
 */
export async function isSsoRequired(tx: Tx): Promise<boolean> {
  return !tx.actor.has('access.manage') && (await findDemand(tx)) !== undefined;
}
