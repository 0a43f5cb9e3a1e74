// A payer's people at a glance: who has which plan, who pays, and how much of it is used.
import { Progress, TextInput } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { queryOf } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { getDialerSubscriptionUsage } from '#contract/dialerPlans.ts';
import { getMaxPlus, listManageableUsers, type TeamLicence } from '#contract/maxPlus.ts';
import type { PlanUsage } from '#contract/subscriptions.ts';
import { getTextingSubscriptionUsage } from '#contract/textingPlans.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Pages } from '#ui/Pages.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { StatTile } from '#ui/StatTile.tsx';
import { useMaxPlusChanges } from './maxPlus.api.ts';
import classes from './Plans.module.css';
import { levelWords } from './plans.labels.ts';

export function TeamPlans() {
  const [q, setQ] = useState('');
  const [page, setPage] = useState(1);
  const people = useQuery({ ...queryOf(listManageableUsers, { query: { q, page } }), placeholderData: keepPreviousData });
  useMaxPlusChanges();
  return (
    <div className={classes.part}>
      <Figures />
      <TextInput
        aria-label="Find a person"
        placeholder="Find a person"
        className={classes.search ?? ''}
        value={q}
        onChange={({ currentTarget }) => {
          setQ(currentTarget.value);
          setPage(1);
        }}
      />
      {people.error && !people.data ? (
        <FailedQuery query={people} />
      ) : people.isPending ? (
        <SkeletonLines lines={6} height={28} />
      ) : people.data.data.length === 0 ? (
        <EmptyState icon={IconUsers} title="Nobody found" text="Your people are listed here by name." />
      ) : (
        <PlainTable
          label="Plans of your people"
          rows={people.data.data}
          keyOf={({ user }) => user.id}
          columns={[
            { header: 'Person', cell: ({ user }) => user.name },
            { header: 'Texting', cell: ({ texting }) => <Use licence={texting} unit="texts" /> },
            { header: 'Dialer', cell: ({ dialer }) => <Use licence={dialer} unit="minutes" /> },
            {
              header: 'Max Plus',
              cell: ({ max_plus }) => (max_plus ? `${levelWords[max_plus.level]}, ${payerOf(max_plus)}` : '–'),
            },
          ]}
        />
      )}
      <Pages page={page} total={people.data?.meta.total_pages ?? 1} onPage={setPage} />
    </div>
  );
}

function Figures() {
  const { features } = useMe();
  const texting = useQuery({ ...queryOf(getTextingSubscriptionUsage), enabled: features.texting });
  const dialer = useQuery({ ...queryOf(getDialerSubscriptionUsage), enabled: features.dialer });
  const plus = useQuery(queryOf(getMaxPlus));
  const licences = plus.data?.team?.licences;
  return (
    <div className={classes.figures}>
      {features.texting && (
        <StatTile label="Texting licences given" figure={givenOf(texting.data)} {...hintOf(texting.data, 'texts')} />
      )}
      {features.dialer && (
        <StatTile label="Dialer licences given" figure={givenOf(dialer.data)} {...hintOf(dialer.data, 'minutes')} />
      )}
      <StatTile label="Max Plus licences given" figure={plus.data && `${licences?.assigned ?? 0} of ${licences?.total ?? 0}`} />
    </div>
  );
}

const givenOf = (usage: PlanUsage | undefined) => usage && `${usage.assigned} of ${usage.licences}`;
const hintOf = (usage: PlanUsage | undefined, unit: string) =>
  usage && { hint: `${usage.used.toLocaleString('en-US')} of ${usage.included.toLocaleString('en-US')} ${unit} used` };

const payerOf = ({ type, mine, active, ends }: TeamLicence) =>
  `${type === 'self' ? 'paid by the person' : mine ? 'you pay' : type === 'manager' ? 'a manager pays' : 'the company pays'}${
    active ? (ends ? ', ends with the period' : '') : ', not paid'
  }`;

function Use({ licence, unit }: { licence: TeamLicence | null; unit: string }) {
  if (!licence) return '–';
  const { used, allocation, plan } = licence;
  const words = `${used.toLocaleString('en-US')} of ${allocation.toLocaleString('en-US')} ${unit}`;
  return (
    <span className={classes.bar}>
      <span className="figures">{words}</span>
      <Progress
        value={allocation ? (used / allocation) * 100 : 0}
        color={allocation > 0 && used >= allocation ? 'red' : 'accent'}
        size="sm"
        aria-label={words}
      />
      <span className={classes.under}>{`${plan}, ${payerOf(licence)}`}</span>
    </span>
  );
}
