// The corporations of the company, with the person in charge and how many sources are worked under each.
import { Button, TextInput } from '@mantine/core';
import { IconBuilding, IconPlus, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useUpdate } from '#app/cable.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { invalidate, queryOf } from '#app/queries.ts';
import { listCorporations } from '#contract/corporations.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { UnitName } from '#web/areas/crm/reference/UnitName.tsx';
import classes from './Corporations.module.css';
import { typeWords } from './corporations.labels.ts';

export function CorporationListPage() {
  const [q, setQ] = useState('');
  const corporations = useQuery({ ...queryOf(listCorporations, { query: { q } }), placeholderData: keepPreviousData });
  useUpdate('reference.changed', () => void invalidate(listCorporations));
  const rows = corporations.data?.data ?? [];
  const add = (
    <Button
      leftSection={<IconPlus size="1rem" />}
      renderRoot={(props) => <Link to="/admin/corporations/$id" params={{ id: 'new' }} {...props} />}
    >
      New corporation
    </Button>
  );
  return (
    <>
      <PageHeader title="Corporations" about={rows.length || undefined}>
        {add}
      </PageHeader>
      <div className={classes.page}>
        <TextInput
          type="search"
          aria-label="Search corporations by name"
          placeholder="Search by name"
          className={classes.search ?? ''}
          leftSection={<IconSearch size="1rem" stroke={1.6} />}
          maxLength={100}
          value={q}
          onChange={({ currentTarget }) => setQ(currentTarget.value)}
        />
        {corporations.error && !corporations.data ? (
          <FailedQuery query={corporations} />
        ) : corporations.isPending ? (
          <SkeletonLines lines={6} height={28} />
        ) : rows.length === 0 ? (
          <EmptyState
            icon={IconBuilding}
            title={q ? 'No such corporation' : 'No corporations yet'}
            text={q ? 'Search for another name.' : 'A corporation is a business profile under which sources are worked.'}
          />
        ) : (
          <PlainTable
            label="Corporations"
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              {
                header: 'Name',
                cell: ({ id, name }) => (
                  <Link to="/admin/corporations/$id" params={{ id: String(id) }}>
                    {name}
                  </Link>
                ),
              },
              { header: 'Type', cell: ({ type }) => typeWords[type] },
              { header: 'In charge', cell: ({ user }) => user?.name ?? '–' },
              { header: 'Business unit', cell: ({ business_unit_id }) => <UnitName id={business_unit_id} /> },
              { header: 'Sources', figures: true, cell: ({ sources }) => sources.toLocaleString('en-US') },
            ]}
          />
        )}
      </div>
    </>
  );
}
