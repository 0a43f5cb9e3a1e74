// A contact's mails: how many in each state at once, and the list of them.
import { Chip, Group, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconMail, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useUpdate } from '#app/cable.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { invalidate, queryOf } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { getEmailCounts, listEmailHistory } from '#contract/emailLogs.ts';
import { formatDay } from '#contract/kit/formats.ts';
import type { MessageEventKind, MessageState } from '#contract/sendLists.ts';
import { type DayRange, DayRangeInput, isBackwards } from '#ui/DayRangeInput.tsx';
import { isDay } from '#ui/days.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Pages } from '#ui/Pages.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { PersonPicker } from '#web/areas/identity/users/PersonPicker.tsx';
import { MailTable } from './MailTable.tsx';
import classes from './Sends.module.css';
import { amount, eventWords } from './sends.labels.ts';

const pageSize = 25;
type Event = MessageState | MessageEventKind;

export function ContactMails({ id }: { id: number }) {
  const me = useMe();
  const [event, setEvent] = useState<Event | null>(null);
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text.trim(), 150);
  const [sender, setSender] = useState<{ id: number; name: string } | null>(null);
  const [days, setDays] = useState<DayRange>({ from: null, to: null });
  const [page, setPage] = useState(1);
  const [order, setOrder] = useState<{ field: 'created_at' | 'subject' | 'state'; direction: 'ASC' | 'DESC' }>({
    field: 'created_at',
    direction: 'DESC',
  });
  const counts = useQuery({ ...queryOf(getEmailCounts, { params: { id } }), staleTime: 0 });
  const { from, to } = isBackwards(days) ? { from: null, to: null } : days;
  const body = {
    q,
    event,
    sender_id: sender?.id ?? null,
    start_date: from && isDay(from) ? formatDay(from) : '',
    end_date: to && isDay(to) ? formatDay(to) : '',
    order_field: order.field,
    order_type: order.direction,
    limit: pageSize,
  };
  const mails = useQuery({
    ...queryOf(listEmailHistory, { params: { id }, body: { ...body, offset: (page - 1) * pageSize } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  useUpdate('contact.changed', (changed) => changed.id === id && void invalidate(getEmailCounts, listEmailHistory));
  const choose = (next: Event | null) => {
    setEvent(next);
    setPage(1);
  };
  if (mails.error && !mails.data) return <FailedQuery query={mails} />;
  if (mails.isPending || counts.isPending) return <SkeletonLines lines={6} height={16} />;
  const { states = [], outcomes = [] } = counts.data ?? {};
  const chips: { value: Event; count: number }[] = [
    ...states.map(({ state, count }) => ({ value: state, count })),
    ...outcomes.map(({ outcome, count }) => ({ value: outcome, count })),
  ];
  const { data: rows, meta } = mails.data;
  if (chips.length === 0)
    return (
      <EmptyState icon={IconMail} title="No mails yet" text="Each mail to this contact is listed here, with what came of it." />
    );
  return (
    <div className={classes.messages}>
      <Group gap="xs" mt="sm" role="group" aria-label="Mails by state">
        {chips.map(({ value, count }) => (
          <Chip key={value} size="xs" checked={event === value} onChange={(on) => choose(on ? value : null)}>
            {eventWords[value].title} {amount(count)}
          </Chip>
        ))}
      </Group>
      <search className={classes.filters} aria-label="Mails to the contact">
        <TextInput
          type="search"
          label="Subject"
          aria-label="Search mails by subject"
          leftSection={<IconSearch size="1rem" stroke={1.6} />}
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setPage(1);
          }}
        />
        {me.can['team.lead'] && (
          <PersonPicker
            label="Sender"
            placeholder="Anyone"
            clearable
            value={sender}
            onChange={(person) => {
              setSender(person);
              setPage(1);
            }}
          />
        )}
        <DayRangeInput
          label="Days"
          value={days}
          onChange={(next) => {
            setDays(next);
            setPage(1);
          }}
        />
      </search>
      {rows.length > 0 ? (
        <MailTable label="Mails to the contact" rows={rows} order={order} onOrder={setOrder} />
      ) : (
        <EmptyState icon={IconMail} title="No matching mails" text="Choose another state, or change the filters." />
      )}
      <Pages page={page} total={Math.max(1, Math.ceil(meta.total_count / pageSize))} onPage={setPage} />
    </div>
  );
}
