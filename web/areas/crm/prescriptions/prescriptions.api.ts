import { queryOf } from '#app/queries.ts';
import { getRxDetails } from '#contract/prescriptions.ts';

/** Each load is an entry of the audit log: it happens when the list is opened, and when an edit was refused. */
export const prescriptionsQuery = (id: number) => ({
  ...queryOf(getRxDetails, { params: { id } }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
});
