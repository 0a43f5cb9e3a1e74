// Limits guesses of passwords and passkeys.

import { deviceCookie, isKnownDevice } from '#areas/identity/sessions/sessions.service.ts';
import type { PublicCtx } from '#kernel/context.ts';
import { sourceOf } from '#kernel/http/addresses.ts';
import { type Counter, countCall, createCounter, forgiveCall, overLimit, type Part } from '#kernel/http/rateLimits.ts';
import { hashToken } from '#kernel/http/sessions.ts';

export interface Account {
  companyId: number;
  userId: number;
}

interface Tries {
  /** Whether there were too many tries: then even a right password gets the answer of a wrong one. */
  spent: boolean;
  /** Does not count this try: it was right. */
  forgive(): Promise<unknown>;
}

/** Tries at one account or login from unknown browsers, from any address. */
export const triesAnywhere = createCounter('tries', { limit: 5, seconds: 10 }, { limit: 50, seconds: 3600 });
const triesFromSource = createCounter('tries from one address', { limit: 10, seconds: 300 });
const triesOfSource = createCounter('tries of one address', { limit: 200, seconds: 3600 });
const triesAtBrowser = createCounter('tries in a known browser', { limit: 10, seconds: 300 });

/**
 * Counts password tries by the typed login and by its account, which may have two logins. A full count by login answers 429. A full
 * count by account is not shown, as it would reveal that two logins are one account; an unknown login is counted as often.
 */
export async function slowDownPasswords(ctx: PublicCtx, login: string, account: Account | null): Promise<Tries> {
  const known = await knownBrowser(ctx, account);
  if (known) return refusing(ctx, [[triesAtBrowser, ['password', ...known]]]);
  const typed = await refusing(ctx, elsewhere(ctx, ['login', login]));
  const behind = account ? ['account', account.companyId, account.userId] : ['nobody', login];
  const counts: Count[] = [
    [triesFromSource, [...behind, sourceOf(ctx.address)]],
    [triesAnywhere, behind],
  ];
  const { db } = ctx.platform;
  const full = await Promise.all(counts.map(([counter, parts]) => overLimit(db, counter, ...parts)));
  return {
    spent: full.some((retryAfter) => retryAfter !== null),
    forgive: () => Promise.all([typed.forgive(), forgiveAll(ctx, counts)]),
  };
}

/** A passkey names its account, and nobody types it: a full count answers 429. */
export async function slowDownPasskeys(ctx: PublicCtx, account: Account): Promise<Tries> {
  const known = await knownBrowser(ctx, account);
  const { companyId, userId } = account;
  return refusing(ctx, known ? [[triesAtBrowser, ['passkey', ...known]]] : elsewhere(ctx, ['passkey', companyId, userId]));
}

type Count = [counter: Counter, parts: Part[]];

/** Limits one address with one account, one address with many accounts, and many addresses with one account. */
const elsewhere = ({ address }: PublicCtx, at: Part[]): Count[] => [
  [triesFromSource, [...at, sourceOf(address)]],
  [triesOfSource, [sourceOf(address)]],
  [triesAnywhere, at],
];

async function refusing(ctx: PublicCtx, counts: Count[]): Promise<Tries> {
  for (const [counter, parts] of counts) await countCall(ctx.platform.db, counter, ...parts);
  return { spent: false, forgive: () => forgiveAll(ctx, counts) };
}

const forgiveAll = ({ platform }: PublicCtx, counts: Count[]) =>
  Promise.all(counts.map(([counter, parts]) => forgiveCall(platform.db, counter, ...parts)));

/**
 * A known browser has its own count: tries from elsewhere cannot shut out the owner there (OWASP's device cookies).
 */
async function knownBrowser(ctx: PublicCtx, account: Account | null): Promise<Part[] | null> {
  const device = ctx.cookies.get(deviceCookie);
  if (!device) return null;
  const { companyId, userId } = account ?? { companyId: 0, userId: 0 };
  const hash = hashToken(device);
  const known = await isKnownDevice(ctx.platform.db, companyId, userId, hash);
  return known ? [companyId, userId, hash.toString('base64url')] : null;
}
