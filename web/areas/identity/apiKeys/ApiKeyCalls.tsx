// A drawer with the calls that were made with a key.
import { Button, CloseButton, Group, Text, Title } from '@mantine/core';
import { IconDownload, IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { call } from '#app/api.ts';
import { download } from '#app/download.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { keyOf } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { type ApiKey, exportApiKeyCalls, listApiKeyCalls } from '#contract/apiKeys.ts';
import { Drawer } from '#ui/Drawer.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { momentIn } from '#ui/moments.ts';
import { PlainTable } from '#ui/PlainTable.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import classes from './ApiKeyPage.module.css';

export function ApiKeyCalls({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { timezone } = useMe();
  const params = { id: apiKey.id };
  const log = useInfiniteQuery({
    queryKey: keyOf(listApiKeyCalls, params),
    queryFn: ({ pageParam, signal }) =>
      call(listApiKeyCalls, { params, query: pageParam === null ? {} : { cursor: pageParam } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
    staleTime: 0,
  });
  const save = useMutation({ mutationFn: (format: 'csv' | 'xlsx') => download(exportApiKeyCalls, { params, body: { format } }) });
  const calls = log.data?.pages.flatMap(({ data }) => data) ?? [];
  const title = `Calls of ${apiKey.name}`;

  return (
    <Drawer opened onClose={onClose} label={title} size="44rem" position="right" bodyClass={classes.log}>
      <header className={classes.logHead}>
        <Title order={2} size="h3">
          {title}
        </Title>
        <CloseButton onClick={onClose} aria-label="Close" />
      </header>
      <Text c="dimmed">The last 30 days, the newest first.</Text>
      {log.error && !log.data ? (
        <FailedQuery query={log} />
      ) : log.isPending ? (
        <SkeletonLines lines={8} height={24} />
      ) : calls.length === 0 ? (
        <EmptyState
          icon={IconHistory}
          title="No calls yet"
          text="Calls with this key appear here a second after they are made."
        />
      ) : (
        <>
          <Group gap="xs">
            {(['csv', 'xlsx'] as const).map((format) => (
              <Button
                key={format}
                size="xs"
                variant="default"
                leftSection={<IconDownload size="1rem" aria-hidden />}
                loading={save.isPending && save.variables === format}
                onClick={() => save.mutate(format)}
              >
                Download as {format.toUpperCase()}
              </Button>
            ))}
          </Group>
          <PlainTable
            label={title}
            rows={calls}
            keyOf={({ id }) => id}
            columns={[
              { header: 'Time', cell: ({ at }) => <span className="figures">{momentIn(timezone, at)}</span> },
              { header: 'Call', cell: ({ method, path }) => <code>{`${method} ${path}`}</code> },
              { header: 'Status', cell: ({ status }) => <span className="figures">{status}</span> },
              { header: 'From', cell: ({ address }) => <span className="figures">{address}</span> },
            ]}
          />
        </>
      )}
      {log.hasNextPage && (
        <div className={classes.more}>
          <Button variant="default" loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            Show older calls
          </Button>
        </div>
      )}
    </Drawer>
  );
}
