// Groups of contacts who get a mailing or text now, later or not, with the reason; each group opens as a list.
import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { queryOf } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { type Estimate, type estimateContacts, listEstimatedContacts } from '#contract/compliance.ts';
import type { CallOf } from '#contract/kit/endpoint.ts';
import { counted } from '#contract/kit/formats.ts';
import type { timezones } from '#contract/lookups.ts';
import type { SendPurpose } from '#contract/sendLists.ts';
import { reasonWords } from '#contract/sendReasons.ts';
import { momentIn } from '#ui/moments.ts';
import { Pages } from '#ui/Pages.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import classes from './ContactMailReview.module.css';

export type Asked = CallOf<typeof estimateContacts>['body'] & { purpose: SendPurpose };
export type Answered = Estimate['groups'][number];

export function EstimatedGroups({ estimate: { total, groups }, asked }: { estimate: Estimate; asked: Asked }) {
  const { timezone } = useMe();
  const [open, setOpen] = useState<Answered>();
  const sum = (answer: Answered['answer']) =>
    groups.filter((each) => each.answer === answer).reduce((all, { count }) => all + count, 0);
  const parts = [
    `${amount(sum('yes'))} ${asked.at ? 'at that moment' : 'now'}`,
    ...(sum('later') > 0 ? [`${amount(sum('later'))} later`] : []),
    ...(sum('no') > 0 ? [`${amount(sum('no'))} not`] : []),
  ];
  return (
    <section aria-labelledby="who-gets-it">
      <Text id="who-gets-it" fw={500}>
        Of {counted(total, 'contact')}, {parts.join(', ')}.
      </Text>
      <ul className={classes.groups}>
        {groups.map((group) => (
          <li key={`${group.answer} ${group.reason} ${group.until}`}>
            <Anchor
              component="button"
              type="button"
              aria-expanded={open === group}
              onClick={() => setOpen(open === group ? undefined : group)}
            >
              {amount(group.count)}: {wordsOf(group, timezone, asked.channel)}
            </Anchor>
            {open === group && <Members asked={asked} group={group} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

const amount = (number: number) => number.toLocaleString('en-US');

function wordsOf({ answer, reason, until }: Answered, timezone: (typeof timezones)[number], channel: Asked['channel']): string {
  if (answer === 'yes') return `get the ${channel === 'email' ? 'mail' : 'text'}`;
  const why = reasonWords(reason);
  return answer === 'later' && until ? `from ${momentIn(timezone, until)}. ${why}` : `do not get it. ${why}`;
}

function Members({ asked, group }: { asked: Asked; group: Answered }) {
  const [page, setPage] = useState(1);
  const members = useQuery(queryOf(listEstimatedContacts, { body: { ...asked, ...groupOf(group), page } }));
  if (members.error) return <FailedQuery query={members} />;
  if (!members.data) return <SkeletonLines lines={3} />;
  return (
    <>
      <ul aria-label="Contacts of this group" className={classes.members}>
        {members.data.data.map(({ id, first_name, last_name, organization }) => (
          <li key={id}>
            <Link to="/contacts/$id" params={{ id: String(id) }} target="_blank">
              {[first_name, last_name].filter(Boolean).join(' ') || organization || 'No name'}
            </Link>
          </li>
        ))}
      </ul>
      <Pages page={page} total={members.data.meta.total_pages} onPage={setPage} />
    </>
  );
}

export const groupOf = ({ answer, reason, until }: Answered) => ({ answer, reason, until });
