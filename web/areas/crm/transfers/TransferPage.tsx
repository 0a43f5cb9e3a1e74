// One transfer: how far it is or what came of it, its options, and the log of its contacts.
import { Anchor, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { isRefused } from '#app/api.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { useMe } from '#app/session.ts';
import { fieldLabels } from '#contract/contactLabels.ts';
import { counted } from '#contract/kit/formats.ts';
import { countsOf } from '#contract/shares.ts';
import type { TransferAttempt, TransferLog } from '#contract/transfers.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { KeyValueList } from '#ui/KeyValueList.tsx';
import { later } from '#ui/later.ts';
import { momentIn } from '#ui/moments.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Pages } from '#ui/Pages.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { ResultSummary } from '#ui/ResultSummary.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { isRunning } from '#web/areas/crm/bulk/bulk.labels.ts';
import { holderWords } from '#web/areas/crm/contacts/contacts.labels.ts';
import { useCustomFields } from '#web/areas/crm/reference/reference.api.ts';
import { TransferActions } from './TransferActions.tsx';
import classes from './Transfers.module.css';
import { attemptQuery, logsQuery, useTransferProgress } from './transfers.api.ts';
import { amount, receiversOf, shareOf, transferTones } from './transfers.labels.ts';

const TransferKept = later(() => import('./TransferKept.tsx').then((module) => module.TransferKept));

export function TransferPage() {
  const { id } = useParams({ from: '/shell/transfers/$id' });
  const attempt = useQuery(attemptQuery(Number(id)));
  useTransferProgress();
  if (isRefused(attempt.error, 'not_found', 'invalid'))
    return (
      <EmptyState heading="h1" title="This transfer does not exist" text="It may belong to someone whose work you cannot see.">
        <Link to="/transfers">Go to the transfers</Link>
      </EmptyState>
    );
  const shown = attempt.data;
  return (
    <>
      <PageHeader
        title={shown ? `To ${receiversOf(shown)}` : 'Transfer'}
        before={
          <Anchor size="sm" renderRoot={(props) => <Link to="/transfers" {...props} />}>
            Transfers
          </Anchor>
        }
      >
        {shown && <TransferActions attempt={shown} />}
      </PageHeader>
      <div className={classes.page}>
        {attempt.error && !shown ? (
          <FailedQuery query={attempt} />
        ) : shown ? (
          <>
            <Outcome attempt={shown} />
            <About attempt={shown} />
            <Suspense>{shown.undo && shown.undo.kept > 0 && <TransferKept undo={shown.undo} />}</Suspense>
            {shown.changed > 0 && <Log attempt={shown} />}
          </>
        ) : (
          <SkeletonLines lines={8} height={20} />
        )}
      </div>
    </>
  );
}

function Outcome({ attempt }: { attempt: TransferAttempt }) {
  const { status, total, done, changed, undo, error } = attempt;
  const undoing = undo && isRunning(undo);
  const running = isRunning({ status }) ? attempt : undoing ? undo : null;
  const { timezone } = useMe();
  return (
    <ResultSummary
      state={undoing ? 'reverting' : status}
      headline={headlineOf(attempt)}
      tone={running ? undefined : transferTones[status]}
      progress={
        running ? { label: 'How much is done', share: shareOf(running), isWaiting: running.status === 'queued' } : undefined
      }
      text={
        running
          ? running.total === null
            ? 'Choosing the contacts'
            : `${amount(running.done)} of ${counted(running.total, 'contact')}`
          : `Ended ${momentIn(timezone, attempt.updated_at)}`
      }
      hint={running ? 'You may leave this page.' : undefined}
      error={error ? { title: error, text: 'Revert the transfer to undo the finished part.' } : undefined}
      counts={[
        { word: 'Selected', tone: 'gray', figure: total === null ? '…' : amount(total) },
        { word: 'Transferred', tone: 'green', figure: amount(changed) },
        ...(isRunning({ status }) || done === changed
          ? []
          : [{ word: 'Not changed', tone: 'gray' as const, figure: amount(done - changed) }]),
        ...(status === 'reverted' && undo ? [{ word: 'Reverted', tone: 'purple' as const, figure: amount(undo.changed) }] : []),
        ...(undo && undo.kept > 0 ? [{ word: 'Left as changed since', tone: 'yellow' as const, figure: amount(undo.kept) }] : []),
      ]}
    />
  );
}

function headlineOf({ status, total, done, changed, undo }: TransferAttempt): string {
  if (status === 'queued') return 'Waiting to start';
  if (status === 'processing') return `Transferring, ${Math.floor(shareOf({ total, done }) * 100)} % done`;
  if (status === 'failed') return `The transfer failed after ${counted(done, 'contact')}`;
  if (status === 'cancelled') return `The transfer was stopped after ${counted(done, 'contact')}`;
  if (status === 'complete') return `Transferred ${counted(changed, 'contact')}`;
  return undo && isRunning(undo)
    ? `Reverting, ${Math.floor(shareOf(undo) * 100)} % done`
    : `Reverted ${counted(undo?.changed ?? 0, 'contact')}`;
}

function About({ attempt }: { attempt: TransferAttempt }) {
  const { timezone } = useMe();
  const custom = useCustomFields();
  const { to, total, keep_tags, notify, fields, asked_by, created_at } = attempt;
  const counts =
    total === null
      ? []
      : countsOf(
          to.map(({ share }) => share),
          total,
        );
  return (
    <section aria-label="About the transfer" className={classes.about}>
      <KeyValueList
        facts={[
          ...(to.length > 1
            ? to.map((each, place): [string, string] => [
                holderWords(each),
                `${each.share} ${each.share === 1 ? 'share' : 'shares'}${counts[place] === undefined ? '' : `: ${counted(counts[place], 'contact')}`}`,
              ])
            : [['To', receiversOf(attempt)] as const]),
          ['Tags', keep_tags ? 'Kept' : 'Taken off'],
          ['Also changed', fieldLabels(fields, custom)],
          ['Mail', notify ? 'To each receiver' : 'None'],
          ['Transferred by', asked_by?.name],
          [
            'Started',
            <span key="started" className="figures">
              {momentIn(timezone, created_at)}
            </span>,
          ],
        ]}
      />
    </section>
  );
}

function Log({ attempt: { id } }: { attempt: TransferAttempt }) {
  const { timezone } = useMe();
  const [page, setPage] = useState(1);
  const logs = useQuery(logsQuery(id, page));
  const { total_pages } = logs.data?.meta ?? {};
  return (
    <section aria-labelledby="log" className={classes.log}>
      <Title order={2} size="h4" id="log">
        Log
      </Title>
      {logs.error && !logs.data ? (
        <FailedQuery query={logs} />
      ) : logs.isPending ? (
        <SkeletonLines lines={8} height={20} />
      ) : (
        <PlainTable
          label="Log of the transfer"
          rows={logs.data?.data ?? []}
          keyOf={(row) => row.id}
          columns={[
            { header: 'Contact', cell: contactOf },
            { header: 'From', cell: ({ from, to }) => (from || to ? holderWords(from) : 'Was there already') },
            { header: 'To', cell: ({ to }) => (to ? holderWords(to) : '') },
            { header: 'When', cell: ({ at }) => <span className="figures">{momentIn(timezone, at)}</span> },
          ]}
        />
      )}
      <Pages page={page} total={total_pages} onPage={setPage} />
    </section>
  );
}

const contactOf = ({ contact }: TransferLog) =>
  contact ? (
    <Link to="/contacts/$id" params={{ id: String(contact.id) }}>
      {contact.name || 'No name'}
    </Link>
  ) : (
    <Text span c="dimmed">
      Out of your reach now
    </Text>
  );
