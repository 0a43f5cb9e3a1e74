// The contact beside the thread: who it is, how to reach them, what comes next.
import { useQuery } from '@tanstack/react-query';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { queryOf } from '#app/queries.ts';
import { getContact } from '#contract/contacts.ts';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { ContactSummary } from '#web/areas/crm/contacts/page/ContactSummary.tsx';

export function InboxContact({ id }: { id: number }) {
  const contact = useQuery(queryOf(getContact, { params: { id }, query: { not_remove_new_tag: true } }));
  if (contact.data) return <ContactSummary contact={contact.data} />;
  return contact.error ? <FailedQuery query={contact} /> : <SkeletonLines lines={6} height={18} />;
}
