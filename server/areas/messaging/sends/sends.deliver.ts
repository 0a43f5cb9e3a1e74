// Sends what is due. Messages are claimed in one transaction, sent outside of any, and settled in another: a process that dies in between leaves
// them `sending`, and the next holder of the lease finds out what became of them. None is ever sent twice by itself.
import { setTimeout } from 'node:timers/promises';
import type { SendChannel } from '#contract/sendLists.ts';
import { inTenant, type Tx, type WorkCtx } from '#kernel/context.ts';
import { isQuiet } from '#kernel/jobs/quiet.ts';
import { type Mail, type MailProvider, MailRefused, MailSlowDown, MailUnavailable } from '#kernel/mail/mail.ts';
import { again } from './sends.again.ts';
import { type Batch, type Claimed, claimDue, type Lost, listLost } from './sends.claim.ts';
import { createComposer, messageKeyOf } from './sends.compose.ts';
import { endLease, leaseMs, takeLease } from './sends.lane.ts';
import { receiverOf, slowDown } from './sends.pace.ts';
import { type Settled, settle } from './sends.settle.ts';
import { textCourier } from './sends.texts.ts';

/** Milliseconds: after a slice other companies have their turn. */
const sliceMs = 10_000;
/** A server that cannot be asked about a message leaves so many unknown when a process dies. */
const silentBatch = 10;
/** Messages of a batch: at first, and at most. In between, as many as the other side takes in two seconds. */
const [firstBatch, largestBatch, batchMs] = [100, 500, 2_000];
/** Milliseconds for one mail. */
const patience = 30_000;

/** How one channel hands its messages over. */
export interface Courier<M> {
  channel: SendChannel;
  /** Messages in each batch, if that is fixed. */
  batch?: number;
  /** How many of them at a time. */
  atOnce: number;
  /** Milliseconds that one message may take. */
  patience: number;
  claim(tx: Tx, lease: string, limit: number): Promise<Batch<M> | null>;
  send(message: M, batch: BatchRun): Promise<Settled>;
  /** What became of a message of a worker that died. */
  find(lost: Lost): Promise<Settled>;
}

export interface BatchRun {
  /**
   * Milliseconds: later nothing is handed over, as another worker may have taken the lane before it is done.
   */
  last: number;
  /** Receivers, or numbers, that got too much. */
  slow: Set<string>;
}

export const deliver = (ctx: WorkCtx, signal: AbortSignal): Promise<void> =>
  work(ctx, 'email', ctx.platform.mail && mailCourier(ctx, ctx.platform.mail), signal);

export const deliverTexts = (ctx: WorkCtx, signal: AbortSignal): Promise<void> =>
  work(ctx, 'text', ctx.platform.telephony && textCourier(ctx, ctx.platform.telephony), signal);

/** Sends for at most a slice of time, and gives the lease back. */
async function work<M>(ctx: WorkCtx, channel: SendChannel, courier: Courier<M> | null, signal: AbortSignal): Promise<void> {
  const { db } = ctx.platform;
  const lease = await inTenant(ctx, (tx) => takeLease(tx, channel));
  if (lease === null) return;
  const end = performance.now() + sliceMs;
  let more = false;
  let size = firstBatch;
  try {
    if (courier) await settleLost(ctx, lease, courier);
    while (courier && !signal.aborted && !(await isQuiet(db, ctx.actor.companyId))) {
      more = performance.now() >= end;
      if (more) return;
      const claimed = await inTenant(ctx, (tx) => courier.claim(tx, lease, courier.batch ?? size));
      if (claimed === null || claimed.taken === 0) return;
      const slow = new Set<string>();
      const began = performance.now();
      const last = claimed.until.getTime() - courier.patience;
      const settled = await inParallel(claimed.messages, courier.atOnce, (message) => courier.send(message, { last, slow }));
      const fitting = (claimed.messages.length * batchMs) / (performance.now() - began);
      size = Math.round(Math.min(largestBatch, Math.max(firstBatch, fitting)));
      // What was sent is written down whatever happens: else it would be asked for, or stay unknown.
      await retried(() => inTenant(ctx, (tx) => settle(tx, settled)));
      if (slow.size > 0) await inTenant(ctx, (tx) => slowDown(tx, channel, [...slow]));
    }
  } finally {
    await inTenant(ctx, (tx) => endLease(tx, channel, lease, more));
  }
}

/**
 * What a dead worker left: sent, if the other side has it; queued again, if it surely has not; otherwise
 * unknown.
 */
async function settleLost<M>(ctx: WorkCtx, lease: string, { channel, atOnce, find }: Courier<M>): Promise<void> {
  const lost = await inTenant(ctx, (tx) => listLost(tx, channel, lease, new Date(tx.clock().getTime() - leaseMs)));
  const settled = await inParallel(lost, atOnce, find);
  await inTenant(ctx, (tx) => settle(tx, settled));
}

function mailCourier(ctx: WorkCtx, mail: MailProvider): Courier<Claimed> {
  const composer = createComposer(ctx);
  return {
    channel: 'email',
    ...(!mail.find && { batch: silentBatch }),
    atOnce: mail.atOnce ?? 5,
    patience,
    claim: claimDue,
    send: (message, batch) => sendOne(ctx, { mail, composer }, message, batch),
    async find({ secret, round, id, send_id, contact_id, claim, provider_id }) {
      const key = messageKeyOf(ctx.actor.companyId, { id, secret, round });
      const accepted = provider_id !== null || (await mail.find?.(key));
      const state = accepted === undefined ? 'unknown' : accepted ? 'sent' : 'queued';
      return { id, send_id, contact_id, claim, state };
    },
  };
}

async function sendOne(
  ctx: WorkCtx,
  { mail: server, composer }: { mail: MailProvider; composer: ReturnType<typeof createComposer> },
  message: Claimed,
  { last, slow }: BatchRun,
): Promise<Settled> {
  const { id, send_id, contact_id, claim, tries, recipient } = message;
  const about = { id, send_id, contact_id, claim };
  let mail: Mail;
  try {
    mail = await composer.compose(message);
  } catch (err) {
    ctx.log.error({ err, message: id }, 'a mail could not be made');
    return again(ctx, about, tries);
  }
  if (ctx.clock().getTime() > last) return { ...about, state: 'queued' };
  try {
    const sent = await server.send(mail, { patience });
    return { ...about, state: 'sent', subject: mail.subject, merge: recipient.values, provider_id: sent?.id ?? null };
  } catch (error) {
    if (error instanceof MailSlowDown) slow.add(receiverOf(recipient.address));
    if (error instanceof MailRefused) return { ...about, state: 'failed', reason: 'refused' };
    if (!(error instanceof MailUnavailable)) return { ...about, state: 'sending' }; // settled when the lease is taken next
    return again(ctx, about, tries);
  }
}

/** In the order of the items, a few at a time. */
async function inParallel<T, R>(items: readonly T[], atOnce: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results = new Array<R>(items.length);
  const queue = items.entries();
  const worker = async () => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

/** Five tries in some seconds: the database may restart, or two transactions may be in each other's way. */
export async function retried<T>(work: () => Promise<T>, pause = 200): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await work();
    } catch (error) {
      if (attempt === 5) throw error;
      await setTimeout(pause * 2 ** attempt);
    }
}
