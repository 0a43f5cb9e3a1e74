// The campaigns: what they do, whether they are on, when they look next, and what they sent in the last 30 days.
import { Button, TextInput } from '@mantine/core';
import { IconPlus, IconSearch, IconSpeakerphone } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useUpdate } from '#app/cable.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { invalidate, queryOf } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { type CampaignRow, listCampaignTriggers } from '#contract/campaigns.ts';
import { StatusBadge } from '#ui/Dot.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { momentIn } from '#ui/moments.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Pages } from '#ui/Pages.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import classes from './Campaigns.module.css';
import { stateTones, stateWords, whenWords } from './campaigns.labels.ts';

const amount = (number: number) => number.toLocaleString('en-US');

export function CampaignListPage() {
  const { timezone, features } = useMe();
  const { q, page } = useSearch({ from: '/shell/campaigns' });
  const navigate = useNavigate({ from: '/campaigns' });
  const campaigns = useQuery({
    ...queryOf(listCampaignTriggers, { query: { q, page, all: true } }),
    placeholderData: keepPreviousData,
    enabled: features.campaigns,
  });
  useUpdate('campaigns.changed', () => void invalidate(listCampaignTriggers));
  const rows = campaigns.data?.data ?? [];
  const { total_count, total_pages } = campaigns.data?.meta ?? {};
  if (!features.campaigns)
    return (
      <EmptyState
        heading="h1"
        icon={IconSpeakerphone}
        title="Campaigns are switched off"
        text="An administrator can switch them on under Admin, Features."
      />
    );
  const add = (
    <Button
      leftSection={<IconPlus size="1rem" />}
      renderRoot={(props) => <Link to="/campaigns/$id" params={{ id: 'new' }} {...props} />}
    >
      New campaign
    </Button>
  );
  return (
    <>
      <PageHeader title="Campaigns" about={total_count || undefined}>
        {add}
      </PageHeader>
      <div className={classes.page}>
        <TextInput
          type="search"
          aria-label="Search campaigns by name or description"
          placeholder="Search by name or description"
          className={classes.search ?? ''}
          leftSection={<IconSearch size="1rem" stroke={1.6} />}
          maxLength={100}
          value={q}
          onChange={({ currentTarget }) => void navigate({ search: { q: currentTarget.value }, replace: true })}
        />
        {campaigns.error && !campaigns.data ? (
          <FailedQuery query={campaigns} />
        ) : campaigns.isPending ? (
          <SkeletonLines lines={8} height={28} />
        ) : rows.length === 0 ? (
          <EmptyState
            icon={IconSpeakerphone}
            title={q ? 'No such campaign' : 'No campaigns yet'}
            text={q ? 'Search for another name.' : 'Greet people on their birthdays, or write before they turn 65, by itself.'}
          >
            {!q && add}
          </EmptyState>
        ) : (
          <PlainTable
            label="Campaigns"
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { header: 'Name', cell: nameOf },
              { header: 'Sends', cell: ({ trigger_type }) => (trigger_type === 'sms' ? 'Texts' : 'E-mails') },
              { header: 'When', cell: whenWords },
              {
                header: 'State',
                cell: ({ state }) => <StatusBadge status={{ title: stateWords[state], color: stateTones[state] }} />,
              },
              {
                header: 'Looks next',
                cell: ({ next_at }) => <span className="figures">{next_at ? momentIn(timezone, next_at) : '–'}</span>,
              },
              { header: 'Sent, 30 days', figures: true, cell: ({ recent }) => amount(recent.sent) },
              { header: 'Not allowed', figures: true, cell: ({ recent }) => amount(recent.blocked) },
            ]}
          />
        )}
        <Pages page={page} total={total_pages} onPage={(next) => void navigate({ search: (old) => ({ ...old, page: next }) })} />
      </div>
    </>
  );
}

const nameOf = ({ id, name, global, owner }: CampaignRow) => (
  <span className={classes.name}>
    <Link to="/campaigns/$id" params={{ id: String(id) }}>
      {name}
    </Link>
    <span className={classes.faint}>{global ? 'The company’s' : owner.name}</span>
  </span>
);
