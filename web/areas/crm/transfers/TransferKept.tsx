// Contacts that the undo left alone: who has changed each since, and when.
import { Button, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '#app/api.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { keyOf } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { listKeptByUndo } from '#contract/bulk.ts';
import type { TransferAttempt } from '#contract/transfers.ts';
import { momentIn } from '#ui/moments.ts';
import { PlainTable } from '#ui/PlainTable.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { fieldAt } from '#web/areas/crm/contacts/form/contacts.fields.ts';
import classes from './Transfers.module.css';
import { contactsOf } from './transfers.labels.ts';

export function TransferKept({ undo: { id, kept, done } }: { undo: NonNullable<TransferAttempt['undo']> }) {
  const { timezone } = useMe();
  const contacts = useInfiniteQuery({
    queryKey: keyOf(listKeptByUndo, { params: { id }, done }),
    queryFn: ({ pageParam, signal }) =>
      call(listKeptByUndo, { params: { id }, query: pageParam === null ? {} : { after: pageParam } }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ meta }) => meta.next,
  });
  return (
    <section aria-labelledby="kept" className={classes.log}>
      <Title order={2} size="h4" id="kept">
        {contactsOf(kept)} left as changed since
      </Title>
      {contacts.error && !contacts.data ? (
        <FailedQuery query={contacts} />
      ) : !contacts.data ? (
        <SkeletonLines lines={3} />
      ) : (
        <PlainTable
          label="Left as changed since"
          rows={contacts.data.pages.flatMap(({ data }) => data)}
          keyOf={({ contact }) => contact.id}
          columns={[
            {
              header: 'Contact',
              cell: ({ contact }) => (
                <Link to="/contacts/$id" params={{ id: String(contact.id) }}>
                  {contact.name || 'No name'}
                </Link>
              ),
            },
            { header: 'Not reverted', cell: ({ fields }) => [...new Set(fields.map(labelOf))].join(', ') },
            { header: 'Changed by', cell: ({ changed_by }) => changed_by?.name ?? 'Steward' },
            {
              header: 'When',
              cell: ({ changed_at }) => <span className="figures">{changed_at && momentIn(timezone, changed_at)}</span>,
            },
          ]}
        />
      )}
      {contacts.hasNextPage && (
        <Button variant="default" loading={contacts.isFetchingNextPage} onClick={() => void contacts.fetchNextPage()}>
          Show more
        </Button>
      )}
    </section>
  );
}

const labelOf = (field: string) =>
  field === 'owner_id' || field === 'pool_id' ? 'Owner or pool' : (fieldAt(field)?.label ?? field);
