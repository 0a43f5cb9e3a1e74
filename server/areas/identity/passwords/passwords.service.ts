// Stores passwords as argon2id hashes, and checks them before changes to account security.
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

/** Hashes a generated secret with the caller's salt: for a set of secrets, one hash of the typed text is compared with all. */
export const hashSecret = (secret: Buffer, salt: Buffer) => inTurn(() => hashRaw(secret, { ...argon2, salt }));

/** Limits running and waiting hashes: they use the threads of file and DNS calls, and must not take all of them. */
const maxWaiting = 100;
const queue = createQueue(2, maxWaiting);

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = queue.run(work);
  if (!turn) throw fail('unavailable', { retryAfter: 5 });
  return turn;
}

/** Compared with when there is no password, so that it takes the same time. */
const nobody = hashPassword(randomBytes(16).toString('hex'));

/** False if there is no stored password, in the same time. */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const held = stored ?? (await nobody);
  const matches = await inTurn(() => verify(held, password));
  return matches && Boolean(stored);
}

/** Call before a set-up that ends with a proof: a user without a password who signed in too long ago gets the refusal first. */
export async function mustBeAbleToProveOneself({ platform, actor }: Ctx): Promise<void> {
  if (actor.proved) return;
  const { password_hash } = (await findPassword(platform.db, actor.companyId, actor.userId)) ?? {};
  if (!password_hash) throw fail('passwords.sign_in_again');
}

/** Password checks of the signed-in user. */
const ownPassword = createCounter('own password', { limit: 10, seconds: 900 });

/**
 * Makes sure that the account's owner is at the screen: by the password or, without one, by a recent sign-in. Returns whether
 * it was the password. Not in a transaction: hashing waits in a queue. All wrong passwords count together.
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
