import type { Updateable } from 'kysely';
import type { Tx } from '#kernel/context.ts';
import type { DB } from '#kernel/db/database.generated.ts';
import { fail } from '#kernel/errors.ts';

export type ProfileRow = Awaited<ReturnType<typeof holdProfile>>;

/** The user's own, held until the transaction ends. */
export async function holdProfile(tx: Tx) {
  const row = await tx.db
    .selectFrom('users')
    .select(['first_name', 'last_name', 'title'])
    .where('company_id', '=', tx.companyId)
    .where('id', '=', tx.actor.userId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw fail('unauthenticated');
  return row;
}

export const writeProfile = (tx: Tx, change: Updateable<DB['users']>) =>
  tx.db
    .updateTable('users')
    .set({ ...change, updated_at: tx.clock().toISOString() })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', tx.actor.userId)
    .execute();

export const findVariant = async (tx: Tx): Promise<string> =>
  (await tx.db.selectFrom('companies').select('variant').where('company_id', '=', tx.companyId).executeTakeFirstOrThrow())
    .variant;
