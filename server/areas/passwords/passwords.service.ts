// Passwords: kept as argon2id hashes, and asked for again before what secures the account changes.
import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { sql } from 'kysely';
import type { Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { createQueue } from '#kernel/queue.ts';

/** OWASP's second recommendation for argon2id: 19 MiB, two passes, one lane. */
const argon2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
export const hashPassword = (password: string) => inTurn(() => hash(password, argon2));

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

/** Minutes for which a sign-in stands for a password that somebody does not have. */
const freshFor = 15;

/** Whoever is at the screen must be its owner: by the password, or, without one, by having signed in just now. */
export async function mustProveOneself(tx: Tx, password: string | undefined, field = 'password'): Promise<void> {
  const row = await tx.db
    .selectFrom('users as u')
    .leftJoin('sessions as s', (join) => join.on('s.company_id', '=', tx.companyId).on('s.id', '=', tx.actor.sessionId ?? 0))
    .select(['u.password_hash', sql<boolean>`s.created_at > now() - make_interval(mins => ${freshFor})`.as('fresh')])
    .where('u.company_id', '=', tx.companyId)
    .where('u.id', '=', tx.actor.userId)
    .executeTakeFirstOrThrow();
  if (row.password_hash === null) {
    if (!row.fresh) throw fail('passwords.sign_in_again');
  } else if (!(await verifyPassword(row.password_hash, password ?? ''))) {
    throw fail('passwords.wrong', { errors: { [field]: ['This is not your password'] } });
  }
}
