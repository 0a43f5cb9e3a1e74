// Values that work for one answer only, in any company: keeps their hashes until they would be too old anyway.
import { sql } from 'kysely';
import type { Db } from '#kernel/db/database.ts';
import { hashToken } from '#kernel/http/sessions.ts';

/** Whether this value is new; remembered until `until`. Of several calls at once only one gets true. */
export async function isFirst(db: Db, what: string, until: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('challenges')
    .values({ hash: hashToken(what), expires_at: until })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** The other direction: a value we gave out waits for an answer. */
export const awaitAnswer = (db: Db, challenge: string, until: Date) =>
  db
    .insertInto('challenges')
    .values({ hash: hashToken(challenge), expires_at: until })
    .execute();

/** Whether an answer to this value is awaited; ends the wait. */
export async function takeAnswer(db: Db, challenge: string): Promise<boolean> {
  const taken = await db
    .deleteFrom('challenges')
    .where('hash', '=', hashToken(challenge))
    .where('expires_at', '>', sql<string>`now()`)
    .returning('hash')
    .executeTakeFirst();
  return taken !== undefined;
}
