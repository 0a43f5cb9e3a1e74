// Failed jobs: reason, time, and a button to run them again.
import { Button } from '@mantine/core';
import { IconCircleCheck, IconPlayerPause } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { notice } from '#app/notices.tsx';
import { queryOf, useSend } from '#app/queries.ts';
import { askWhoIAm, useMe } from '#app/session.ts';
import { listDeadJobs, rerunDeadJob } from '#contract/platform.ts';
import { getQuietJobs, quietJobs } from '#contract/quietJobs.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { momentIn } from '#ui/moments.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import classes from './DeadJobListPage.module.css';

export function DeadJobListPage() {
  const { timezone } = useMe();
  const jobs = useQuery({ ...queryOf(listDeadJobs), staleTime: 0 });
  const rerun = useSend(rerunDeadJob, { invalidates: [listDeadJobs], onDone: () => notice.done('The job runs again') });
  const list = jobs.data?.data ?? [];

  return (
    <>
      <PageHeader title="Failed jobs" about={list.length || undefined}>
        <QuietButton />
      </PageHeader>
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
          <PlainTable
            label="Failed jobs"
            rows={list}
            keyOf={({ id }) => id}
            columns={[
              {
                header: 'Job',
                cell: ({ id, task }) => (
                  <>
                    {task} <span className={classes.id}>{id}</span>
                  </>
                ),
              },
              { header: 'Failed', cell: ({ failed_at }) => <span className="figures">{momentIn(timezone, failed_at)}</span> },
              { header: 'Tries', cell: ({ attempts }) => attempts, figures: true },
              { header: 'Why', cell: ({ error }) => <span className={classes.why}>{error}</span> },
            ]}
            actions={({ id }) => (
              <Button
                size="xs"
                variant="default"
                loading={rerun.isPending && rerun.variables.params.id === id}
                onClick={() => rerun.mutate({ params: { id } })}
              >
                Try again
              </Button>
            )}
          />
        )}
      </div>
    </>
  );
}

/** The banner above every page says who is concerned, and lets the work continue. */
function QuietButton() {
  const { quiet, impersonator } = useMe();
  const { mutate, isPending } = useSend(quietJobs, {
    invalidates: [getQuietJobs],
    onDone: ({ since }) => {
      void askWhoIAm();
      const pause = (next: boolean) => mutate({ body: { quiet: next } });
      notice.done(since ? 'Imports, bulk actions and sends are paused' : 'Imports, bulk actions and sends continue', () =>
        pause(since === null),
      );
    },
  });
  const { data } = useQuery({ ...queryOf(getQuietJobs), enabled: quiet !== null });
  if (quiet)
    return data && data.waiting > 0 ? <span className="figures">{data.waiting.toLocaleString('en-US')} jobs wait</span> : null;
  if (impersonator) return null; // refused while acting as another user
  return (
    <Button
      variant="default"
      leftSection={<IconPlayerPause size="1rem" />}
      loading={isPending}
      onClick={() => mutate({ body: { quiet: true } })}
    >
      Pause imports and bulk actions
    </Button>
  );
}
