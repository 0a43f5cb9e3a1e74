// Before a mailing: how many get it now, later or not and why, each group as a list, and the mail as one of them will see it.
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { isRefused } from '#app/api.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { queryOf } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { type Estimate, estimateContacts, listEstimatedContacts } from '#contract/compliance.ts';
import { gateChecks } from '#contract/complianceLists.ts';
import { getEmail } from '#contract/emails.ts';
import type { CallOf } from '#contract/kit/endpoint.ts';
import { counted } from '#contract/kit/formats.ts';
import type { timezones } from '#contract/lookups.ts';
import type { SendPurpose } from '#contract/sendLists.ts';
import { FormError } from '#ui/FormError.tsx';
import { later } from '#ui/later.ts';
import { momentIn } from '#ui/moments.ts';
import { Pages } from '#ui/Pages.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import classes from './ContactMailReview.module.css';

const MailPreview = later(() => import('#web/areas/messaging/templates/MailPreview.tsx').then((module) => module.MailPreview));

const CampaignMail = later(() => import('#web/areas/messaging/templates/CampaignMail.tsx').then((module) => module.CampaignMail));

type Asked = CallOf<typeof estimateContacts>['body'] & { purpose: SendPurpose };
/** A template, or a campaign. */
export type ChosenMail = { emailId: number } | { campaignId: number };
type Answered = Estimate['groups'][number];

interface Review {
  mail: ChosenMail;
  asked: Asked;
  submit: string;
  busy: boolean;
  error: string | false;
  onBack: () => void;
  onSend: () => void;
}

export function ContactMailReview({ mail, asked, submit, busy, error, onBack, onSend }: Review) {
  const estimate = useQuery(queryOf(estimateContacts, { body: asked }));
  const isTooMany = isRefused(estimate.error, 'compliance.too_many');
  const someone = estimate.data?.groups.find(({ answer }) => answer !== 'no');
  return (
    <Stack>
      <FormError>{error}</FormError>
      {isTooMany ? (
        <Text>
          These are more than 50,000 contacts. Each is checked before its mail goes out, and the mailing’s page says who does not
          get it and why.
        </Text>
      ) : estimate.error ? (
        <FailedQuery query={estimate} />
      ) : estimate.data ? (
        <Groups estimate={estimate.data} asked={asked} />
      ) : (
        <SkeletonLines lines={4} />
      )}
      <Preview mail={mail} asked={asked} group={someone} isReady={isTooMany || estimate.data !== undefined} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        <Button data-autofocus disabled={!isTooMany && !someone} loading={busy} onClick={onSend}>
          {submit}
        </Button>
      </Group>
    </Stack>
  );
}

function Groups({ estimate: { total, groups }, asked }: { estimate: Estimate; asked: Asked }) {
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
              {amount(group.count)}: {wordsOf(group, timezone)}
            </Anchor>
            {open === group && <Members asked={asked} group={group} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

const amount = (number: number) => number.toLocaleString('en-US');

function wordsOf({ answer, reason, until }: Answered, timezone: (typeof timezones)[number]): string {
  if (answer === 'yes') return 'get the mail';
  const why = reason ? gateChecks[reason].title : '';
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

const groupOf = ({ answer, reason, until }: Answered) => ({ answer, reason, until });

/** As the first of those who get it; the user may look as another. */
function Preview({
  mail,
  asked,
  group,
  isReady,
}: Pick<Review, 'mail' | 'asked'> & { group: Answered | undefined; isReady: boolean }) {
  const first = useQuery({
    ...queryOf(listEstimatedContacts, { body: { ...asked, ...groupOf(group ?? nobody), page: 1 } }),
    enabled: group !== undefined,
  });
  const [chosen, setChosen] = useState<{ id: number; name: string } | null>();
  if (!isReady || first.isLoading) return <SkeletonLines lines={6} />;
  const one = first.data?.data[0];
  const shown = chosen === undefined ? (one ? { id: one.id, name: `${one.first_name} ${one.last_name}`.trim() } : null) : chosen;
  const seen = { contact: shown, onContact: setChosen };
  return (
    <Suspense fallback={<SkeletonLines lines={6} />}>
      {'campaignId' in mail ? (
        <CampaignMail id={mail.campaignId} signed={asked.agent === 'me'} {...seen} />
      ) : (
        <TemplateMail emailId={mail.emailId} purpose={asked.purpose} {...seen} />
      )}
    </Suspense>
  );
}

interface Seen {
  contact: { id: number; name: string } | null;
  onContact: (contact: { id: number; name: string } | null) => void;
}

function TemplateMail({ emailId, purpose, ...seen }: Seen & { emailId: number; purpose: SendPurpose }) {
  const email = useQuery(queryOf(getEmail, { params: { id: emailId } }));
  if (email.error) return <FailedQuery query={email} />;
  if (!email.data) return <SkeletonLines lines={6} />;
  return <MailPreview mail={email.data} purpose={purpose} {...seen} />;
}

const nobody: Answered = { answer: 'yes', reason: null, until: null, count: 0 };
