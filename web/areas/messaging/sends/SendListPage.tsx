// Messages that were sent to contacts, the newest first, with live figures.
import { Progress, SegmentedControl } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { useMe } from '#app/session.ts';
import type { Send } from '#contract/sends.ts';
import { StatusBadge } from '#ui/Dot.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { momentIn } from '#ui/moments.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Pages } from '#ui/Pages.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { SendActions } from './SendActions.tsx';
import classes from './Sends.module.css';
import { sendsQuery, useSendChanges } from './sends.api.ts';
import { amount, kindWords, runs, shareOf, statusTones, statusWords } from './sends.labels.ts';
import type { SendListSearch } from './sends.routes.tsx';

export function SendListPage() {
  const { timezone } = useMe();
  const { kind, page } = useSearch({ from: '/shell/mailings' });
  const navigate = useNavigate({ from: '/mailings' });
  const sends = useQuery(sendsQuery({ page, single: kind === 'single' }));
  useSendChanges();
  const rows = sends.data?.data ?? [];
  const { total_count, total_pages } = sends.data?.meta ?? {};
  return (
    <>
      <PageHeader title="Mailings" about={total_count !== undefined && amount(total_count)} />
      <div className={classes.page}>
        <div>
          <SegmentedControl
            aria-label="Which messages"
            value={kind}
            data={[
              { value: 'group', label: 'Groups and broadcasts' },
              { value: 'single', label: 'Single messages' },
            ]}
            onChange={(next) => void navigate({ search: { kind: next as SendListSearch['kind'] } })}
          />
        </div>
        {sends.error && !sends.data ? (
          <FailedQuery query={sends} />
        ) : sends.isPending ? (
          <SkeletonLines lines={8} height={28} />
        ) : rows.length === 0 ? (
          <EmptyState
            icon={IconMail}
            title={kind === 'single' ? 'No single messages yet' : 'No mailings yet'}
            text={
              kind === 'single'
                ? 'Open a contact, then choose E-mail or Text.'
                : 'Select contacts in the list, then choose E-mail or Text.'
            }
          />
        ) : (
          <PlainTable
            label="Mailings"
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              {
                header: 'Subject or first words',
                cell: (send) => (
                  <Link to="/mailings/$id" params={{ id: String(send.id) }}>
                    {send.subject}
                  </Link>
                ),
              },
              { header: 'Channel', cell: ({ channel }) => (channel === 'text' ? 'Text' : 'E-mail') },
              ...(kind === 'single' ? [] : [{ header: 'Kind', cell: (send: Send) => kindWords[send.kind] }]),
              { header: 'Sent', figures: true, cell: ({ counts }) => `${amount(counts.sent)} of ${amount(counts.total)}` },
              { header: 'Status', cell: (send) => <Status send={send} /> },
              { header: 'By', cell: ({ asked_by }) => asked_by.name },
              {
                header: 'When',
                cell: ({ send_at, created_at }) => <span className="figures">{momentIn(timezone, send_at ?? created_at)}</span>,
              },
            ]}
            actions={(send) => <SendActions send={send} small />}
          />
        )}
        <Pages page={page} total={total_pages} onPage={(next) => void navigate({ search: (old) => ({ ...old, page: next }) })} />
      </div>
    </>
  );
}

function Status({ send }: { send: Send }) {
  return (
    <span className={classes.status}>
      <StatusBadge status={{ title: statusWords[send.status], color: statusTones[send.status] }} />
      {runs(send) && <Progress className={classes.progress} value={shareOf(send) * 100} size="sm" aria-label="Progress" />}
    </span>
  );
}
