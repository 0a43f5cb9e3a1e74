import { sql } from 'kysely';
import type { Tx } from '#kernel/context.ts';
import { type Db, inCompany } from '#kernel/db/database.ts';
import type { KeptPasskey } from './passkeys.ceremony.ts';

const own = (tx: Tx) =>
  tx.db.selectFrom('passkeys').where('company_id', '=', tx.companyId).where('user_id', '=', tx.actor.userId);

export const listOwn = (tx: Tx) =>
  own(tx)
    .select(['id', 'name', 'backed_up', 'created_at', 'last_used_at', 'credential_id', 'transports'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

export const findOwn = (tx: Tx, id: number) => own(tx).select('id').where('id', '=', id).executeTakeFirst();

export const findOwnByCredential = (tx: Tx, credentialId: string) =>
  own(tx)
    .select(['id', 'credential_id', 'public_key', 'counter', 'transports'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();

export const insertPasskey = (tx: Tx, passkey: KeptPasskey & { name: string; backed_up: boolean }) =>
  tx.db
    .insertInto('passkeys')
    .values({ ...passkey, company_id: tx.companyId, user_id: tx.actor.userId })
    .returning(['id', 'name', 'backed_up', 'created_at', 'last_used_at'])
    .executeTakeFirstOrThrow();

export async function renamePasskey(tx: Tx, id: number, name: string): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('passkeys')
    .set({ name })
    .where('company_id', '=', tx.companyId)
    .where('user_id', '=', tx.actor.userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export const removePasskey = (tx: Tx, id: number) =>
  tx.db
    .deleteFrom('passkeys')
    .where('company_id', '=', tx.companyId)
    .where('user_id', '=', tx.actor.userId)
    .where('id', '=', id)
    .execute();

/** False if another answer of the same passkey came first. */
export async function noteUse(
  tx: Tx,
  { id, counter: before }: { id: number; counter: number },
  { counter, backed_up }: { counter: number; backed_up: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('passkeys')
    .set({ counter, backed_up, last_used_at: sql`now()` })
    .where('company_id', '=', tx.companyId)
    .where('user_id', '=', tx.actor.userId)
    .where('id', '=', id)
    .where('counter', '=', before)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The user who registers, and the handle that authenticators store for them; `made` if the user has none yet. */
export const claimHandle = (tx: Tx, made: string) =>
  tx.db
    .updateTable('users as u')
    .from('companies as c')
    .set({ passkey_handle: sql`coalesce(u.passkey_handle, ${made})` })
    .where('u.company_id', '=', tx.companyId)
    .where('c.company_id', '=', tx.companyId)
    .where('u.id', '=', tx.actor.userId)
    .returning(['u.email', sql<string>`u.passkey_handle`.as('handle'), 'c.name as company'])
    .executeTakeFirstOrThrow();

/** Finds the owner of a passkey by its id and user handle, before the user is known. */
export const findHolder = (db: Db, companyId: number, credentialId: string, handle: string) =>
  inCompany(db, companyId, (tenant) =>
    tenant
      .selectFrom('passkeys as p')
      .innerJoin('users as u', (join) => join.on('u.company_id', '=', companyId).onRef('u.id', '=', 'p.user_id'))
      .select('u.id as user_id')
      .where('p.company_id', '=', companyId)
      .where('u.company_id', '=', companyId)
      .where('p.credential_id', '=', credentialId)
      .where('u.passkey_handle', '=', handle)
      .where('u.active', '=', true)
      .executeTakeFirst(),
  );

/** The challenge that a one-time token waits for; null: none any more. */
export const keepChallenge = (tx: Tx, tokenId: number, challenge: string | null) =>
  tx.db
    .updateTable('one_time_tokens')
    .set({ data: challenge === null ? sql`data - 'challenge'` : sql`data || ${JSON.stringify({ challenge })}::jsonb` })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', tokenId)
    .execute();
