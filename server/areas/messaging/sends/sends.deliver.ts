// Sends what is due. Messages are claimed in one transaction, sent outside of any, and settled in another: a process that dies in between leaves
// them `sending`, and the next holder of the lease finds out what became of them. None is ever sent twice by itself.
import { setTimeout } from 'node:timers/promises';
import { inTenant, type WorkCtx } from '#kernel/context.ts';
import { isQuiet } from '#kernel/jobs/quiet.ts';
import { type Mail, MailRefused, MailSlowDown, MailUnavailable } from '#kernel/mail/mail.ts';
import { type Claimed, claimDue, listLost } from './sends.claim.ts';
import { createComposer, messageKeyOf } from './sends.compose.ts';
import { endLease, leaseMs, takeLease } from './sends.lane.ts';
import { receiverOf, slowDown } from './sends.pace.ts';
import { type Settled, settle } from './sends.settle.ts';

/** Milliseconds: after a slice other companies have their turn. */
const sliceMs = 10_000;
/** A server that cannot be asked about a message leaves this many unknown when a process dies. */
const batchOf = { asked: 100, silent: 10 };
const atOnce = 5;
/** Milliseconds for one mail. */
const patience = 30_000;
const maxTries = 8;

/** Sends for at most a slice of time, and gives the lease back. */
export async function deliver(ctx: WorkCtx, signal: AbortSignal): Promise<void> {
  const { mail, db } = ctx.platform;
  const lease = await inTenant(ctx, takeLease);
  if (lease === null) return;
  const end = performance.now() + sliceMs;
  const composer = createComposer(ctx);
  let more = false;
  try {
    if (mail) await settleLost(ctx, lease);
    while (mail && !signal.aborted && !(await isQuiet(db, ctx.actor.companyId))) {
      more = performance.now() >= end;
      if (more) return;
      const claimed = await inTenant(ctx, (tx) => claimDue(tx, lease, mail.find ? batchOf.asked : batchOf.silent));
      if (claimed === null || claimed.taken === 0) return;
      const slow = new Set<string>();
      const last = claimed.until.getTime() - patience;
      const settled = await inParallel(claimed.messages, (message) => sendOne(ctx, composer, message, { last, slow }));
      // What was sent is written down whatever happens: else it would be asked for, or stay unknown.
      await retried(() => inTenant(ctx, (tx) => settle(tx, settled)));
      if (slow.size > 0) await inTenant(ctx, (tx) => slowDown(tx, [...slow]));
    }
  } finally {
    await inTenant(ctx, (tx) => endLease(tx, lease, more));
  }
}

/** What a dead worker left: sent, if the server has it; queued again, if it surely has not; otherwise unknown. */
async function settleLost(ctx: WorkCtx, lease: string): Promise<void> {
  const lost = await inTenant(ctx, (tx) => listLost(tx, lease, new Date(tx.clock().getTime() - leaseMs)));
  const settled = await inParallel(lost, async ({ secret, round, ...message }): Promise<Settled> => {
    const accepted = await ctx.platform.mail?.find?.(messageKeyOf(ctx.actor.companyId, { id: message.id, secret, round }));
    return { ...message, state: accepted === undefined ? 'unknown' : accepted ? 'sent' : 'queued' };
  });
  await inTenant(ctx, (tx) => settle(tx, settled));
}

interface Batch {
  /** Milliseconds: later no mail is handed over, as another worker may have taken the lane before it is done. */
  last: number;
  /** Receivers that got too much. */
  slow: Set<string>;
}

async function sendOne(
  ctx: WorkCtx,
  composer: ReturnType<typeof createComposer>,
  message: Claimed,
  { last, slow }: Batch,
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
    const sent = await ctx.platform.mail?.send(mail, { patience });
    return { ...about, state: 'sent', subject: mail.subject, merge: recipient.values, provider_id: sent?.id ?? null };
  } catch (error) {
    if (error instanceof MailSlowDown) slow.add(receiverOf(recipient.address));
    if (error instanceof MailRefused) return { ...about, state: 'failed', reason: 'refused' };
    if (!(error instanceof MailUnavailable)) return { ...about, state: 'sending' }; // settled when the lease is taken next
    return again(ctx, about, tries);
  }
}

/** Surely not sent: later, or never after so many tries. */
function again(ctx: WorkCtx, about: Omit<Settled, 'state'>, tries: number): Settled {
  if (tries >= maxTries) return { ...about, state: 'failed', reason: 'unavailable' };
  const due = new Date(ctx.clock().getTime() + 30_000 * 2 ** tries);
  return { ...about, state: 'queued', reason: 'unavailable', due_at: due.toISOString() };
}

/** In the order of the items, a few at a time. */
async function inParallel<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
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
