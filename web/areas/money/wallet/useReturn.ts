// Reads the parameters that the processor's or the bank's page adds to our address on return, and finishes at once.
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { notice } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { saveCard } from '#contract/cards.ts';
import { finishPayment } from '#contract/wallet.ts';
import { sayPayment } from './sayPayment.ts';
import { walletCalls } from './wallet.api.ts';
import { cardWords } from './wallet.labels.ts';

export function useReturn() {
  const { setup, payment } = useSearch({ from: '/shell/wallet' });
  const navigate = useNavigate({ from: '/wallet' });
  const save = useSend(saveCard, {
    invalidates: walletCalls,
    onDone: ({ brand, last4 }) => notice.done(`Connected ${cardWords(brand, last4)}`),
  });
  const finish = useSend(finishPayment, { invalidates: walletCalls, onDone: sayPayment });
  const take = useEffectEvent(() => {
    if (setup) save.mutate({ body: { setup } });
    if (payment) finish.mutate({ params: { id: payment } });
    if (setup || payment) void navigate({ search: ({ setup: _, payment: __, ...rest }) => rest, replace: true });
  });
  useEffect(() => take(), []);
}
