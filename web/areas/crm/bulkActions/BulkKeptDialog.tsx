// What an undo left alone, because somebody had changed it since.
import { Button, Group, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '#app/api.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { keyOf } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { type BulkAction, listKeptByUndo } from '#contract/bulk.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { momentIn } from '#ui/moments.ts';
import { PlainTable } from '#ui/PlainTable.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { useCustomFields } from '#web/areas/crm/reference/reference.api.ts';
import { fieldLabel } from './bulkActions.labels.ts';

export function BulkKeptDialog({ action: { id }, onClose }: { action: BulkAction; onClose: () => void }) {
  const { timezone } = useMe();
  const fields = useCustomFields();
  const list = useInfiniteQuery({
    queryKey: keyOf(listKeptByUndo, { params: { id } }),
    queryFn: ({ pageParam, signal }) =>
      call(listKeptByUndo, { params: { id }, query: { ...(pageParam !== null && { after: pageParam }) } }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ meta }) => meta.next,
  });
  const rows = list.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Dialog title="Left as changed since" onClose={onClose} size="lg">
      <Text c="dimmed" mb="sm">
        The undo left these fields alone, because somebody had changed them after the action.
      </Text>
      {list.error && !list.data ? (
        <FailedQuery query={list} />
      ) : list.isPending ? (
        <SkeletonLines lines={4} height={28} />
      ) : (
        <PlainTable
          label="Left as changed since"
          rows={rows}
          keyOf={({ contact }) => contact.id}
          columns={[
            {
              header: 'Contact',
              cell: ({ contact }) => (
                <Link to="/contacts/$id" params={{ id: String(contact.id) }} onClick={onClose}>
                  {contact.name || 'No name'}
                </Link>
              ),
            },
            { header: 'Fields', cell: (row) => row.fields.map((name) => fieldLabel(name, fields)).join(', ') },
            { header: 'Changed by', cell: ({ changed_by }) => changed_by?.name },
            {
              header: 'When',
              cell: ({ changed_at }) => changed_at && <span className="figures">{momentIn(timezone, changed_at)}</span>,
            },
          ]}
        />
      )}
      {list.hasNextPage && (
        <Group justify="center" pt="sm">
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        </Group>
      )}
    </Dialog>
  );
}
