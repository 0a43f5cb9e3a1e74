import { useUpdate } from '#app/cable.ts';
import { notice } from '#app/notices.tsx';
import { invalidate } from '#app/queries.ts';
import { getMaxPlus, listManageableUsers } from '#contract/maxPlus.ts';
import type { Subscription } from '#contract/subscriptions.ts';

export const maxPlusCalls = [getMaxPlus, listManageableUsers] as const;

export const useMaxPlusChanges = () => useUpdate('subscriptions.changed', () => void invalidate(...maxPlusCalls));

/** Tells the result of a charge in one notice; opens the bank's page if the bank asks for a confirmation. */
export function sayMaxPlus(subscription: Subscription | null, done: string): void {
  if (subscription?.action_url) location.assign(subscription.action_url);
  else if (subscription?.state === 'active') notice.done(done);
  else notice.told('The payment failed, and nothing was charged. Use another card.');
}
