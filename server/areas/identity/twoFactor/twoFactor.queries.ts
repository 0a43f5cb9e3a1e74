import { sql } from 'kysely';
import type { SecondFactor } from '#contract/signIn.ts';
import type { Tx } from '#kernel/context.ts';
import { demandsTwoFactor } from '#kernel/http/demands.ts';
import type { Purpose } from '#kernel/secrets/oneTimeTokens.ts';

/** The seal's purpose for an app's secret (kernel/secrets/seal.ts). */
export const appSecret = 'secret of an authenticator app';
export const recoveryCode = 'recovery code';

/** A user's second factors, and what their company requires. */
export const getFactorRow = (tx: Tx) =>
  tx.db
    .selectFrom('users as u')
    .innerJoin('companies as c', 'c.company_id', 'u.company_id')
    .select([
      'u.email',
      'u.email_codes',
      'u.second_factor',
      'u.last_otp_at',
      'u.two_factor_since',
      'c.name as company',
      sql<boolean>`u.totp_secret_sealed is not null`.as('app'),
      sql<boolean>`u.password_hash is not null`.as('has_password'),
      demandsTwoFactor.as('required'),
      sql<number>`(select count(*) from passkeys p where p.company_id = ${tx.companyId} and p.user_id = u.id)`.as('passkeys'),
      sql<number>`(select count(*) from recovery_codes r
        where r.company_id = ${tx.companyId} and r.user_id = u.id and r.used_at is null)`.as('recovery_codes_left'),
    ])
    .where('u.company_id', '=', tx.companyId)
    .where('c.company_id', '=', tx.companyId)
    .where('u.id', '=', tx.actor.userId)
    .executeTakeFirstOrThrow();
export type FactorRow = Awaited<ReturnType<typeof getFactorRow>>;

/** Locks the user, so that two changes to their factors run one after the other. */
export const lockPerson = (tx: Tx) =>
  tx.db
    .selectFrom('users')
    .select('id')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', tx.actor.userId)
    .forUpdate()
    .executeTakeFirstOrThrow();

interface FactorUpdate {
  totp_secret_sealed?: Buffer | null;
  totp_step?: number | null;
  email_codes?: boolean;
  second_factor?: SecondFactor | null;
  last_otp_at?: Date;
}

const own = (tx: Tx) => tx.db.updateTable('users').where('company_id', '=', tx.companyId).where('id', '=', tx.actor.userId);

export const updateFactors = (tx: Tx, values: FactorUpdate) => own(tx).set(values).execute();

export const setSecured = (tx: Tx, secured: boolean) =>
  own(tx)
    .set({ two_factor_since: secured ? sql`now()` : null })
    .where('two_factor_since', secured ? 'is' : 'is not', null)
    .execute();

export const findApp = (tx: Tx) =>
  tx.db
    .selectFrom('users')
    .select(['totp_secret_sealed', 'totp_step'])
    .where('company_id', '=', tx.companyId)
    .where('id', '=', tx.actor.userId)
    .executeTakeFirst();

/** Of several calls at once with the same code or time step, only one succeeds. */
export async function takeStep(tx: Tx, step: number): Promise<boolean> {
  const { numUpdatedRows } = await own(tx)
    .set({ totp_step: step })
    .where((eb) => eb.or([eb('totp_step', 'is', null), eb('totp_step', '<', step)]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export interface StoredCode {
  salt: Buffer;
  code_sealed: Buffer;
}

export async function replaceRecoveryCodes(tx: Tx, codes: StoredCode[]): Promise<void> {
  await tx.db
    .deleteFrom('recovery_codes')
    .where('company_id', '=', tx.companyId)
    .where('user_id', '=', tx.actor.userId)
    .execute();
  if (codes.length === 0) return;
  await tx.db
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ company_id: tx.companyId, user_id: tx.actor.userId, ...code })))
    .execute();
}

/** The unused ones. */
export const listRecoveryCodes = (tx: Tx) =>
  tx.db
    .selectFrom('recovery_codes')
    .select(['id', 'code_hash', 'salt', 'code_sealed'])
    .where('company_id', '=', tx.companyId)
    .where('user_id', '=', tx.actor.userId)
    .where('used_at', 'is', null)
    .execute();

export async function spendRecoveryCode(tx: Tx, id: number): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('recovery_codes')
    .set({ used_at: sql`now()` })
    .where('company_id', '=', tx.companyId)
    .where('user_id', '=', tx.actor.userId)
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** A code was mailed for this token, which lives as long as the code. */
export const noteMailedCode = (tx: Tx, tokenId: number, at: Date, until: Date) =>
  tx.db
    .updateTable('one_time_tokens')
    .set({ data: sql`data || ${JSON.stringify({ mailed_at: at.toISOString() })}::jsonb`, expires_at: until })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', tokenId)
    .execute();

/** False if the token was used or is too old. */
export async function storeCode(tx: Tx, tokenId: number, hash: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('one_time_tokens')
    .set({ code_hash: hash })
    .where('company_id', '=', tx.companyId)
    .where('user_id', '=', tx.actor.userId)
    .where('id', '=', tokenId)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Tokens that wait for a factor. Not password links: their owner still needs them. */
const waiting: Purpose[] = ['second_factor', 'two_factor_setup', 'passkey_setup'];

/** Removes everything that can confirm a sign-in of this user, and the tokens that wait for it. */
/** The values of a user's row without second factors. */
export const noFactors = {
  totp_secret_sealed: null,
  totp_step: null,
  email_codes: false,
  second_factor: null,
  two_factor_since: null,
} as const;

export async function clearFactors(tx: Tx): Promise<void> {
  await own(tx).set(noFactors).execute();
  await replaceRecoveryCodes(tx, []);
  await tx.db.deleteFrom('passkeys').where('company_id', '=', tx.companyId).where('user_id', '=', tx.actor.userId).execute();
  await tx.db
    .deleteFrom('one_time_tokens')
    .where('company_id', '=', tx.companyId)
    .where('user_id', '=', tx.actor.userId)
    .where('purpose', 'in', waiting)
    .execute();
}
