// The wallet as the screens load it.
import { useUpdate } from '#app/cable.ts';
import { invalidate, useSend } from '#app/queries.ts';
import { type cardReturns, connectCard, listCards } from '#contract/cards.ts';
import { getWallet, getWalletAnalytics, listInvoices, listTransactions } from '#contract/wallet.ts';

export const walletCalls = [getWallet, listTransactions, listInvoices, getWalletAnalytics, listCards] as const;

export const useWalletChanges = () => useUpdate('wallet.changed', () => void invalidate(...walletCalls));

/** Leaves for the processor's page; it comes back to this page with the card. */
export function useConnectCard(return_path: (typeof cardReturns)[number] = '/wallet') {
  const { mutate, isPending, isSuccess } = useSend(connectCard, { onDone: ({ url }) => location.assign(url) });
  return { connect: () => mutate({ body: { return_path } }), busy: isPending || isSuccess };
}
