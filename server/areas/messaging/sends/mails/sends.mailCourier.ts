// Hands mails to the mail server.
import { listRecipients } from '#areas/messaging/templates/templates.service.ts';
import type { Tx, WorkCtx } from '#kernel/context.ts';
import { type Mail, type MailProvider, MailRefused, MailSlowDown, MailUnavailable } from '#kernel/mail/mail.ts';
import { again } from '../engine/sends.again.ts';
import { type Batch, claimAsked, postpone, takeDue } from '../engine/sends.claim.ts';
import type { BatchRun, Courier } from '../engine/sends.deliver.ts';
import { paceOut } from '../engine/sends.pace.ts';
import type { Settled } from '../engine/sends.settle.ts';
import { type Claimed, createComposer, messageKeyOf } from './sends.compose.ts';
import { mailPacing, receiverOf } from './sends.mailPace.ts';

/** A server that cannot be asked about a message leaves so many unknown when a process dies. */
const silentBatch = 10;
/** Milliseconds for one mail. */
const patience = 30_000;

export function mailCourier(ctx: WorkCtx, mail: MailProvider): Courier<Claimed> {
  const composer = createComposer(ctx);
  return {
    ...(!mail.find && { batch: silentBatch }),
    atOnce: mail.atOnce ?? 5,
    patience,
    claim: claimMails,
    send: (message, batch) => sendOne(ctx, { mail, composer }, message, batch),
    async find({ secret, round, id, send_id, contact_id, claim, provider_id }) {
      const key = messageKeyOf(ctx.actor.companyId, { id, secret, round });
      const accepted = provider_id !== null || (await mail.find?.(key));
      const state = accepted === undefined ? 'unknown' : accepted ? 'sent' : 'queued';
      return { id, send_id, contact_id, claim, state };
    },
  };
}

export async function claimMails(tx: Tx, lease: string, limit: number): Promise<Batch<Claimed> | null> {
  const due = await takeDue(tx, 'email', lease, limit);
  if (!due || due.taken === 0) return due && { ...due, messages: [], stopped: [] };
  const paced = await paceOut(tx, due.messages, mailPacing);
  await postpone(tx, paced.later);
  const { claimed, stopped } = await claimAsked(tx, 'email', paced.now);
  const recipients = await listRecipients(
    tx,
    claimed.flatMap(({ contact_id }) => contact_id ?? []),
  );
  const messages: Claimed[] = [];
  for (const { purpose: _, kind: __, asked_by: ___, contact_id, ...row } of claimed) {
    const recipient = contact_id === null ? undefined : recipients.get(contact_id);
    if (contact_id !== null && recipient?.address.toLowerCase() === row.address) messages.push({ ...row, contact_id, recipient });
    else stopped.push({ ...row, contact_id, state: 'blocked', reason: recipient ? 'address_changed' : 'deleted' });
  }
  return { ...due, messages, stopped };
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
