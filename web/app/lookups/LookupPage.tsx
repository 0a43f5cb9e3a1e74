// The screen of a look-up: its rows, a drawer to add or change one, and a question before one is deleted.
import { Button, TextInput } from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { EmptyState } from '#ui/EmptyState.tsx';
import { later } from '#ui/later.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { useUpdate } from '../cable.ts';
import { FailedQuery } from '../FailedQuery.tsx';
import { invalidate, queryOf } from '../queries.ts';
import classes from './LookupPage.module.css';
import { LookupTable } from './LookupTable.tsx';
import { aRow, type LookupRow, type LookupScreen } from './lookups.ts';

const LookupForm = later(() => import('./LookupForm.tsx').then((module) => module.LookupForm));
const LookupDelete = later(() => import('./LookupDelete.tsx').then((module) => module.LookupDelete));

/** A list of this many rows has a search field. */
const worthSearching = 8;

type Answer = { data: LookupRow[] };
const rowsOf = (screen: LookupScreen, counts: boolean) => queryOf(screen.list, (counts ? { query: { counts } } : {}) as object);

export function LookupPage({
  screen,
  onOpen,
}: {
  screen: LookupScreen;
  /** Opens a row, also one just added, instead of its form in a drawer. */
  onOpen?: (row: { id: number }) => void;
}) {
  const rows = useQuery(rowsOf(screen, false));
  const isCounted = screen.counted !== null;
  // A separate call: the rows do not wait for their counts.
  const counts = useQuery({ ...rowsOf(screen, true), enabled: isCounted, placeholderData: keepPreviousData, retry: false });
  const [q, setQ] = useState('');
  const [edited, setEdited] = useState<LookupRow | 'new'>();
  const [leaving, setLeaving] = useState<LookupRow>();
  useUpdate('reference.changed', () => void invalidate(screen.list));

  const all = (rows.data as Answer | undefined)?.data ?? [];
  const used = new Map((counts.data as Answer | undefined)?.data.map((row) => [row.id, row.used]));
  const list = all.map((row) => ({ ...row, used: used.get(row.id) ?? null }));
  const wanted = folded(q);
  const found = wanted ? list.filter((row) => folded(screen.nameOf(row)).includes(wanted)) : list;
  const add = (
    <Button leftSection={<IconPlus size="1rem" />} onClick={() => setEdited('new')}>
      Add {aRow(screen)}
    </Button>
  );

  return (
    <>
      <PageHeader title={screen.title} about={list.length || undefined}>
        {list.length > 0 && add}
      </PageHeader>
      <div className={classes.page}>
        {rows.error && !rows.data ? (
          <FailedQuery query={rows} />
        ) : rows.isPending ? (
          <SkeletonLines lines={8} height={20} />
        ) : list.length === 0 ? (
          <EmptyState icon={screen.icon} title={`No ${screen.title.toLowerCase()} yet`} text={screen.about}>
            {add}
          </EmptyState>
        ) : (
          <>
            {list.length >= worthSearching && (
              <TextInput
                className={classes.search ?? ''}
                type="search"
                aria-label={`Search ${screen.title.toLowerCase()}`}
                placeholder="Search"
                leftSection={<IconSearch size="1rem" stroke={1.6} />}
                value={q}
                onChange={(event) => setQ(event.currentTarget.value)}
              />
            )}
            {found.length === 0 ? (
              <p className={classes.none} role="status">
                No {screen.one} of this name
              </p>
            ) : (
              <LookupTable
                screen={screen}
                rows={found}
                isOrdered={screen.ordered === true && !wanted}
                onEdit={onOpen ?? setEdited}
                onDelete={setLeaving}
              />
            )}
          </>
        )}
      </div>
      <Suspense>
        {edited && (
          <LookupForm
            screen={screen}
            row={edited === 'new' ? undefined : edited}
            onAdded={onOpen}
            onClose={() => setEdited(undefined)}
          />
        )}
        {leaving && <LookupDelete screen={screen} row={leaving} others={list} onClose={() => setLeaving(undefined)} />}
      </Suspense>
    </>
  );
}

/** Without case and accents, as the server compares names. */
const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
