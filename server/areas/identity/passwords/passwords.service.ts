// Passwords: kept as argon2id hashes, and asked for again before what secures the account changes.
import { randomBytes } from 'node:crypto';
import { hash, hashRaw, verify } from '@node-rs/argon2';
import type { Ctx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { countCall, createCounter, forgiveCall } from '#kernel/http/rateLimits.ts';
import { createQueue } from '#kernel/queue.ts';
import { findPassword } from './passwords.queries.ts';

export { findPassword } from './passwords.queries.ts';

/** OWASP's second recommendation for argon2id: 19 MiB, two passes, one lane. */
const argon2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
export const hashPassword = (password: string) => inTurn(() => hash(password, argon2));

/** Of a secret that we made, with the caller's salt: for a set of them, where one hash of what was typed is held against all. */
export const hashSecret = (secret: Buffer, salt: Buffer) => inTurn(() => hashRaw(secret, { ...argon2, salt }));

/** Hashes under way and waiting: the threads they take are those of files and names too, and a flood of them may not take all. */
const mostWaiting = 100;
const queue = createQueue(2, mostWaiting);

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = queue.run(work);
  if (!turn) throw fail('unavailable', { retryAfter: 5 });
  return turn;
}

/** What a missing password is held against, so that it takes as long. */
const nobody = hashPassword(randomBytes(16).toString('hex'));

/** False for no stored password too, in the same time. */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const held = stored ?? (await nobody);
  const matches = await inTurn(() => verify(held, password));
  return matches && Boolean(stored);
}

/** Before a set-up that ends with proving oneself: whoever has no password and signed in too long ago hears so first. */
export async function mustBeAbleToProveOneself({ platform, actor }: Ctx): Promise<void> {
  if (actor.proved) return;
  const { password_hash } = (await findPassword(platform.db, actor.companyId, actor.userId)) ?? {};
  if (!password_hash) throw fail('passwords.sign_in_again');
}

/** Times that the signed-in person is asked for their password. */
const ownPassword = createCounter('own password', { limit: 10, seconds: 900 });

/**
 * Whoever is at the screen must be its owner: by the password, or, without one, by having signed in just now. Answers whether it was by the password.
 * Not within a transaction: a password waits for its turn, and connections are few. However it is asked for, wrong ones count together.
 */
export async function mustProveOneself(
  { platform, actor }: Ctx,
  password: string | undefined,
  field = 'password',
): Promise<boolean> {
  const { companyId, userId } = actor;
  const { password_hash } = (await findPassword(platform.db, companyId, userId)) ?? {};
  if (!password_hash) {
    if (!actor.proved) throw fail('passwords.sign_in_again');
    return false;
  }
  await countCall(platform.db, ownPassword, companyId, userId);
  if (!(await verifyPassword(password_hash, password ?? '')))
    throw fail('passwords.wrong', { errors: { [field]: ['This is not your password'] } });
  await forgiveCall(platform.db, ownPassword, companyId, userId);
  return true;
}
