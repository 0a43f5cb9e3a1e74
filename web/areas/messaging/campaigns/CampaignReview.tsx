// A preview of a campaign on a day, before it is on: its receivers, and the others with the reason; each group
// opens as a list. Sends nothing.
import { Text, Title } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { queryOf } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { type Campaign, listCampaignPeople, previewCampaignTrigger } from '#contract/campaigns.ts';
import { counted } from '#contract/kit/formats.ts';
import { reasonWords } from '#contract/sendReasons.ts';
import { DayInput } from '#ui/DayInput.tsx';
import { isDay } from '#ui/days.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { momentIn, todayIn } from '#ui/moments.ts';
import { Pages } from '#ui/Pages.tsx';
import { ReasonList } from '#ui/ReasonList.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import classes from './Campaigns.module.css';

export function CampaignReview({ campaign: { id, recurrence, auto_trigger, file } }: { campaign: Campaign }) {
  const { timezone } = useMe();
  const [typed, setTyped] = useState<string | null>(todayIn(timezone));
  const day = typed !== null && isDay(typed) ? typed : todayIn(timezone);
  const preview = useQuery({ ...queryOf(previewCampaignTrigger, { params: { id }, query: { day } }), staleTime: 0 });
  const { total = 0, groups = [], at } = preview.data ?? {};
  const gets = groups.filter(({ answer }) => answer !== 'no').reduce((sum, { count }) => sum + count, 0);
  return (
    <div className={classes.review}>
      <Text>This is what the campaign does on a day, by the contacts and rules of now. Looking at it sends nothing.</Text>
      {file && (
        <Text>
          Attached to each message: <b>{file.name}</b>
        </Text>
      )}
      {(recurrence !== 'none' || auto_trigger) && (
        <DayInput className={classes.day ?? ''} label="Day" value={typed} onChange={setTyped} />
      )}
      {preview.error && !preview.data ? (
        <FailedQuery query={preview} />
      ) : preview.isPending ? (
        <SkeletonLines lines={4} height={28} />
      ) : total === 0 ? (
        <EmptyState
          icon={IconUsers}
          title="Nobody on this day"
          text={auto_trigger ? 'Nothing happened yet that starts it.' : 'Try another day.'}
        />
      ) : (
        <>
          <Title order={2} size="h4">
            {`${gets.toLocaleString('en-US')} ${gets === 1 ? 'gets' : 'get'} it, ${(total - gets).toLocaleString('en-US')} ${total - gets === 1 ? 'does' : 'do'} not`}
          </Title>
          {at && recurrence !== 'none' && day > todayIn(timezone) && (
            <Text c="dimmed" size="sm">
              It begins <span className="figures">{momentIn(timezone, at)}</span>
            </Text>
          )}
          <ReasonList
            title="Who"
            reasons={groups.map(({ answer, reason, count }) => ({
              key: `${answer} ${reason}`,
              about: answer === 'yes' ? undefined : answer === 'later' ? 'Later' : 'Not allowed',
              words: answer === 'yes' ? 'Gets it' : reasonWords(reason),
              count: counted(count, 'contact'),
              rows: () => <People id={id} day={day} answer={answer} reason={reason} />,
            }))}
          />
        </>
      )}
    </div>
  );
}

function People({ id, day, answer, reason }: { id: number; day: string; answer: 'yes' | 'no' | 'later'; reason: string | null }) {
  const [page, setPage] = useState(1);
  const people = useQuery(
    queryOf(listCampaignPeople, { params: { id }, query: { day, answer, ...(reason && { reason }), page } }),
  );
  if (people.error && !people.data) return <FailedQuery query={people} />;
  if (!people.data) return <SkeletonLines lines={3} height={20} />;
  return (
    <>
      <ul className={classes.people}>
        {people.data.data.map(({ contact, address }) => (
          <li key={contact.id} className={classes.person}>
            <Link to="/contacts/$id" params={{ id: String(contact.id) }}>
              {contact.name || 'No name'}
            </Link>
            <span className={classes.faint}>{address}</span>
          </li>
        ))}
      </ul>
      <Pages page={page} total={people.data.meta.total_pages} onPage={setPage} />
    </>
  );
}
