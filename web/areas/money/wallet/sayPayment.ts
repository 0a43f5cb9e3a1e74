import { notice } from '#app/notices.tsx';
import type { Payment } from '#contract/wallet.ts';
import { declineWords, dollarsOf } from './wallet.labels.ts';

/** Tells a payment's state in one notice. */
export function sayPayment({ state, amount, failure }: Payment): void {
  if (state === 'succeeded') notice.done(`Added ${dollarsOf(amount)} to your wallet`);
  else if (state === 'failed') notice.told(declineWords[failure ?? 'declined']);
  else if (state === 'requires_action') notice.told('Your bank still waits for your confirmation.');
  else notice.told('The payment is under way. The wallet shows it when it has arrived.');
}
