// The imports as rows: the state of each, and its actions.
import { ActionIcon, Button, Progress, Tooltip } from '@mantine/core';
import { IconDownload, IconFileImport, IconRefresh, IconSearchOff, IconTrash, IconUsers } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { hrefOf } from '#app/api.ts';
import { useMe } from '#app/session.ts';
import { downloadRejectedRows, type ImportAttempt, type listImportAttempts } from '#contract/imports.ts';
import type { AnswerOf } from '#contract/kit/endpoint.ts';
import { type Column, DataTable } from '#ui/DataTable.tsx';
import { StatusBadge } from '#ui/Dot.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { later } from '#ui/later.ts';
import { momentIn } from '#ui/moments.ts';
import { contactsOf, useRetry } from '../imports.api.ts';
import { amount, isRunning, shareOf, stateOf, statusWords, summary } from '../imports.labels.ts';
import classes from './ImportListPage.module.css';

type Attempts = { data: AnswerOf<typeof listImportAttempts> | undefined; isPending: boolean; isPlaceholderData: boolean };

const ImportDeleteDialog = later(() => import('./ImportDeleteDialog.tsx').then((module) => module.ImportDeleteDialog));

export function ImportTable({ attempts, phone }: { attempts: Attempts; phone: boolean }) {
  const me = useMe();
  const navigate = useNavigate();
  const [active, setActive] = useState(0);
  const [deleting, setDeleting] = useState<ImportAttempt>();
  const rows = attempts.data?.data ?? [];
  const open = ({ id }: ImportAttempt) => void navigate({ to: '/imports/$id', params: { id: String(id) } });
  const retry = useRetry(open);
  const when = (moment: string) => momentIn(me.timezone, moment);

  if (phone && rows.length > 0) return <Cards rows={rows} when={when} />;

  return (
    <>
      <DataTable
        label="Imports"
        rows={rows}
        rowId={({ id }) => id}
        nameOf={({ file_name }) => file_name}
        columns={columnsFor(when)}
        total={attempts.data?.meta.total_count}
        loading={attempts.isPending}
        stale={attempts.isPlaceholderData}
        active={Math.min(active, Math.max(rows.length - 1, 0))}
        onActive={setActive}
        onOpen={open}
        actions={(attempt, reachable) => (
          <RowActions
            attempt={attempt}
            reachable={reachable}
            onRetry={() => retry.mutate({ params: { id: attempt.id } })}
            onDelete={() => setDeleting(attempt)}
          />
        )}
        empty={<NoImports />}
      />
      <Suspense>{deleting && <ImportDeleteDialog attempt={deleting} onClose={() => setDeleting(undefined)} />}</Suspense>
    </>
  );
}

function columnsFor(when: (moment: string) => string): Column<ImportAttempt>[] {
  const count = (key: 'created' | 'updated' | 'skipped' | 'rejected', header: string): Column<ImportAttempt> => ({
    key,
    header,
    width: 5,
    align: 'right',
    cell: (attempt) => <span className={attempt[key] ? 'figures' : `figures ${classes.none}`}>{amount(attempt[key])}</span>,
  });
  return [
    { key: 'file', header: 'File', width: 14, cell: (attempt, active) => <Name attempt={attempt} reachable={active} /> },
    { key: 'status', header: 'Status', width: 10, cell: (attempt) => <State attempt={attempt} /> },
    count('created', 'New'),
    count('updated', 'Updated'),
    count('skipped', 'Skipped'),
    count('rejected', 'Rejected'),
    {
      key: 'created_at',
      header: 'Started',
      width: 11,
      cell: ({ created_at }) => <span className="figures">{when(created_at)}</span>,
    },
    { key: 'owner', header: 'Owner or pool', width: 9, cell: ({ owner, pool }) => pool?.name ?? owner?.name },
    { key: 'asked_by', header: 'Started by', width: 9, cell: ({ asked_by }) => asked_by?.name },
  ];
}

const Name = ({ attempt, reachable }: { attempt: ImportAttempt; reachable: boolean }) => (
  <Link
    to="/imports/$id"
    params={{ id: String(attempt.id) }}
    tabIndex={reachable ? 0 : -1}
    className={classes.name}
    title={attempt.file_name}
  >
    {attempt.file_name}
  </Link>
);

function State({ attempt }: { attempt: ImportAttempt }) {
  if (attempt.status !== 'processing' && attempt.status !== 'undoing') return <StatusBadge status={stateOf(attempt)} />;
  const percent = Math.floor(shareOf(attempt) * 100);
  return (
    <span className={classes.running}>
      <Progress
        className={classes.progress}
        value={percent}
        size="sm"
        aria-label={`${statusWords[attempt.status].title} ${attempt.file_name}`}
      />
      <span className="figures">{percent} %</span>
    </span>
  );
}

/** On a phone; the actions are on the import's page. */
function Cards({ rows, when }: { rows: readonly ImportAttempt[]; when: (moment: string) => string }) {
  return (
    <ul className={classes.cards} aria-label="Imports">
      {rows.map((attempt) => (
        <li key={attempt.id} className={classes.card}>
          <div className={classes.line}>
            <Name attempt={attempt} reachable />
            <State attempt={attempt} />
          </div>
          <div className={`${classes.line} ${classes.under} figures`}>
            <span className={classes.summary}>{summary(attempt)}</span>
            {when(attempt.created_at)}
          </div>
        </li>
      ))}
    </ul>
  );
}

function RowActions({
  attempt: { id, file_name, status, created, can, ...attempt },
  reachable,
  onRetry,
  onDelete,
}: {
  attempt: ImportAttempt;
  reachable: boolean;
  onRetry: () => void;
  onDelete: () => void;
}) {
  const look = { variant: 'subtle', color: 'gray', size: '1.75rem', tabIndex: reachable ? 0 : -1 } as const;
  const again =
    status === 'failed' || status === 'cancelled' ? 'Continue this import' : `Try ${amount(attempt.rejected)} rejected again`;
  return (
    <>
      {created > 0 && status !== 'undone' && !isRunning({ status }) && (
        <Tooltip label="See the new contacts">
          <ActionIcon
            {...look}
            aria-label={`Contacts from ${file_name}`}
            renderRoot={(props) => <Link to="/contacts" search={contactsOf(id)} {...props} />}
          >
            <IconUsers size="1rem" stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      )}
      {can.rejected && (
        <Tooltip label="Download the rejected rows">
          <ActionIcon
            {...look}
            component="a"
            href={hrefOf(downloadRejectedRows, { params: { id } })}
            download
            aria-label={`Rejected rows of ${file_name}`}
          >
            <IconDownload size="1rem" stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      )}
      {can.retry && (
        <Tooltip label={again}>
          <ActionIcon {...look} aria-label={`${again}: ${file_name}`} onClick={onRetry}>
            <IconRefresh size="1rem" stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      )}
      {can.delete && (
        <Tooltip label="Delete">
          <ActionIcon {...look} aria-label={`Delete the import of ${file_name}`} onClick={onDelete}>
            <IconTrash size="1rem" stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      )}
    </>
  );
}

function NoImports() {
  const { tab, filter_value } = useSearch({ from: '/shell/imports' });
  if (tab !== 'all' || filter_value !== '') {
    return (
      <EmptyState icon={IconSearchOff} title="No matching imports" text="Look in another tab, or clear the search.">
        <Button variant="default" renderRoot={(props) => <Link to="/imports" {...props} />}>
          Show all imports
        </Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={IconFileImport}
      title="Nothing was imported yet"
      text="Bring your contacts over from a file of your old system, or from a lead vendor."
    >
      <Button renderRoot={(props) => <Link to="/imports/new" {...props} />}>Import a file</Button>
    </EmptyState>
  );
}
