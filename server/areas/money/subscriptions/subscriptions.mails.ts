// Tells the payer that a month could not be charged, or that an administrator ended their plan.
import { sql } from 'kysely';
import { momentOf, sendToUser } from '#areas/company/mail/mail.service.ts';
import type { Product } from '#contract/planLists.ts';
import type { Decline } from '#contract/walletLists.ts';
import { inTenant, type Tx, type WorkCtx } from '#kernel/context.ts';
import { lockSubscription, type StoredSubscription } from './subscriptions.queries.ts';

const mostReaders = 20;

/** The payer; of a company's subscription the user of its card, or its administrators once that user has left. */
export async function listReaders(tx: Tx, { payer_id, card_user_id }: StoredSubscription): Promise<number[]> {
  if (payer_id !== null) return [payer_id];
  const { rows } = await sql<{ id: number }>`
    select u.id from users u where u.company_id = ${tx.companyId} and u.active and (u.id = ${card_user_id} or (u.role = 'admin' and not exists (
      select from users c where c.company_id = ${tx.companyId} and c.id = ${card_user_id} and c.active)))
    order by u.id limit ${mostReaders}`.execute(tx.db);
  return rows.map(({ id }) => id);
}

const names: Record<Product, string> = {
  texting: 'texting',
  dialer: 'the dialer',
  max_plus: 'Max Plus',
  account: 'your account',
};

const reasons: Record<Decline, string> = {
  declined: 'Your bank declined the card.',
  no_funds: 'The card did not cover the amount.',
  expired: 'The card has expired.',
  lost: 'Your bank does not accept this card any more.',
  authentication: 'Your bank wants you to confirm the payment, which only you can do.',
  abandoned: 'The payment was not confirmed in time.',
  no_card: 'There is no card to charge.',
  disputed: 'Your bank took a payment back.',
};

export async function mailFailure(
  ctx: WorkCtx,
  { userId, id, failure }: { userId: number; id: number; failure: Decline },
): Promise<void> {
  const { product, plan, state, payer_id, card_user_id } = await inTenant(ctx, (tx) => lockSubscription(tx, id));
  if (state !== 'past_due' && state !== 'unpaid') return; // paid in the meantime
  if (payer_id === null && card_user_id !== userId)
    return void (await sendToUser(ctx, userId, {
      subject: `Your company’s payment for ${names[product]} failed`,
      heading: 'A payment of your company failed',
      paragraphs: [
        `Nobody’s card pays the plan ${plan.name} any more: the user whose card paid it has left.`,
        'The plan works on for eight days after the month began. Connect a card of yours: it is charged at once.',
      ],
      action: { label: 'Open billing', path: '/billing' },
      because: 'you are an administrator of your company.',
    }));
  await sendToUser(ctx, userId, {
    subject: `Your payment for ${names[product]} failed`,
    heading: 'A payment failed',
    paragraphs: [
      `We could not charge your card for the plan ${plan.name}. ${reasons[failure]}`,
      'The plan works on for eight days after the month began. Connect another card: it is charged at once.',
    ],
    action: { label: 'Open billing', path: '/billing' },
    because: 'you pay for this plan.',
  });
}

export async function mailEnded(ctx: WorkCtx, { userId, id, reason }: { userId: number; id: number; reason: string }) {
  const { product, plan, state, cancel_at_end, due_at } = await inTenant(ctx, (tx) => lockSubscription(tx, id));
  if (state !== 'ended' && !cancel_at_end) return; // the payer took it back in the meantime
  const atOnce = state === 'ended' || due_at === null;
  const when = atOnce
    ? 'It has ended, and nothing more is charged.'
    : `It works until ${await momentOf(ctx, userId, due_at)}, which is paid.`;
  await sendToUser(ctx, userId, {
    subject: `Your plan for ${names[product]} ends`,
    heading: atOnce ? 'Your plan has ended' : 'Your plan ends with its period',
    paragraphs: [`An administrator ended the plan ${plan.name}. ${when}`, `The reason: ${reason}`],
    action: { label: 'Open billing', path: '/billing' },
    because: 'you pay for this plan.',
  });
}
