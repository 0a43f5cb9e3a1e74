// Passkeys at sign-in: makes the options for the browser and checks its answer.
import { z } from 'zod';
import { type Actor, inTenant, type PublicCtx, type Tx } from '#kernel/context.ts';
import { companyOf } from '#kernel/http/sessions.ts';
import { awaitAnswer, takeAnswer } from '#kernel/secrets/once.ts';
import type { OneTimeToken } from '#kernel/secrets/oneTimeTokens.ts';
import { authenticationOptions, verifyAnswer } from './passkeys.ceremony.ts';
import { findHolder, findOwnByCredential, keepChallenge, listOwn, noteUse } from './passkeys.queries.ts';

/** Minutes that an open sign-in page may wait. */
const challengeGoodFor = 5;

/** Its own purpose among one-time values: the browser's user chooses what it signs. */
const challengeOf = (challenge: string) => `passkey ${challenge}`;

/** Options for any user: the passkey itself tells which one. */
export async function openOptions(ctx: PublicCtx) {
  const options = await authenticationOptions(ctx);
  const until = new Date(ctx.clock().getTime() + challengeGoodFor * 60_000);
  await awaitAnswer(ctx.platform.db, challengeOf(options.challenge), until);
  return { ...options };
}

/** Options for one user, whose sign-in waits in `row`. */
export async function ownOptions(ctx: PublicCtx, tx: Tx, row: OneTimeToken) {
  const passkeys = await listOwn(tx);
  if (passkeys.length === 0) return null;
  const options = await authenticationOptions(ctx, passkeys);
  await keepChallenge(tx, row.id, options.challenge);
  return { ...options };
}

const Waiting = z.object({ challenge: z.string().optional() });

/** Uses up the challenge of `row`, for a right or a wrong answer. */
export async function isOwnAnswer(ctx: PublicCtx, tx: Tx, row: OneTimeToken, answer: { id: string }): Promise<boolean> {
  const { challenge } = Waiting.parse(row.data);
  if (challenge === undefined) return false;
  await keepChallenge(tx, row.id, null);
  return isGood(ctx, tx, answer, (given) => given === challenge);
}

/** The user that an answer claims, by the handle in it; not verified yet. */
export async function findPasskeyHolder(
  ctx: PublicCtx,
  answer: { id: string; response: object },
): Promise<{ companyId: number; userId: number } | null> {
  const given = Handed.safeParse(answer.response);
  const handle = given.success ? Buffer.from(given.data.userHandle, 'base64url').toString() : '';
  const companyId = companyOf(handle);
  if (companyId === null) return null;
  const holder = await findHolder(ctx.platform.db, companyId, answer.id, handle);
  return holder ? { companyId, userId: holder.user_id } : null;
}

const Handed = z.object({ userHandle: z.string().max(200) });

/** Whether `actor` answered one of our challenges that was not answered before. */
export const isOpenAnswer = (ctx: PublicCtx, actor: Actor, answer: { id: string }): Promise<boolean> =>
  inTenant({ ...ctx, actor }, (tx) => isGood(ctx, tx, answer, (given) => takeAnswer(tx.db, challengeOf(given))));

async function isGood(
  ctx: PublicCtx,
  tx: Tx,
  answer: { id: string },
  isExpected: (challenge: string) => boolean | Promise<boolean>,
): Promise<boolean> {
  const passkey = await findOwnByCredential(tx, answer.id);
  const used = passkey && (await verifyAnswer(ctx, answer, passkey, isExpected));
  return used ? noteUse(tx, passkey, used) : false;
}
