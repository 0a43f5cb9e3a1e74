// The list of bulk actions: what each did, its progress and its undo.
import { Button, Group, SegmentedControl, Text } from '@mantine/core';
import { IconArrowBackUp, IconDownload, IconPlayerStop, IconStack2 } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { call, hrefOf } from '#app/api.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { keyOf, useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { type BulkAction, cancelBulkAction, exportUnchanged, listBulkActions, undoBulkAction } from '#contract/bulk.ts';
import { counted } from '#contract/kit/formats.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { Dot } from '#ui/Dot.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { MenuItem } from '#ui/Menu.tsx';
import { momentIn } from '#ui/moments.ts';
import { OverflowMenu } from '#ui/OverflowMenu.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { followBulk } from '#web/areas/crm/bulk/bulk.banner.ts';
import { statusLabels, statusTones } from '#web/areas/crm/bulk/bulk.labels.ts';
import { useCustomFields } from '#web/areas/crm/reference/reference.api.ts';
import classes from './BulkActionListPage.module.css';
import { BulkKeptDialog } from './BulkKeptDialog.tsx';
import { detailsOf, nameOf, resultOf } from './bulkActions.labels.ts';

/** Milliseconds between two looks while something runs. */
const whileRunning = 3_000;

export function BulkActionListPage() {
  const { timezone, can } = useMe();
  const { of } = useSearch({ from: '/shell/bulk-actions' });
  const navigate = useNavigate({ from: '/bulk-actions' });
  const fields = useCustomFields();
  const list = useInfiniteQuery({
    queryKey: [...keyOf(listBulkActions), of],
    queryFn: ({ pageParam, signal }) =>
      call(listBulkActions, { query: { of, ...(pageParam !== null && { cursor: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
    refetchInterval: ({ state }) => state.data?.pages.some(({ data }) => data.some(({ can }) => can.cancel)) && whileRunning,
  });
  const actions = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const [undoing, setUndoing] = useState<BulkAction>();
  const [kept, setKept] = useState<BulkAction>();

  return (
    <>
      <PageHeader title="Bulk actions">
        {can['team.lead'] && (
          <SegmentedControl
            aria-label="Whose bulk actions"
            value={of}
            onChange={(next) => void navigate({ search: { of: next as typeof of } })}
            data={[
              { value: 'team', label: 'Everyone’s' },
              { value: 'me', label: 'Mine' },
            ]}
          />
        )}
      </PageHeader>
      <div className={classes.page}>
        {list.error && !list.data ? (
          <FailedQuery query={list} />
        ) : list.isPending ? (
          <SkeletonLines lines={8} height={36} />
        ) : actions.length === 0 ? (
          <EmptyState
            icon={IconStack2}
            title="No bulk actions yet"
            text="Select contacts in the list to tag, change or delete many at once. What you did appears here, and you can undo it for 90 days."
          />
        ) : (
          <PlainTable
            label="Bulk actions"
            rows={actions}
            keyOf={({ id }) => id}
            columns={[
              { header: 'Action', cell: (action) => <What action={action} details={detailsOf(action, fields)} /> },
              { header: 'Started', cell: ({ created_at }) => <span className="figures">{momentIn(timezone, created_at)}</span> },
              { header: 'By', cell: ({ asked_by }) => asked_by?.name },
              {
                header: 'Status',
                cell: (action) => (
                  <span className={classes.status}>
                    <Dot tone={statusTones[action.status]} />
                    {action.undone ? 'Undone' : statusLabels[action.status]}
                  </span>
                ),
              },
              { header: 'Result', cell: (action) => <span className="figures">{resultOf(action)}</span> },
            ]}
            actions={(action) => <Actions action={action} onUndo={() => setUndoing(action)} onKept={() => setKept(action)} />}
          />
        )}
        {list.hasNextPage && (
          <Group justify="center" pt="md">
            <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              Show older actions
            </Button>
          </Group>
        )}
      </div>
      {undoing && <UndoDialog action={undoing} details={detailsOf(undoing, fields)} onClose={() => setUndoing(undefined)} />}
      {kept && <BulkKeptDialog action={kept} onClose={() => setKept(undefined)} />}
    </>
  );
}

const What = ({ action, details }: { action: BulkAction; details: string }) => (
  <>
    {nameOf(action)}
    {details && (
      <Text size="sm" c="dimmed" className={classes.details ?? ''}>
        {details}
      </Text>
    )}
    {action.error && (
      <Text size="sm" c="red.8" className={classes.details ?? ''}>
        {action.error}
      </Text>
    )}
  </>
);

function Actions({ action, onUndo, onKept }: { action: BulkAction; onUndo: () => void; onKept: () => void }) {
  const { id, can, kept } = action;
  const cancel = useSend(cancelBulkAction, { invalidates: [listBulkActions] });
  if (!can.cancel && !can.undo && !can.list_unchanged) return null;
  return (
    <OverflowMenu label={`Actions of ${nameOf(action)}, ${id}`}>
      {can.cancel && (
        <MenuItem leftSection={<IconPlayerStop size="1rem" />} onClick={() => cancel.mutate({ params: { id } })}>
          Stop
        </MenuItem>
      )}
      {can.undo && (
        <MenuItem leftSection={<IconArrowBackUp size="1rem" />} onClick={onUndo}>
          Undo
        </MenuItem>
      )}
      {kept > 0 && <MenuItem onClick={onKept}>Show what stayed as it was</MenuItem>}
      {can.list_unchanged && (
        <MenuItem
          leftSection={<IconDownload size="1rem" />}
          component="a"
          href={hrefOf(exportUnchanged, { params: { id } })}
          download
        >
          Download contacts left unchanged
        </MenuItem>
      )}
    </OverflowMenu>
  );
}

function UndoDialog({ action, details, onClose }: { action: BulkAction; details: string; onClose: () => void }) {
  const send = useSend(undoBulkAction, {
    invalidates: [listBulkActions],
    onDone: (undo) => {
      followBulk(undo);
      onClose();
    },
  });
  const contacts = counted(action.changed, 'contact');
  return (
    <ConfirmDialog
      opened
      title={`Undo on ${contacts}?`}
      action={`Undo on ${contacts}`}
      busy={send.isPending}
      onConfirm={() => send.mutate({ params: { id: action.id } })}
      onClose={onClose}
    >
      {nameOf(action)}
      {details && ` (${details})`}: fields that still hold what it gave them get their former values back. What somebody changed
      since stays, and is listed here.
    </ConfirmDialog>
  );
}
