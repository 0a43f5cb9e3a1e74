// Sends what is due. Messages are claimed in one transaction, sent outside of any, and settled in another: a process that dies in between leaves
// them `sending`, and the next holder of the lease finds out what became of them. None is ever sent twice by itself.
import { inTenant, type WorkCtx } from '#kernel/context.ts';
import { isQuiet } from '#kernel/jobs/quiet.ts';
import { type Mail, MailRefused, MailUnavailable } from '#kernel/mail/mail.ts';
import { type Claimed, claimDue, listLost } from './sends.claim.ts';
import { createComposer, messageKeyOf } from './sends.compose.ts';
import { endLease, leaseMs } from './sends.lane.ts';
import { type Settled, settle } from './sends.settle.ts';

/** Milliseconds: after a slice other companies have their turn. */
const sliceMs = 10_000;
/** A server that cannot be asked about a message leaves this many unknown when a process dies. */
const batchOf = { asked: 100, silent: 10 };
const atOnce = 5;
const maxTries = 8;

/** Sends for at most a slice of time, and gives the lease back. */
export async function deliver(ctx: WorkCtx, lease: string, signal: AbortSignal): Promise<void> {
  const { mail, db } = ctx.platform;
  const end = performance.now() + sliceMs;
  const composer = createComposer(ctx);
  try {
    if (mail) await settleLost(ctx, lease);
    while (mail && !signal.aborted && performance.now() < end && !(await isQuiet(db, ctx.actor.companyId))) {
      const claimed = await inTenant(ctx, (tx) => claimDue(tx, lease, mail.find ? batchOf.asked : batchOf.silent));
      if (claimed === null || claimed.taken === 0) return;
      const settled = await inParallel(claimed.messages, (message) => sendOne(ctx, composer, message));
      await inTenant(ctx, (tx) => settle(tx, settled));
    }
  } finally {
    await inTenant(ctx, (tx) => endLease(tx, lease));
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

async function sendOne(ctx: WorkCtx, composer: ReturnType<typeof createComposer>, message: Claimed): Promise<Settled> {
  const { id, send_id, contact_id, claimed_at, tries } = message;
  const about = { id, send_id, contact_id, claimed_at };
  let mail: Mail;
  try {
    mail = await composer.compose(message);
  } catch (err) {
    ctx.log.error({ err, message: id }, 'a mail could not be made');
    return again(ctx, about, tries);
  }
  try {
    const sent = await ctx.platform.mail?.send(mail);
    return { ...about, state: 'sent', subject: mail.subject, provider_id: sent?.id ?? null };
  } catch (error) {
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
