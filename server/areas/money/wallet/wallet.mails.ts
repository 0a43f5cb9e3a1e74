// Tells the owner of a wallet that it is not refilled any more.
import { sendToUser } from '#areas/company/mail/mail.service.ts';
import type { Decline } from '#contract/walletLists.ts';
import type { WorkCtx } from '#kernel/context.ts';

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

export async function mailPause(ctx: WorkCtx, { userId, reason }: { userId: number; reason: Decline }): Promise<void> {
  await sendToUser(ctx, userId, {
    subject: 'Your wallet is not refilled any more',
    heading: 'The automatic refill is paused',
    paragraphs: [
      `We could not refill your wallet. ${reasons[reason]} Nothing was charged.`,
      'What the wallet pays for stops when it is empty. Connect another card or top up, then save the automatic refill again.',
    ],
    action: { label: 'Open the wallet', path: '/wallet' },
    because: 'the automatic refill of your wallet is switched on.',
  });
}
