// Checks what waits: claimed in one transaction, asked of the carrier outside of any, settled in another. A worker that dies leaves claims, which
// the next run opens again: a number is then looked up twice, and paid once.
import { randomUUID } from 'node:crypto';
import { holdUsage, releaseUsage, settleUsage } from '#areas/money/wallet/wallet.service.ts';
import { inTenant, type Tx, type WorkCtx } from '#kernel/context.ts';
import type { JobRun } from '#kernel/jobs/tasks.ts';
import { type Telephony, TelephonyRefused, TelephonyUnavailable } from '#kernel/telephony/telephony.ts';
import { phoneCheckJobs } from './phoneChecks.jobs.ts';
import {
  type Answer,
  type Claimed,
  claimChecks,
  failWaiting,
  markHeld,
  reopen,
  reopenLost,
  storeAnswers,
} from './phoneChecks.queries.ts';
import { priceOfCheck } from './phoneChecks.service.ts';

const batchSize = 50;
const atOnce = 5;
const maxTries = 5;
/** Milliseconds. After a slice, other companies have their turn. */
const sliceMs = 60_000;
/** A batch takes less, even of a slow carrier. */
const lostMs = 5 * 60_000;

export async function runChecks(ctx: WorkCtx, run: JobRun): Promise<void> {
  const { telephony } = ctx.platform;
  if (!telephony) return giveUpChecks(ctx);
  const end = performance.now() + sliceMs;
  while (performance.now() < end) {
    run.signal.throwIfAborted();
    const claim = randomUUID();
    const { claimed, held } = await inTenant(ctx, (tx) => claimPaid(tx, claim));
    if (claimed.length === 0) return;
    const { answers, failed } = await askAll(telephony, claimed);
    await inTenant(ctx, (tx) => settleBatch(tx, { claim, held }, answers, failed));
    if (answers.length === 0) throw new TelephonyUnavailable('no number was checked'); // the queue tries again, later
    await run.movedOn();
  }
  await inTenant(ctx, async (tx) => tx.enqueue(phoneCheckJobs.run, {}));
}

export const giveUpChecks = (ctx: WorkCtx): Promise<void> =>
  inTenant(ctx, async (tx) => {
    await failWaiting(tx, 'unavailable');
    tellChecks(tx);
  });

/** Money is held before the carrier is asked. Without the wallet the cost is only recorded. */
async function claimPaid(tx: Tx, claim: string): Promise<{ claimed: Claimed[]; held: boolean }> {
  for (const lost of await reopenLost(tx, new Date(tx.clock().getTime() - lostMs))) await releaseUsage(tx, keyOf(lost));
  const claimed = await claimChecks(tx, claim, batchSize);
  if (claimed.length === 0 || !tx.actor.mayUse('wallet')) return { claimed, held: false };
  const expiresAt = new Date(tx.clock().getTime() + lostMs);
  const use = {
    userId: tx.actor.userId,
    usageType: 'phone_check',
    quantity: claimed.length,
    key: keyOf(claim),
    expiresAt,
  } as const;
  if (await holdUsage(tx, use)) {
    await markHeld(tx, claim);
    return { claimed, held: true };
  }
  await reopen(
    tx,
    claim,
    claimed.map(({ id }) => id),
    maxTries + 1,
  );
  await failWaiting(tx, 'no_funds');
  tellChecks(tx);
  return { claimed: [], held: false };
}

const keyOf = (claim: string) => `phone_checks:${claim}`;

async function askAll(telephony: Telephony, claimed: Claimed[]): Promise<{ answers: Answer[]; failed: number[] }> {
  const answers: Answer[] = [];
  const failed: number[] = [];
  const queue = claimed.values();
  const worker = async () => {
    for (const { id, number } of queue) {
      const facts = await lookUp(telephony, number);
      if (facts) answers.push({ id, number, ...facts });
      else failed.push(id);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return { answers, failed };
}

/** A number that the carrier refuses to look up does not exist. Null: ask again later. */
async function lookUp(telephony: Telephony, number: string) {
  try {
    return await telephony.lookUp(number);
  } catch (error) {
    if (error instanceof TelephonyRefused) return { valid: false, type: null, carrier: '' };
    if (error instanceof TelephonyUnavailable) return null;
    throw error;
  }
}

async function settleBatch(
  tx: Tx,
  { claim, held }: { claim: string; held: boolean },
  answers: Answer[],
  failed: number[],
): Promise<void> {
  const stored = await storeAnswers(tx, claim, answers, await priceOfCheck(tx));
  await reopen(tx, claim, failed, maxTries);
  const use = { userId: tx.actor.userId, usageType: 'phone_check', quantity: stored, key: keyOf(claim) } as const;
  if (held && stored > 0) await settleUsage(tx, use);
  else if (held) await releaseUsage(tx, use.key);
  tellChecks(tx);
}

const tellChecks = (tx: Tx) => tx.tell({ event: 'phone_checks.changed' }, { to: [tx.actor.userId] });
