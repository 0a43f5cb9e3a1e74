// Automatic refill: when it happens, and when it stops until the user acts.
import { sql } from 'kysely';
import { type Money, money } from '#contract/kit/money.ts';
import type { Decline } from '#contract/walletLists.ts';
import type { Tx } from '#kernel/context.ts';
import { walletJobs } from './wallet.jobs.ts';

export interface RefillSettings {
  enabled: boolean;
  threshold: Money;
  amount: Money;
  paused: Decline | null;
  tries: number;
}

const defaults: RefillSettings = { enabled: false, threshold: money(100_000), amount: money(500_000), paused: null, tries: 0 };

export async function getRefillSettings(tx: Tx, userId: number): Promise<RefillSettings> {
  const { rows } = await sql<RefillSettings>`
    select enabled, threshold, amount, paused, tries from wallet_settings
    where company_id = ${tx.companyId} and user_id = ${userId}`.execute(tx.db);
  return rows[0] ?? defaults;
}

export async function saveRefillSettings(
  tx: Tx,
  userId: number,
  { enabled, threshold, amount }: Pick<RefillSettings, 'enabled' | 'threshold' | 'amount'>,
): Promise<void> {
  await sql`
    insert into wallet_settings (company_id, user_id, enabled, threshold, amount)
    values (${tx.companyId}, ${userId}, ${enabled}, ${threshold}, ${amount})
    on conflict (company_id, user_id) do update
      set enabled = excluded.enabled, threshold = excluded.threshold, amount = excluded.amount, paused = null, tries = 0`.execute(
    tx.db,
  );
}

/** The user paid by hand: refills go on, whatever stopped them. */
export const forgetDeclines = (tx: Tx, userId: number) =>
  sql`update wallet_settings set paused = null, tries = 0 where company_id = ${tx.companyId} and user_id = ${userId}`.execute(
    tx.db,
  );

/** A refill under way may succeed after a bank took money back: the pause stays. */
export const forgetTries = (tx: Tx, userId: number) =>
  sql`update wallet_settings set tries = 0 where company_id = ${tx.companyId} and user_id = ${userId}`.execute(tx.db);

/** Until the user saves the settings anew, or tops up. */
export const pauseRefills = (tx: Tx, userId: number, reason: Decline) =>
  sql`update wallet_settings set paused = ${reason} where company_id = ${tx.companyId} and user_id = ${userId}`.execute(tx.db);

/** Hours until the next try, after the first, second and third soft decline. */
const hours = [1, 3, 7];
/** A card may have money again tomorrow; an expired or stolen one, or one that wants a confirmation, will not pay by itself. */
const soft: readonly Decline[] = ['declined', 'no_funds'];

export async function countDecline(tx: Tx, userId: number, decline: Decline): Promise<void> {
  const { tries } = await getRefillSettings(tx, userId);
  const wait = soft.includes(decline) ? hours[tries] : undefined;
  await sql`
    update wallet_settings set tries = tries + 1, paused = ${wait === undefined ? decline : null}
    where company_id = ${tx.companyId} and user_id = ${userId}`.execute(tx.db);
  if (wait === undefined) tx.enqueue(walletJobs.mailPause, { userId, reason: decline });
  else askForRefill(tx, userId, new Date(tx.clock().getTime() + wait * 3_600_000));
}

/** One job at a time waits for a user. */
export const askForRefill = (tx: Tx, userId: number, runAt?: Date) =>
  tx.enqueue(walletJobs.refill, { userId }, { key: `refill:${userId}`, as: userId, ...(runAt && { runAt }) });
