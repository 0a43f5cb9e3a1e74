// My day: what is due and what is new, in cards that the user arranges. Each card loads, fails and refreshes by itself.
import { Button, SegmentedControl } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { oneOf } from '#app/parsers.ts';
import { queryOf } from '#app/queries.ts';
import { useStored } from '#app/stored.ts';
import { getDashboard } from '#contract/dashboard.ts';
import { ahead, later, useOpened } from '#ui/later.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { DashboardCard } from './DashboardCard.tsx';
import classes from './DashboardPage.module.css';

const DashboardArrange = later(() => import('./DashboardArrange.tsx').then((module) => module.DashboardArrange));

export function DashboardPage() {
  const dashboard = useQuery(queryOf(getDashboard));
  const [scope, setScope] = useStored('dashboard.scope', oneOf(['me', 'team']), 'me');
  const [arranging, setArranging] = useOpened(DashboardArrange);
  const { cards = [], has_team = false } = dashboard.data ?? {};
  return (
    <>
      <PageHeader title="My day">
        {has_team && (
          <SegmentedControl
            aria-label="Whose day"
            data={[
              { value: 'me', label: 'Mine' },
              { value: 'team', label: 'My team’s' },
            ]}
            value={scope}
            onChange={(next) => setScope(next as typeof scope)}
          />
        )}
        <Button
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size="1rem" />}
          onClick={() => setArranging(true)}
          {...ahead(DashboardArrange)}
        >
          Arrange
        </Button>
      </PageHeader>
      <div className={classes.page}>
        {dashboard.error && !dashboard.data ? (
          <FailedQuery query={dashboard} />
        ) : dashboard.isPending ? (
          <SkeletonLines lines={8} height={28} />
        ) : (
          <div className={classes.cards}>
            {cards
              .filter(({ hidden }) => !hidden)
              .map((card) => (
                <DashboardCard key={card.name} card={card} scope={has_team ? scope : 'me'} />
              ))}
          </div>
        )}
      </div>
      <Suspense>{arranging && <DashboardArrange cards={cards} onClose={() => setArranging(false)} />}</Suspense>
    </>
  );
}
