// The contacts that an undo left alone, wholly or in part: which fields, and who has changed them since.
import { Button, Group } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '#app/api.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { keyOf } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { type BulkAction, listKeptByUndo } from '#contract/bulk.ts';
import { fieldLabels } from '#contract/contactLabels.ts';
import { momentIn } from '#ui/moments.ts';
import { PlainTable } from '#ui/PlainTable.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { useCustomFields } from '#web/areas/crm/reference/reference.api.ts';

/** `onOpen`: a contact was opened from the list. */
export function KeptContacts({ undo: { id, done }, onOpen }: { undo: Pick<BulkAction, 'id' | 'done'>; onOpen?: () => void }) {
  const { timezone } = useMe();
  const custom = useCustomFields();
  const list = useInfiniteQuery({
    queryKey: keyOf(listKeptByUndo, { params: { id }, done }),
    queryFn: ({ pageParam, signal }) =>
      call(listKeptByUndo, { params: { id }, query: pageParam === null ? {} : { after: pageParam } }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ meta }) => meta.next,
  });
  if (list.error && !list.data) return <FailedQuery query={list} />;
  if (!list.data) return <SkeletonLines lines={4} height={28} />;
  return (
    <>
      <PlainTable
        label="Left as changed since"
        rows={list.data.pages.flatMap(({ data }) => data)}
        keyOf={({ contact }) => contact.id}
        columns={[
          {
            header: 'Contact',
            cell: ({ contact }) => (
              <Link to="/contacts/$id" params={{ id: String(contact.id) }} onClick={onOpen}>
                {contact.name || 'No name'}
              </Link>
            ),
          },
          { header: 'Fields', cell: ({ fields }) => fieldLabels(fields, custom) },
          { header: 'Changed by', cell: ({ changed_by }) => changed_by?.name },
          {
            header: 'When',
            cell: ({ changed_at }) => changed_at && <span className="figures">{momentIn(timezone, changed_at)}</span>,
          },
        ]}
      />
      {list.hasNextPage && (
        <Group justify="center" pt="sm">
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        </Group>
      )}
    </>
  );
}
