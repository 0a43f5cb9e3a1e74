// All imports, newest first, with live numbers.
import { Button, SegmentedControl } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconFileImport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { useMe } from '#app/session.ts';
import { importTabs } from '#contract/imports.ts';
import { later } from '#ui/later.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { attemptsQuery } from '../imports.api.ts';
import { amount, tabWords } from '../imports.labels.ts';
import { ImportFilter } from './ImportFilter.tsx';
import classes from './ImportListPage.module.css';
import { ImportTable } from './ImportTable.tsx';

const ImportPages = later(() => import('./ImportPages.tsx').then((module) => module.ImportPages));

export function ImportListPage() {
  const me = useMe();
  const search = useSearch({ from: '/shell/imports' });
  const navigate = useNavigate({ from: '/imports' });
  const attempts = useQuery(attemptsQuery(search));
  const phone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false }) ?? false;
  const { total_count, total_pages } = attempts.data?.meta ?? {};

  return (
    <div className={classes.page}>
      <PageHeader title="Imports" about={total_count !== undefined && amount(total_count)}>
        <Button leftSection={<IconFileImport size="1rem" />} renderRoot={(props) => <Link to="/imports/new" {...props} />}>
          {phone ? 'Import' : 'Import a file'}
        </Button>
      </PageHeader>
      <search className={classes.bar} aria-label="Imports">
        <SegmentedControl
          aria-label="Imports in view"
          value={search.tab}
          onChange={(tab) => void navigate({ search: (old) => ({ ...old, tab, page: 1 }) })}
          data={importTabs.map((value) => ({ value, label: tabWords[value] }))}
        />
        {me.can['team.lead'] && (
          <SegmentedControl
            aria-label="Whose imports"
            value={search.of}
            onChange={(of) => void navigate({ search: (old) => ({ ...old, of, page: 1 }) })}
            data={[
              { value: 'team', label: 'Everyone’s' },
              { value: 'me', label: 'Mine' },
            ]}
          />
        )}
        <ImportFilter />
      </search>
      {attempts.error && !attempts.data ? <FailedQuery query={attempts} /> : <ImportTable attempts={attempts} phone={phone} />}
      <Suspense>
        {(search.page > 1 || Number(total_pages) > 1) && <ImportPages page={search.page} total={total_pages} />}
      </Suspense>
    </div>
  );
}
