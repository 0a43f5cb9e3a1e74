// Groups of contacts that may be one person: what they share, and whether to merge them.
import { Button, Chip, Group } from '@mantine/core';
import { IconArrowLeft, IconUsersGroup } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { queryOf } from '#app/queries.ts';
import { type DuplicateWay, duplicateWays, findDuplicates } from '#contract/duplicates.ts';
import { counted } from '#contract/kit/formats.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { later } from '#ui/later.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Pages } from '#ui/Pages.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { DuplicateGroupCard } from './DuplicateGroupCard.tsx';
import classes from './DuplicatesPage.module.css';
import { wayWords } from './duplicates.labels.ts';

const ContactMergeDialog = later(() =>
  import('#web/areas/crm/contacts/merge/ContactMergeDialog.tsx').then((module) => module.ContactMergeDialog),
);
const DuplicatesMergeDialog = later(() => import('./DuplicatesMergeDialog.tsx').then((module) => module.DuplicatesMergeDialog));

export function DuplicatesPage() {
  const [by, setBy] = useState<DuplicateWay[]>(['name_address', 'phone', 'email']);
  const [same_name, setSameName] = useState(false);
  const [withPools, setWithPools] = useState(false);
  const [page, setPage] = useState(1);
  const [merging, setMerging] = useState<readonly number[]>();
  const [mergingAll, setMergingAll] = useState(false);
  const search = { by, same_name, contacts_scope: { pool_id: withPools ? ('all' as const) : ('mine' as const) } };
  const groups = useQuery({ ...queryOf(findDuplicates, { body: { ...search, page } }), placeholderData: keepPreviousData });
  const meta = groups.data?.meta;
  const first =
    <T,>(change: (value: T) => void) =>
    (value: T) => {
      change(value);
      setPage(1);
    };

  return (
    <div className={classes.page}>
      <PageHeader
        title="Duplicates"
        about={meta && counted(meta.total_count, 'group')}
        before={
          <Link to="/contacts" className={classes.back} aria-label="Contacts">
            <IconArrowLeft size="1.1rem" stroke={1.6} aria-hidden />
          </Link>
        }
      >
        <Button disabled={!meta?.total_count} onClick={() => setMergingAll(true)}>
          Merge all…
        </Button>
      </PageHeader>
      <search className={classes.bar} aria-label="Duplicates">
        <span id="duplicates-by">Same</span>
        <Group gap="xs" role="group" aria-labelledby="duplicates-by">
          <Chip.Group multiple value={by} onChange={first((ways) => ways.length > 0 && setBy(ways as DuplicateWay[]))}>
            {duplicateWays.map((way) => (
              <Chip key={way} value={way} size="xs">
                {wayWords[way]}
              </Chip>
            ))}
          </Chip.Group>
        </Group>
        <Group gap="xs" className={classes.more}>
          <Chip size="xs" checked={same_name} onChange={first(setSameName)}>
            Only with the same name
          </Chip>
          <Chip size="xs" checked={withPools} onChange={first(setWithPools)}>
            With pools
          </Chip>
        </Group>
      </search>
      {groups.error && !groups.data ? (
        <FailedQuery query={groups} />
      ) : !groups.data ? (
        <div className={classes.wait}>
          <SkeletonLines lines={8} height={24} />
        </div>
      ) : groups.data.data.length === 0 ? (
        <EmptyState icon={IconUsersGroup} title="No duplicates" text="No two contacts in view share what you chose above." />
      ) : (
        <ul className={classes.groups} aria-label="Groups of duplicates" aria-busy={groups.isPlaceholderData}>
          {groups.data.data.map((group) => (
            <DuplicateGroupCard key={group.id} group={group} onMerge={setMerging} />
          ))}
        </ul>
      )}
      <Pages page={page} total={meta?.total_pages} onPage={setPage} />
      <Suspense>
        {merging && <ContactMergeDialog ids={merging} onClose={() => setMerging(undefined)} onDone={() => {}} />}
        {mergingAll && <DuplicatesMergeDialog search={search} onClose={() => setMergingAll(false)} />}
      </Suspense>
    </div>
  );
}
