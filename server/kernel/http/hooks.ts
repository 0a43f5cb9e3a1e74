// Calls of outside services. An area lists what it takes (`hooks:` in its declaration); the area webhooks receives the calls.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { accountToken } from '#contract/webhooks.ts';
import type { Platform, Tx, WorkCtx } from '#kernel/context.ts';
import type { Db } from '#kernel/db/database.ts';
import { fail } from '#kernel/errors.ts';
import type { MailReport } from '#kernel/mail/mail.ts';
import { callHook } from '#kernel/voice/carrier.ts';

export interface HookKind {
  /** As in the address of the call. */
  name: string;
  /** Works on one call, as the system. It may run again after a crash: what it has done it does not do twice. */
  handle(ctx: WorkCtx, body: Buffer): Promise<void>;
  /**
   * The same within the caller's transaction, where it needs nothing else: then many calls, in their order,
   * share one. A call that failed comes after later ones.
   */
  handleIn?(tx: Tx, calls: readonly HeldCall[], platform: Pick<Platform, 'telephony'>): Promise<void>;
  /** For reports of a mail service whose one account serves all companies. */
  shared?: SharedHook;
}

export interface HeldCall {
  body: Buffer;
  receivedAt: Date;
}

export interface SharedHook {
  /** The companies that a report names; a sender may have written them. */
  namedBy(report: MailReport): number[];
  /** Whether one of them has what the report is about. */
  knows(tx: Tx, report: MailReport): Promise<boolean>;
  /** The body that `handle` gets. */
  bodyOf(report: MailReport): Buffer;
}

/** A service with one account for all companies: it calls one address, and whose call it is stands nowhere in that. */
export interface AccountHook {
  name: string;
  /**
   * Checks, stores and begins the work. Answers nothing, or XML: what the service does next. Throws
   * `webhooks.forged`.
   */
  receive(ctx: Pick<WorkCtx, 'platform' | 'clock' | 'log'>, call: RawCall): Promise<unknown>;
}

/** A call as it was sent: what a signature covers. */
export interface RawCall {
  body: Buffer;
  /** Of our own configured address, never of the request's Host. */
  url: string;
  header(name: string): string | undefined;
}

export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Null where no company has this address. Found ones are remembered for some seconds, as calls come by the
 * hundred: who stores a call looks at the address again, in its transaction.
 */
export async function findHookCompany(db: Db, address: HookAddress): Promise<number | null> {
  const known = remembered.get(`${address.kind} ${address.token}`);
  if (known && known.db === db && known.until > performance.now()) return known.companyId;
  const companyId = await lookUp(db, address);
  if (remembered.size >= mostRemembered) remembered.clear();
  if (companyId !== null)
    remembered.set(`${address.kind} ${address.token}`, { db, companyId, until: performance.now() + rememberMs });
  return companyId;
}

const remembered = new Map<string, { db: Db; companyId: number; until: number }>();
/** After a change of addresses; other processes remember the old one for some seconds. */
export const forgetHookCompanies = (): void => remembered.clear();
const [mostRemembered, rememberMs] = [1_000, 5_000];

async function lookUp(db: Db, { kind, token }: HookAddress): Promise<number | null> {
  const { rows } = await sql<{ company_id: number; kind: string }>`
    select company_id, kind from find_hook_line(${hashOfToken(token)})`.execute(db);
  return rows[0]?.kind === kind ? rows[0].company_id : null;
}

/** Whether the operator gave this address to a service whose one account serves all companies. */
export function isOfAccount(
  { mail, cards, voice }: Pick<Platform, 'mail' | 'cards' | 'voice'>,
  { kind, token }: HookAddress,
): boolean {
  if (kind === 'ses') return mail?.reports?.isAddress(token) ?? false;
  if (token !== accountToken) return false;
  return (kind === 'stripe' && (cards?.hears ?? false)) || (kind === callHook && voice?.carrier !== undefined);
}

interface HookAddress {
  kind: string;
  token: string;
}

/** Before the body is read: a stranger makes us keep nothing in memory. */
export async function mustKnowLine(platform: Platform, params: unknown): Promise<void> {
  const { kind = '', token = '' } = params as Partial<HookAddress>;
  if (isOfAccount(platform, { kind, token })) return;
  if ((await findHookCompany(platform.db, { kind, token })) === null) throw fail('not_found');
}
