// A campaign's sends, the newest first; each opens with its contacts.
import { IconMail } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useUpdate } from '#app/cable.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { invalidate, queryOf } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { listSends } from '#contract/sends.ts';
import { StatusBadge } from '#ui/Dot.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { momentIn } from '#ui/moments.ts';
import { Pages } from '#ui/Pages.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { amount, kindWords, statusTones, statusWords } from '#web/areas/messaging/sends/sends.labels.ts';

export function CampaignHistory({ id }: { id: number }) {
  const { timezone } = useMe();
  const [page, setPage] = useState(1);
  const sends = useQuery({
    ...queryOf(listSends, { query: { campaign_trigger_id: id, page } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  useUpdate('send.changed', () => void invalidate(listSends));
  if (sends.error && !sends.data) return <FailedQuery query={sends} />;
  if (!sends.data) return <SkeletonLines lines={6} height={28} />;
  if (sends.data.data.length === 0)
    return <EmptyState icon={IconMail} title="Nothing sent yet" text="Days on which nobody was due leave no entry." />;
  return (
    <>
      <PlainTable
        label="What it sent"
        rows={sends.data.data}
        keyOf={(send) => send.id}
        columns={[
          {
            header: 'When',
            cell: (send) => (
              <Link to="/mailings/$id" params={{ id: String(send.id) }} className="figures">
                {momentIn(timezone, send.created_at)}
              </Link>
            ),
          },
          { header: 'Subject', cell: ({ subject }) => subject },
          {
            header: 'Kind',
            cell: ({ kind, asked_by }) => (kind === 'auto' ? 'By itself' : `${kindWords[kind]} of ${asked_by.name}`),
          },
          { header: 'Sent', figures: true, cell: ({ counts }) => amount(counts.sent) },
          { header: 'Not allowed', figures: true, cell: ({ counts }) => amount(counts.blocked) },
          {
            header: 'Status',
            cell: ({ status }) => <StatusBadge status={{ title: statusWords[status], color: statusTones[status] }} />,
          },
        ]}
      />
      <Pages page={page} total={sends.data.meta.total_pages} onPage={setPage} />
    </>
  );
}
