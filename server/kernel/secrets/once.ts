// What is good for one answer, whatever the company: its hash is kept until it would be too old anyway.
import { sql } from 'kysely';
import type { Db } from '#kernel/db/database.ts';
import { hashToken } from '#kernel/http/sessions.ts';

/** Whether this is met for the first time; remembered until `until`. Of several at once, one is the first. */
export async function isFirst(db: Db, what: string, until: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('challenges')
    .values({ hash: hashToken(what), expires_at: until })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** The other way round: what we have handed out waits to be answered. */
export const awaitAnswer = (db: Db, challenge: string, until: Date) =>
  db
    .insertInto('challenges')
    .values({ hash: hashToken(challenge), expires_at: until })
    .execute();

/** Whether an answer to this is waited for; no longer from now on. */
export async function takeAnswer(db: Db, challenge: string): Promise<boolean> {
  const taken = await db
    .deleteFrom('challenges')
    .where('hash', '=', hashToken(challenge))
    .where('expires_at', '>', sql<string>`now()`)
    .returning('hash')
    .executeTakeFirst();
  return taken !== undefined;
}
