// Calls of outside services. An area lists what it takes (`hooks:` in its declaration); the area webhooks receives the calls.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Platform, WorkCtx } from '#kernel/context.ts';
import type { Db } from '#kernel/db/database.ts';
import { fail } from '#kernel/errors.ts';

export interface HookKind {
  /** As in the address of the call. */
  name: string;
  /** Works on one call, as the system. It may run again after a crash: what it has done it does not do twice. */
  handle(ctx: WorkCtx, body: Buffer): Promise<void>;
}

/** A call as it was sent: what a signature covers. */
export interface RawCall {
  body: Buffer;
  /** Of our own configured address, never of the request's Host. */
  url: string;
  header(name: string): string | undefined;
}

export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Null where no company has this address. */
export async function findHookCompany(db: Db, { kind, token }: { kind: string; token: string }): Promise<number | null> {
  const { rows } = await sql<{ company_id: number; kind: string }>`
    select company_id, kind from find_hook_line(${hashOfToken(token)})`.execute(db);
  return rows[0]?.kind === kind ? rows[0].company_id : null;
}

/** Before the body is read: a stranger makes us keep nothing in memory. */
export async function mustKnowLine({ db }: Platform, params: unknown): Promise<void> {
  const { kind = '', token = '' } = params as { kind?: string; token?: string };
  if ((await findHookCompany(db, { kind, token })) === null) throw fail('not_found');
}
