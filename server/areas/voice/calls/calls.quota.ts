// Call rules: who may call numbers, and what pays: licenses, then, on a plan that users pay themselves, their
// wallet. Minutes are taken in blocks of five before use; the rest of the last block goes back (decision 0092).
import { sql } from 'kysely';
import { availableOf, listPurses } from '#areas/money/ledger/ledger.service.ts';
import { giveUnitsBack, licenceOf, takeUnitsUpTo, unitsLeft } from '#areas/money/subscriptions/subscriptions.service.ts';
import { costOfUse, holdUsage, releaseUsage, settleUsage } from '#areas/money/wallet/wallet.service.ts';
import { formatPhone } from '#contract/kit/formats.ts';
import type { Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { listWith } from '#kernel/features.ts';
import type { StoredCall } from './calls.queries.ts';

export const blockMinutes = 5;

const askManager = 'Please request additional minutes from your manager.';
const ownUsedUp = 'The minutes of your plan are used up, and your wallet does not cover more.';

export interface Line {
  /** Ten digits: what the other side sees. */
  number: string;
}

/** The user's number that calls show; null where they have none. */
export async function findLine(tx: Tx, userId: number): Promise<Line | null> {
  const { rows } = await sql<Line>`
    select n.number from phone_numbers n
    where n.company_id = ${tx.companyId} and n.user_id = ${userId} and n.is_dialer and n.state = 'active'`.execute(tx.db);
  return rows[0] ?? null;
}

/** Whether the user's phone may be opened: it has a number, and calls without a plan or with one that is paid. */
async function hasDialer(tx: Tx, userId: number): Promise<boolean> {
  if (!(await findLine(tx, userId))) return false;
  return (await isFree(tx, userId)) || (await licenceOf(tx, 'dialer', userId)) !== null;
}

/** Null: more minutes may be used; else why not. */
export async function refusalOfQuota(tx: Tx, userId: number): Promise<string | null> {
  if (await isFree(tx, userId)) return null;
  const plan = await unitsLeft(tx, 'dialer', userId);
  if (!plan) return askManager;
  if (plan.left > 0) return null;
  if (plan.beyond !== 'wallet') return askManager;
  return (await hasWallet(tx, userId)) && (await coversBlock(tx, userId)) ? null : ownUsedUp;
}

export async function mustMayCall(tx: Tx): Promise<void> {
  if (!(await hasDialer(tx, tx.actor.userId))) throw fail('calls.not_allowed');
}

export type Block = Pick<StoredCall, 'paid_by' | 'licence_id' | 'licence_period' | 'licence_minutes' | 'wallet_minutes'>;

/**
 * The next five minutes of a call; null: nobody pays for them. A block that the licence still covers in part may
 * be used to its end.
 */
export async function takeBlock(tx: Tx, call: Pick<StoredCall, 'sid' | 'user_id' | 'blocks'>): Promise<Block | null> {
  const { user_id: userId } = call;
  if (await isFree(tx, userId))
    return { paid_by: 'free', licence_id: null, licence_period: null, licence_minutes: 0, wallet_minutes: 0 };
  const taken = await takeUnitsUpTo(tx, { product: 'dialer', userId, most: blockMinutes });
  if (!taken) return null;
  const quantity = blockMinutes - taken.units;
  const byWallet = quantity > 0 && taken.beyond === 'wallet' && (await hasWallet(tx, userId));
  const expiresAt = new Date(tx.clock().getTime() + holdMs);
  const held = byWallet && (await holdUsage(tx, { userId, usageType: 'call', quantity, key: keyOf(call), expiresAt }));
  if (taken.units === 0 && !held) return null;
  return {
    paid_by: taken.units > 0 ? 'licence' : 'wallet',
    licence_id: taken.of?.licenceId ?? null,
    licence_period: taken.of?.period ?? null,
    licence_minutes: taken.units,
    wallet_minutes: held ? quantity : 0,
  };
}

/** `used`: minutes of the running block. The licence pays the first of them. */
export async function closeBlock(tx: Tx, call: StoredCall, used: number): Promise<void> {
  const unused = call.licence_minutes - Math.min(used, call.licence_minutes);
  if (call.licence_id !== null && unused > 0)
    await giveUnitsBack(tx, [{ licenceId: call.licence_id, period: call.licence_period ?? 0, units: unused }]);
  if (call.wallet_minutes === 0) return;
  const key = keyOf({ ...call, blocks: call.blocks - 1 });
  const quantity = Math.min(Math.max(used - call.licence_minutes, 0), call.wallet_minutes);
  if (quantity === 0) return releaseUsage(tx, key);
  const note = `Call to ${formatPhone(call.their_number)}`;
  await settleUsage(tx, { userId: call.user_id, usageType: 'call', quantity, key, note });
}

/** A hold is settled long before; then somebody must ask what has become of the call. */
const holdMs = 24 * 3_600_000;

/** `blocks`: those before this one. */
const keyOf = ({ sid, blocks }: Pick<StoredCall, 'sid' | 'blocks'>) => `call:${sid}:${blocks}`;

const isFree = async (tx: Tx, userId: number) => (await listWith(tx, 'dialer_enabled', [userId])).has(userId);
const hasWallet = async (tx: Tx, userId: number) => (await listWith(tx, 'wallet', [userId])).has(userId);

async function coversBlock(tx: Tx, userId: number): Promise<boolean> {
  const cost = (await costOfUse(tx))({ usageType: 'call', quantity: blockMinutes });
  return availableOf(await listPurses(tx, userId)) >= cost;
}
