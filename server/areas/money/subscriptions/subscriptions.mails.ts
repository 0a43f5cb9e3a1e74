// Tells the payer that a month could not be charged.
import { sendToUser } from '#areas/office/mail/mail.service.ts';
import type { Product } from '#contract/planLists.ts';
import type { Decline } from '#contract/walletLists.ts';
import { inTenant, type WorkCtx } from '#kernel/context.ts';
import { lockSubscription } from './subscriptions.queries.ts';

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
  const { product, plan, state } = await inTenant(ctx, (tx) => lockSubscription(tx, id));
  if (state !== 'past_due' && state !== 'unpaid') return; // paid in the meantime
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
