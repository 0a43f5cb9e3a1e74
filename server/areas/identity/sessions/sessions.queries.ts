import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { Tx } from '#kernel/context.ts';
import type { Sessions } from '#kernel/db/database.generated.ts';
import { type Db, inCompany } from '#kernel/db/database.ts';

/** The user of a login, before any company is known; null: no such login. */
export async function findLogin(db: Db, login: string): Promise<{ companyId: number; userId: number } | null> {
  const { rows } = await sql<{ company_id: number; user_id: number }>`select * from find_login(${login})`.execute(db);
  return rows[0] ? { companyId: rows[0].company_id, userId: rows[0].user_id } : null;
}

type NewSession = Omit<Insertable<Sessions>, 'company_id' | 'expires_at'> & { expires_at: string | Date | RawBuilder<string> };

export const insertSession = (tx: Tx, session: NewSession) =>
  tx.db
    .insertInto('sessions')
    .values({ ...session, company_id: tx.companyId })
    .returning('id')
    .executeTakeFirstOrThrow();

const live = (tx: Tx) =>
  tx.db
    .selectFrom('sessions')
    .where('company_id', '=', tx.companyId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`);

export const listLiveSessions = (tx: Tx) =>
  live(tx)
    .select(['id', 'method', 'device', 'address', 'place', 'created_at', 'last_seen_at'])
    .where('user_id', '=', tx.actor.userId)
    .where('impersonator_id', 'is', null)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute();

export const findLiveSession = (tx: Tx, id: number) =>
  live(tx)
    .select(['id', 'user_id', 'impersonator_id', 'original_id', 'parent_id', 'expires_at'])
    .where('id', '=', id)
    .executeTakeFirst();

/** The user confirmed their identity just now. */
export const noteProof = (tx: Tx) =>
  tx.db
    .updateTable('sessions')
    .set({ proved_at: tx.clock() })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', tx.actor.sessionId ?? 0)
    .execute();

/**
 * Ends these sessions if still live, and the sessions in which their users act as someone else. `overtaken`: their browser has
 * another session.
 */
export async function revokeSessions(
  tx: Tx,
  which: { ids: number[] } | { ofUser: number; except?: number | null },
  { overtaken = false } = {},
): Promise<{ id: number; user_id: number; impersonator_id: number | null }[]> {
  const chosen =
    'ids' in which
      ? sql<boolean>`(id = any(${which.ids}::bigint[]) or original_id = any(${which.ids}::bigint[]))`
      : sql<boolean>`(user_id = ${which.ofUser} and impersonator_id is null or impersonator_id = ${which.ofUser})
          and id <> ${which.except ?? 0}`;
  return tx.db
    .updateTable('sessions')
    .set({ revoked_at: sql`now()`, overtaken })
    .where('company_id', '=', tx.companyId)
    .where('revoked_at', 'is', null)
    .where(chosen)
    .returning(['id', 'user_id', 'impersonator_id'])
    .execute();
}

/** Does nothing if the session has ended. `previousServes`: the old token works for some seconds more, for running calls. */
export const replaceToken = (tx: Tx, id: number, tokenHash: Buffer, { previousServes }: { previousServes: boolean }) =>
  tx.db
    .updateTable('sessions')
    .set({ previous_token_hash: previousServes ? sql`token_hash` : null, rotated_at: sql`now()`, token_hash: tokenHash })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();

/** When the user's password was last changed. Locks it until the transaction ends. */
export const holdPassword = (tx: Tx) =>
  tx.db
    .selectFrom('users')
    .select('password_changed_at')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', tx.actor.userId)
    .forShare()
    .executeTakeFirst();

/** Whether the user has signed in from this browser before; remembers the browser. */
export async function rememberDevice(tx: Tx, tokenHash: Buffer): Promise<{ known: boolean; first: boolean }> {
  const { rows } = await sql<{ known: boolean; first: boolean }>`
    with before as (select token_hash from devices where company_id = ${tx.companyId} and user_id = ${tx.actor.userId}),
    seen as (
      insert into devices (company_id, user_id, token_hash, last_seen_at) values (${tx.companyId}, ${tx.actor.userId}, ${tokenHash}, now())
      on conflict (company_id, user_id, token_hash) do update set last_seen_at = excluded.last_seen_at returning token_hash)
    select exists (select from before where token_hash = ${tokenHash}) as known, not exists (select from before) as first from seen`.execute(
    tx.db,
  );
  return rows[0] ?? { known: false, first: true };
}

/** An attacker who knew the old password may have signed in from one of these browsers. */
export const forgetBrowsers = (tx: Tx, userId: number) =>
  tx.db.deleteFrom('devices').where('company_id', '=', tx.companyId).where('user_id', '=', userId).execute();

export const isKnownDevice = (db: Db, companyId: number, userId: number, tokenHash: Buffer) =>
  inCompany(db, companyId, (tenant) =>
    tenant
      .selectFrom('devices')
      .select('user_id')
      .where('company_id', '=', companyId)
      .where('user_id', '=', userId)
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst(),
  );

/** The facts of a sign-in for its mail. */
export const findSignIn = (tx: Tx, id: number) =>
  tx.db
    .selectFrom('sessions as s')
    .innerJoin('users as u', (join) => join.on('u.company_id', '=', tx.companyId).onRef('u.id', '=', 's.user_id'))
    .select(['s.user_id', 's.device', 's.address', 's.place', 's.created_at', 'u.timezone'])
    .where('s.company_id', '=', tx.companyId)
    .where('s.id', '=', id)
    .executeTakeFirst();

/** Whether the company allows sign-in by its provider only. */
export const findDemand = (tx: Tx) =>
  tx.db
    .selectFrom('sso_connections')
    .select('issuer')
    .where('company_id', '=', tx.companyId)
    .where('enabled', '=', true)
    .where('required', '=', true)
    .executeTakeFirst();
