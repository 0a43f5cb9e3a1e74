// The calls that the screens of billing load again after a change.
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { useUpdate } from '#app/cable.ts';
import { notice } from '#app/notices.tsx';
import { invalidate, queryOf, useSend } from '#app/queries.ts';
import { askWhoIAm } from '#app/session.ts';
import { getAccountInfo } from '#contract/accounts.ts';
import { type Billing, finishAccountPayment, getBilling, listAccountHistory, listAccountPlans } from '#contract/billing.ts';
import { listCards, saveCard } from '#contract/cards.ts';
import { cardWords, declineWords, dollarsOf } from '#web/areas/money/wallet/wallet.labels.ts';
import { typeOf } from './billing.labels.ts';

export const billingCalls = [getBilling, getAccountInfo, listAccountPlans, listAccountHistory, listCards] as const;

export const useBillingChanges = () => useUpdate('subscriptions.changed', () => void invalidate(...billingCalls));

/** Plans of the type in use: an administrator may have a plan of their own. */
export const usePlans = (billing: Billing | undefined) =>
  useQuery({
    ...queryOf(listAccountPlans, { query: billing ? { type: typeOf(billing) } : {} }),
    enabled: billing !== undefined,
    staleTime: 0,
  });

export interface Returned {
  /** Set by the processor's page on which a card was entered. */
  setup?: string;
  /** The payment that the bank asked about. */
  payment?: number;
}

/** Finishes at once what the processor's or the bank's page put into our address on return. */
export function useReturned() {
  const { setup, payment }: Returned = useSearch({ strict: false });
  const navigate = useNavigate();
  const save = useSend(saveCard, {
    invalidates: billingCalls,
    onDone: ({ brand, last4 }) => notice.done(`Connected ${cardWords(brand, last4)}`),
  });
  const finish = useSend(finishAccountPayment, {
    invalidates: billingCalls,
    onDone: ({ state, amount, failure }) => {
      if (state === 'succeeded') notice.done(`Paid ${dollarsOf(amount)}`);
      else if (state === 'failed') notice.told(declineWords[failure ?? 'declined']);
      else notice.told('Your bank has not confirmed the payment yet.');
      void askWhoIAm();
    },
  });
  const take = useEffectEvent(() => {
    if (setup) save.mutate({ body: { setup } });
    if (payment) finish.mutate({ params: { id: payment } });
    if (setup || payment)
      void navigate({ to: '.', search: ({ setup: _, payment: __, ...rest }: Returned) => rest, replace: true } as never);
  });
  useEffect(() => take(), []);
}
