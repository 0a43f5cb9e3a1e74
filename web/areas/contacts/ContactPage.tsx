import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { getContact } from '#contract/contacts.ts';
import { FailedQuery } from '../../app/FailedQuery.tsx';
import { queryOf } from '../../app/queries.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { SkeletonLines } from '../../ui/Skeletons.tsx';

export function ContactPage() {
  const { id } = useParams({ from: '/shell/contacts/$id' });
  const contact = useQuery(queryOf(getContact, { params: { id }, query: {} }));
  if (contact.error) return <FailedQuery query={contact} />;
  return contact.data ? <PageHeader title={contact.data.name} /> : <SkeletonLines lines={8} />;
}
