// The audit log: who changed what, and what it was before.
import { Button, Select } from '@mantine/core';
import { IconDownload, IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, hrefOf } from '#app/api.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { keyOf } from '#app/queries.ts';
import { productName, useMe } from '#app/session.ts';
import { type AuditEntry, type AuditFilters, exportAuditLog, listAuditEntries } from '#contract/auditLog.ts';
import type { Person } from '#contract/users.ts';
import { type DayRange, DayRangeInput } from '#ui/DayRangeInput.tsx';
import { isDay } from '#ui/days.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { momentIn } from '#ui/moments.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { UserPicker } from '#web/areas/identity/users/UserPicker.tsx';
import classes from './AuditLogPage.module.css';
import { actionLabel, actionLabels, fieldLabel, valueLabel } from './auditLog.labels.ts';

interface Filters {
  who: Person | null;
  actedAs: Person | null;
  of: Person | null;
  action: string | null;
  days: DayRange;
}

const noFilters: Filters = { who: null, actedAs: null, of: null, action: null, days: { from: null, to: null } };
const actions = Object.entries(actionLabels).map(([value, label]) => ({ value, label }));

export function AuditLogPage() {
  const { timezone } = useMe();
  const [filters, setFilters] = useState(noFilters);
  const query = queryOfFilters(filters);
  const log = useInfiniteQuery({
    queryKey: keyOf(listAuditEntries, query),
    queryFn: ({ pageParam, signal }) =>
      call(listAuditEntries, { query: { ...query, ...(pageParam !== null && { cursor: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
  });
  const entries = log.data?.pages.flatMap(({ data }) => data) ?? [];
  const change = (some: Partial<Filters>) => setFilters((all) => ({ ...all, ...some }));
  const isFiltered = Object.keys(query).length > 0;

  return (
    <>
      <PageHeader title="Audit log">
        <Button
          variant="default"
          leftSection={<IconDownload size="1rem" />}
          component="a"
          href={hrefOf(exportAuditLog, { query })}
          download
        >
          Download as CSV
        </Button>
      </PageHeader>
      <div className={classes.page}>
        <search className={classes.filters} aria-label="Audit log">
          <UserPicker label="Who" placeholder="Anyone" clearable value={filters.who} onChange={(who) => change({ who })} />
          <UserPicker
            label="Acting as"
            placeholder="Anyone"
            clearable
            value={filters.actedAs}
            onChange={(actedAs) => change({ actedAs })}
          />
          <UserPicker label="Changed user" placeholder="Anyone" clearable value={filters.of} onChange={(of) => change({ of })} />
          <Select
            label="Action"
            placeholder="Any"
            data={actions}
            searchable
            clearable
            value={filters.action}
            onChange={(action) => change({ action })}
          />
          <DayRangeInput label="Days" value={filters.days} onChange={(days) => change({ days })} />
        </search>
        {log.error && !log.data ? (
          <FailedQuery query={log} />
        ) : log.isPending ? (
          <SkeletonLines lines={10} height={28} />
        ) : entries.length === 0 ? (
          <EmptyState
            icon={IconHistory}
            title={isFiltered ? 'No matching entries' : 'Nothing was changed yet'}
            text={
              isFiltered
                ? 'Change the filters, or show everything.'
                : 'Changes of access, features and settings appear here and stay for good.'
            }
          >
            {isFiltered && (
              <Button variant="default" onClick={() => setFilters(noFilters)}>
                Show everything
              </Button>
            )}
          </EmptyState>
        ) : (
          <PlainTable
            label="Audit log"
            rows={entries}
            keyOf={({ id }) => id}
            columns={[
              { header: 'Time', cell: ({ at }) => <span className={`${classes.time} figures`}>{momentIn(timezone, at)}</span> },
              { header: 'Who', cell: whoOf },
              { header: 'What', cell: whatOf },
              { header: 'Change', cell: (entry) => <Changes entry={entry} /> },
              { header: 'From', cell: ({ address }) => <span className={`${classes.from} figures`}>{address}</span> },
            ]}
          />
        )}
        {log.hasNextPage && (
          <div className={classes.more}>
            <Button variant="default" loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
              Show older entries
            </Button>
          </div>
        )}
      </div>
    </>
  );
}

function queryOfFilters({ who, actedAs, of, action, days: { from, to } }: Filters): AuditFilters {
  return {
    ...(who && { who: who.id }),
    ...(actedAs && { acted_as: actedAs.id }),
    ...(of && { of_type: 'user', of_id: of.id }),
    ...(action && { action }),
    ...(from && isDay(from) && { from }),
    ...(to && isDay(to) && { to }),
  };
}

const whoOf = ({ actor, impersonator, api_key }: AuditEntry) =>
  (impersonator ? `${impersonator.name}, as ${actor?.name ?? 'a deleted user'}` : (actor?.name ?? productName())) +
  (api_key ? `, with the key ${api_key.name}` : '');

const whatOf = ({ action, of }: AuditEntry) => (of.name ? `${actionLabel(action)}: ${of.name}` : actionLabel(action));

function Changes({ entry: { before, after } }: { entry: AuditEntry }) {
  const { variant } = useMe().company;
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return (
    <ul className={classes.changes}>
      {names.map((name) => (
        <li key={name}>
          {fieldLabel(name)}: {before && <del className={classes.before}>{valueLabel(name, before[name], variant)}</del>}
          {before && after && <span aria-hidden> → </span>}
          {after && <ins className={classes.after}>{valueLabel(name, after[name], variant)}</ins>}
        </li>
      ))}
    </ul>
  );
}
