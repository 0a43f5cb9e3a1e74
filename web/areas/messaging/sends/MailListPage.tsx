// All mails to contacts in reach, the newest first: by state, address, sender, campaign and day; each opens
// as it was sent.
import { Button, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAt, IconDownload, IconMail } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { call, hrefOf } from '#app/api.ts';
import { useUpdate } from '#app/cable.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { invalidate, keyOf, queryOf } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { listCampaignTriggers } from '#contract/campaigns.ts';
import { exportEmailLogs, listEmailLogs } from '#contract/emailLogs.ts';
import { messageEventKinds, messageStates } from '#contract/sendLists.ts';
import { DayRangeInput, isBackwards } from '#ui/DayRangeInput.tsx';
import { isDay } from '#ui/days.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { PersonPicker } from '#web/areas/identity/users/PersonPicker.tsx';
import { MailTable } from './MailTable.tsx';
import classes from './Sends.module.css';
import { asOption } from './sends.labels.ts';
import { type MailListSearch, mailDefaults } from './sends.search.ts';

const pageSize = 50;

export function MailListPage() {
  const me = useMe();
  const search = useSearch({ from: '/shell/mails' });
  const navigate = useNavigate({ from: '/mails' });
  const go = (next: Partial<MailListSearch>) => void navigate({ search: (old) => ({ ...old, ...next }), replace: true });
  const query = queryOfSearch(search);
  const mails = useInfiniteQuery({
    queryKey: keyOf(listEmailLogs, { ...query, limit: pageSize }),
    queryFn: ({ pageParam, signal }) =>
      call(listEmailLogs, { query: { ...query, limit: pageSize, ...(pageParam !== null && { cursor: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
    staleTime: 0,
  });
  useUpdate('send.changed', () => void invalidate(listEmailLogs));
  const rows = mails.data?.pages.flatMap(({ data }) => data) ?? [];
  const isFiltered = Object.keys(query).length > 0;
  return (
    <>
      <PageHeader title="Mails">
        {me.can['contacts.export'] && (
          <Button
            variant="default"
            leftSection={<IconDownload size="1rem" />}
            component="a"
            href={hrefOf(exportEmailLogs, { query })}
            download
          >
            Download as CSV
          </Button>
        )}
      </PageHeader>
      <div className={classes.page}>
        <search className={classes.filters} aria-label="Mails">
          <Select
            label="State"
            allowDeselect={false}
            data={[{ value: 'all', label: 'Any' }, ...[...messageStates, ...messageEventKinds].map(asOption)]}
            value={search.state}
            onChange={(state) => go({ state: (state ?? 'all') as MailListSearch['state'] })}
          />
          <AddressInput value={search.address} onChange={(address) => go({ address })} />
          {me.can['team.lead'] && (
            <PersonPicker
              label="Sender"
              placeholder="Anyone"
              clearable
              value={search.sender ? { id: search.sender, name: search.name } : null}
              onChange={(person) => go({ sender: person?.id, name: person?.name ?? '' })}
            />
          )}
          {me.can['campaigns.update'] && me.features.campaigns && (
            <CampaignSelect value={search.campaign} onChange={(campaign) => go({ campaign })} />
          )}
          <DayRangeInput
            label="Days"
            value={{ from: search.from || null, to: search.to || null }}
            onChange={({ from, to }) => go({ from: from ?? '', to: to ?? '' })}
          />
        </search>
        {mails.error && !mails.data ? (
          <FailedQuery query={mails} />
        ) : mails.isPending ? (
          <SkeletonLines lines={10} height={28} />
        ) : rows.length === 0 ? (
          <EmptyState
            icon={IconMail}
            title={isFiltered ? 'No matching mails' : 'No mails yet'}
            text={isFiltered ? 'Change the filters, or show everything.' : 'Each mail to a contact in your reach appears here.'}
          >
            {isFiltered && (
              <Button variant="default" onClick={() => go(mailDefaults)}>
                Show everything
              </Button>
            )}
          </EmptyState>
        ) : (
          <MailTable label="Mails" rows={rows} withContact />
        )}
        {mails.hasNextPage && (
          <div className={classes.more}>
            <Button variant="default" loading={mails.isFetchingNextPage} onClick={() => void mails.fetchNextPage()}>
              Show older mails
            </Button>
          </div>
        )}
      </div>
    </>
  );
}

function queryOfSearch({ state, address, sender, campaign, from, to }: MailListSearch) {
  const outcome = messageEventKinds.find((kind) => kind === state);
  const stored = messageStates.find((each) => each === state);
  const days = isBackwards({ from, to }) ? {} : { ...(isDay(from) && { from }), ...(isDay(to) && { to }) };
  return {
    ...(outcome && { outcome }),
    ...(stored && { state: stored }),
    ...(address && { address }),
    ...(sender !== undefined && { sender_id: sender }),
    ...(campaign !== undefined && { campaign_trigger_id: campaign }),
    ...days,
  };
}

/** The list asks when the typing has paused. */
function AddressInput({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [text, setText] = useState(value);
  const [settled] = useDebouncedValue(text.trim(), 300);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed is told
  useEffect(() => {
    if (settled !== value) onChange(settled);
  }, [settled]);
  useEffect(() => setText((now) => (now.trim() === value ? now : value)), [value]);
  return (
    <TextInput
      type="search"
      label="Address"
      placeholder="rosa@example.com"
      leftSection={<IconAt size="1rem" />}
      value={text}
      maxLength={320}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
    />
  );
}

function CampaignSelect({ value, onChange }: { value: number | undefined; onChange: (id: number | undefined) => void }) {
  const campaigns = useQuery(queryOf(listCampaignTriggers, { query: { all: true, limit: 100 } }));
  const options = campaigns.data?.data.map(({ id, name }) => ({ value: String(id), label: name })) ?? [];
  return (
    <Select
      label="Campaign"
      placeholder="Any"
      clearable
      searchable
      data={options}
      value={value === undefined ? null : String(value)}
      onChange={(id) => onChange(id === null ? undefined : Number(id))}
    />
  );
}
