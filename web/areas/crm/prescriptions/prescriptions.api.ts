import { queryClient, queryOf } from '#app/queries.ts';
import type { AnswerOf } from '#contract/kit/endpoint.ts';
import { getRxDetails } from '#contract/prescriptions.ts';

/**
 * Each load is an entry of the audit log: it happens when the list is opened, and when an edit was refused.
 * `static`: no reconnect or invalidation loads it again; only `refetch` does.
 */
export const prescriptionsQuery = (id: number) => ({
  ...queryOf(getRxDetails, { params: { id } }),
  staleTime: 'static' as const,
  gcTime: 0,
});

/** Shows the list after a change. If the list is closed by now, nothing is kept. */
export const showPrescriptions = (id: number, saved: AnswerOf<typeof getRxDetails>) =>
  void queryClient.setQueryData(prescriptionsQuery(id).queryKey, (shown) => shown && saved);
