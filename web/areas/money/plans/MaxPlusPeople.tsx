// A manager's people: who has Max Plus, and paying it for several of them at once.
import { Button, Checkbox, SegmentedControl, Text, TextInput, Title } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isRefused } from '#app/api.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { notice, textOf } from '#app/notices.tsx';
import { queryOf, useSend } from '#app/queries.ts';
import { counted } from '#contract/kit/formats.ts';
import { dueToday, moneyOf, moneyText, times } from '#contract/kit/money.ts';
import {
  bulkSubscribeMaxPlus,
  cancelMaxPlusForUser,
  listManageableUsers,
  type MaxPlus,
  type TeamMember,
} from '#contract/maxPlus.ts';
import { type PlanLevel, planLevels, planPrices } from '#contract/planLists.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { FormError } from '#ui/FormError.tsx';
import { Pages } from '#ui/Pages.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { useConnectCard } from '#web/areas/money/wallet/wallet.api.ts';
import { dollarsOf } from '#web/areas/money/wallet/wallet.labels.ts';
import { maxPlusCalls, sayMaxPlus } from './maxPlus.api.ts';
import classes from './Plans.module.css';
import { levelWords } from './plans.labels.ts';

export function MaxPlusPeople({ plus }: { plus: MaxPlus }) {
  const [q, setQ] = useState('');
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const people = useQuery({ ...queryOf(listManageableUsers, { query: { q, page } }), placeholderData: keepPreviousData });
  const drop = useSend(cancelMaxPlusForUser, {
    invalidates: maxPlusCalls,
    onDone: () => notice.done('It ends for this person with the paid period'),
  });
  if (people.error && !people.data) return <FailedQuery query={people} />;
  if (people.isPending) return <SkeletonLines lines={5} height={28} />;
  const { data, meta } = people.data;
  const toggle = (id: number, on: boolean) =>
    setChosen((before) => (on ? new Set([...before, id]) : new Set([...before].filter((one) => one !== id))));
  return (
    <>
      <Title order={2} size="h4">
        For your people
      </Title>
      <Pay plus={plus} people={[...chosen]} onDone={() => setChosen(new Set())} />
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
      {data.length === 0 ? (
        <EmptyState icon={IconUsers} title="Nobody found" text="Your people are listed here by name." />
      ) : (
        <PlainTable
          label="Max Plus of your people"
          rows={data}
          keyOf={({ user }) => user.id}
          columns={[
            {
              header: 'Person',
              cell: ({ user, max_plus }) => (
                <Checkbox
                  label={user.name}
                  disabled={max_plus !== null && !(max_plus.mine && max_plus.ends)}
                  checked={chosen.has(user.id)}
                  onChange={({ currentTarget }) => toggle(user.id, currentTarget.checked)}
                />
              ),
            },
            { header: 'Max Plus', cell: ({ max_plus }) => (max_plus ? wordsOf(max_plus) : 'No') },
          ]}
          actions={({ user, max_plus }) =>
            max_plus?.mine &&
            max_plus.type !== 'self' &&
            !max_plus.ends && (
              <Button
                size="xs"
                variant="default"
                aria-label={`Stop paying for ${user.name}`}
                disabled={drop.isPending}
                onClick={() => drop.mutate({ body: { user_id: user.id } })}
              >
                Stop paying
              </Button>
            )
          }
        />
      )}
      <Pages page={page} total={meta.total_pages} onPage={setPage} />
    </>
  );
}

const amountOf = (data: unknown) => (data as { amount?: string } | undefined)?.amount;

function wordsOf({ level, type, mine, ends, active }: NonNullable<TeamMember['max_plus']>): string {
  const payer =
    type === 'self' ? 'paid by the person' : mine ? 'you pay' : type === 'manager' ? 'a manager pays' : 'the company pays';
  return `${levelWords[level]}, ${payer}${ends ? ', ends with the period' : ''}${active ? '' : ', not paid'}`;
}

function Pay({ plus: { team, licence_today }, people, onDone }: { plus: MaxPlus; people: number[]; onDone: () => void }) {
  const [level, setLevel] = useState<PlanLevel>('standard');
  const { connect, busy } = useConnectCard('/billing/update');
  const plan = team?.plan.level ?? level;
  const free = team ? team.licences.total - team.licences.assigned : 0;
  const missing = Math.max(0, people.length - free);
  const costs = times(moneyOf(licence_today ?? planPrices[plan]), missing);
  const listed = moneyText(team ? dueToday(costs) : costs);
  const { mutate, isPending, error } = useSend(bulkSubscribeMaxPlus, {
    form: true,
    handles: ['cards.none', 'subscriptions.price_changed', 'subscriptions.granted', 'subscriptions.ended', 'invalid'],
    invalidates: maxPlusCalls,
    onDone: ({ team: now }) => {
      sayMaxPlus(now, `You pay Max Plus for ${counted(people.length, 'person', 'people')}`);
      onDone();
    },
  });
  // Somebody whose licence was to end costs nothing; the server says what it is then.
  const amount = isRefused(error, 'subscriptions.price_changed') ? (amountOf(error.problem.data) ?? listed) : listed;
  const why = isRefused(error, 'invalid') ? Object.values(error.fieldErrors).join(' ') : error && textOf(error);
  return (
    <>
      <FormError>{why}</FormError>
      <div className={classes.head}>
        <Text size="sm" c="dimmed">
          {team
            ? `${team.licences.assigned} of ${team.licences.total} licences are given. One more costs ${dollarsOf(licence_today ?? '0.00')} for the days left, then ${dollarsOf(team.price)} a month.`
            : 'Choose people: you pay a licence for each of them, by the month, in advance.'}
        </Text>
        <span className={classes.buttons}>
          {!team && (
            <SegmentedControl
              aria-label="Plan"
              value={level}
              onChange={(next) => setLevel(next as PlanLevel)}
              data={planLevels.map((value) => ({ value, label: levelWords[value] }))}
            />
          )}
          {isRefused(error, 'cards.none') && (
            <Button variant="default" loading={busy} onClick={connect}>
              Connect a card
            </Button>
          )}
          <Button
            disabled={people.length === 0}
            loading={isPending}
            onClick={() => mutate({ body: { user_ids: people, plan, amount } })}
          >
            {people.length === 0
              ? 'Choose people first'
              : amount === '0.00'
                ? `Give it to ${counted(people.length, 'person', 'people')}`
                : `Pay ${dollarsOf(amount)} for ${counted(people.length, 'person', 'people')}`}
          </Button>
        </span>
      </div>
    </>
  );
}
