// Tokens for one use, before or beside a session: a link in a mail, a sign-in that waits for its second factor. The token
// names its company; the database keeps only its hash.
import { sql } from 'kysely';
import { loadActor } from '#kernel/actors.ts';
import { inTenant, type PublicCtx, type Tx } from '#kernel/context.ts';
import { inCompany } from '#kernel/db/database.ts';
import { companyOf, createToken, hashToken } from '#kernel/http/sessions.ts';

export type Purpose = 'password_reset' | 'invitation' | 'second_factor' | 'two_factor_setup' | 'passkey_setup';

export interface OneTimeToken {
  id: number;
  user_id: number;
  data: unknown;
  code_hash: Buffer | null;
  attempts: number;
}

/** Only its holder knows the token. The user's other tokens for the same purpose stay, unless `alone`. */
export async function createOneTimeToken(
  tx: Tx,
  { purpose, minutes, data = {}, alone = false }: { purpose: Purpose; minutes: number; data?: object; alone?: boolean },
): Promise<string> {
  if (alone) await dropOneTimeTokens(tx, purpose);
  const token = createToken(tx.companyId);
  await tx.db
    .insertInto('one_time_tokens')
    .values({
      company_id: tx.companyId,
      purpose,
      user_id: tx.actor.userId,
      token_hash: hashToken(token),
      data: JSON.stringify(data),
      expires_at: new Date(tx.clock().getTime() + minutes * 60_000),
    })
    .execute();
  return token;
}

/**
 * Runs in a transaction as the token's user, with the token's row locked, so that two uses run one after the
 * other. Null if the token is gone. A wrong try counted by `work` is stored only if it returns: it must not
 * throw for that.
 */
export async function withOneTimeToken<T>(
  ctx: PublicCtx,
  token: string,
  purpose: Purpose,
  work: (tx: Tx, row: OneTimeToken) => Promise<T>,
): Promise<T | null> {
  const { platform } = ctx;
  const companyId = companyOf(token);
  if (companyId === null) return null;
  const found = await inCompany(platform.db, companyId, (db) =>
    db
      .selectFrom('one_time_tokens')
      .select('user_id')
      .where('company_id', '=', companyId)
      .where('token_hash', '=', hashToken(token))
      .where('purpose', '=', purpose)
      .executeTakeFirst(),
  );
  const actor = found && (await loadActor(platform, companyId, found.user_id, null));
  if (!actor) return null;
  return inTenant({ ...ctx, actor }, async (tx) => {
    const row = await lockOneTimeToken(tx, token, purpose);
    return row && (await work(tx, row));
  });
}

/**
 * The same in a transaction of the user. A token older than the last password change is void: it may be the
 * reason for the change.
 */
export async function lockOneTimeToken(tx: Tx, token: string, purpose: Purpose): Promise<OneTimeToken | null> {
  const row = await tx.db
    .selectFrom('one_time_tokens')
    .select(['id', 'user_id', 'data', 'code_hash', 'attempts'])
    .where('company_id', '=', tx.companyId)
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('user_id', '=', tx.actor.userId)
    .where('expires_at', '>', sql<string>`now()`)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('users as u')
          .select('u.id')
          .where('u.company_id', '=', tx.companyId)
          .where('u.id', '=', tx.actor.userId)
          .whereRef('u.password_changed_at', '<=', 'one_time_tokens.created_at'),
      ),
    )
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export const spendOneTimeToken = (tx: Tx, { id }: OneTimeToken) =>
  tx.db.deleteFrom('one_time_tokens').where('company_id', '=', tx.companyId).where('id', '=', id).execute();

export const countAttempt = (tx: Tx, { id }: OneTimeToken) =>
  tx.db
    .updateTable('one_time_tokens')
    .set({ attempts: sql`attempts + 1` })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .execute();

const dropOneTimeTokens = (tx: Tx, purpose: Purpose) =>
  tx.db
    .deleteFrom('one_time_tokens')
    .where('company_id', '=', tx.companyId)
    .where('user_id', '=', tx.actor.userId)
    .where('purpose', '=', purpose)
    .execute();
