// The addresses that outside services call for a company, each with a token and a secret of its own.
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '#kernel/context.ts';
import { forgetHookCompanies, hashOfToken } from '#kernel/http/hooks.ts';
import { originOf } from '#kernel/http/links.ts';
import type { Config } from '#kernel/ops/config.ts';

/** Purposes of the seal. */
export const sealedFor = { token: 'webhook token', secret: 'webhook secret', body: 'webhook call' };

export interface Line {
  token: string;
  secret: string;
}

export const urlOf = (config: Pick<Config, 'publicUrl' | 'port'>, kind: string, token: string) =>
  `${originOf(config)}/v1/webhooks/${kind}/${token}`;

export async function findLine(tx: Tx, kind: string): Promise<Line | null> {
  const { rows } = await sql<{ token_sealed: Buffer; secret_sealed: Buffer }>`
    select token_sealed, secret_sealed from hook_lines where company_id = ${tx.companyId} and kind = ${kind}`.execute(tx.db);
  const [row] = rows;
  if (!row) return null;
  const open = (sealed: Buffer, purpose: string) => tx.seal.openKept(sealed, purpose, tx.companyId);
  return { token: open(row.token_sealed, sealedFor.token), secret: open(row.secret_sealed, sealedFor.secret) };
}

/** Whether this address is the company's now. */
export async function isLine(tx: Tx, kind: string, token: string): Promise<boolean> {
  const { rows } = await sql`
    select from hook_lines where company_id = ${tx.companyId} and kind = ${kind} and token_hash = ${hashOfToken(token)}`.execute(
    tx.db,
  );
  return rows.length > 0;
}

/** Calls of one kind are worked on by one worker at a time: a START may not overtake a STOP. */
export const lockLine = (tx: Tx, kind: string) =>
  sql`select from hook_lines where company_id = ${tx.companyId} and kind = ${kind} for update`.execute(tx.db);

/** Makes the address when it is first asked for. */
export async function getLine(tx: Tx, kind: string): Promise<Line> {
  const stored = await findLine(tx, kind);
  if (stored) return stored;
  await insertLine(tx, kind);
  const made = await findLine(tx, kind); // another call's, if both came at once
  if (!made) throw new Error('a line that was just made is not there');
  return made;
}

/** A new token and secret: calls to the previous address are refused from now on. */
export async function renewLine(tx: Tx, kind: string): Promise<Line> {
  await sql`delete from hook_lines where company_id = ${tx.companyId} and kind = ${kind}`.execute(tx.db);
  forgetHookCompanies();
  return getLine(tx, kind);
}

/** Nothing where the company has one. Its token is the end of the address. */
export async function insertLine({ db, seal, companyId: company_id }: Pick<Tx, 'db' | 'seal' | 'companyId'>, kind: string) {
  const [token, secret] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')];
  await db
    .insertInto('hook_lines')
    .values({
      company_id,
      kind,
      token_hash: hashOfToken(token),
      token_sealed: seal.seal(token, sealedFor.token, company_id),
      secret_sealed: seal.seal(secret, sealedFor.secret, company_id),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return token;
}
