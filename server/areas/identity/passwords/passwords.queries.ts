import { sql } from 'kysely';
import type { Tx } from '#kernel/context.ts';
import { type Db, inCompany } from '#kernel/db/database.ts';
import { fail } from '#kernel/errors.ts';

export interface PasswordOwner {
  id: number;
  email: string;
  first_name: string;
  last_name: string;
  company: string;
  password_hash: string | null;
}

/** Runs for an unknown login too (0, 0), so that both take the same time. */
export const findPassword = (db: Db, companyId: number, userId: number) =>
  inCompany(db, companyId, (tenant) =>
    tenant
      .selectFrom('users')
      .select(['password_hash', 'password_changed_at'])
      .where('company_id', '=', companyId)
      .where('id', '=', userId)
      .where('active', '=', true)
      .executeTakeFirst(),
  );

export async function getOwner(tx: Tx, userId: number): Promise<PasswordOwner> {
  const row = await tx.db
    .selectFrom('users as u')
    .innerJoin('companies as c', 'c.company_id', 'u.company_id')
    .select(['u.id', 'u.email', 'u.first_name', 'u.last_name', 'c.name as company', 'u.password_hash'])
    .where('u.company_id', '=', tx.companyId)
    .where('c.company_id', '=', tx.companyId)
    .where('u.id', '=', userId)
    .where('u.active', '=', true)
    .executeTakeFirst();
  if (!row) throw fail('not_found');
  return row;
}

export async function writePassword(
  tx: Tx,
  userId: number,
  { hash, mustChange }: { hash: string; mustChange: boolean },
): Promise<void> {
  await tx.db
    .updateTable('users')
    .set({ password_hash: hash, password_changed_at: sql`now()`, must_change_password: mustChange, updated_at: sql`now()` })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', userId)
    .execute();
}

/** Deletes mailed links, and sign-ins that passed with the old password and wait for a second factor. */
export const dropWhatItOpened = (tx: Tx, userId: number) =>
  tx.db
    .deleteFrom('one_time_tokens')
    .where('company_id', '=', tx.companyId)
    .where('user_id', '=', userId)
    .where('purpose', 'in', ['password_reset', 'invitation', 'second_factor'])
    .execute();
