// Jobs that failed for good: why, when, and another try.
import { Button, Table, VisuallyHidden } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { notice } from '#app/notices.tsx';
import { queryOf, useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { listDeadJobs, rerunDeadJob } from '#contract/platform.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { momentIn } from '#ui/moments.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import classes from './DeadJobListPage.module.css';

export function DeadJobListPage() {
  const { timezone } = useMe();
  const jobs = useQuery({ ...queryOf(listDeadJobs), staleTime: 0 });
  const rerun = useSend(rerunDeadJob, { invalidates: [listDeadJobs], onDone: () => notice.done('Steward runs the job again') });
  const list = jobs.data?.data ?? [];

  return (
    <>
      <PageHeader title="Failed jobs" aside={list.length || undefined} />
      <div className={classes.page}>
        {jobs.error && !jobs.data ? (
          <FailedQuery query={jobs} />
        ) : jobs.isPending ? (
          <SkeletonLines lines={5} height={20} />
        ) : list.length === 0 ? (
          <EmptyState
            icon={IconCircleCheck}
            title="Nothing failed"
            text="Jobs that still fail after several retries appear here."
          />
        ) : (
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Job</Table.Th>
                <Table.Th>Failed</Table.Th>
                <Table.Th>Tries</Table.Th>
                <Table.Th>Why</Table.Th>
                <Table.Th>
                  <VisuallyHidden>Deeds</VisuallyHidden>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {list.map(({ id, task, error, attempts, failed_at }) => (
                <Table.Tr key={id}>
                  <Table.Th scope="row">
                    {task} <span className={classes.id}>{id}</span>
                  </Table.Th>
                  <Table.Td className="figures">{momentIn(timezone, failed_at)}</Table.Td>
                  <Table.Td className="figures">{attempts}</Table.Td>
                  <Table.Td className={classes.why}>{error}</Table.Td>
                  <Table.Td>
                    <Button
                      size="xs"
                      variant="default"
                      loading={rerun.isPending && rerun.variables.params.id === id}
                      onClick={() => rerun.mutate({ params: { id } })}
                    >
                      Try again
                    </Button>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </div>
    </>
  );
}
