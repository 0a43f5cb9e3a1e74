import { type Insertable, sql } from 'kysely';
import type { Tx } from '#kernel/context.ts';
import type { Sessions } from '#kernel/database.generated.ts';
import type { Db } from '#kernel/database.ts';

export const findPassword = (db: Db, companyId: number, userId: number) =>
  db
    .selectFrom('users')
    .select('password_hash')
    .where('company_id', '=', companyId)
    .where('id', '=', userId)
    .where('active', '=', true)
    .executeTakeFirst();

export const insertSession = (db: Db, session: Insertable<Sessions>) => db.insertInto('sessions').values(session).execute();

export const revokeSession = (tx: Tx, id: number) =>
  tx.db
    .updateTable('sessions')
    .set({ revoked_at: sql`now()` })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .execute();
