// Before a mailing: how many get it now, later or not and why, each group as a list, and the mail as one of them will see it.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { isRefused } from '#app/api.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { queryOf } from '#app/queries.ts';
import { estimateContacts, listEstimatedContacts } from '#contract/compliance.ts';
import { getEmail } from '#contract/emails.ts';
import type { SendPurpose } from '#contract/sendLists.ts';
import { FormError } from '#ui/FormError.tsx';
import { later } from '#ui/later.ts';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { type Answered, type Asked, EstimatedGroups, groupOf } from './EstimatedGroups.tsx';

const MailPreview = later(() => import('#web/areas/messaging/templates/MailPreview.tsx').then((module) => module.MailPreview));

const CampaignMail = later(() => import('#web/areas/messaging/templates/CampaignMail.tsx').then((module) => module.CampaignMail));

/** A template, or a campaign. */
export type ChosenMail = { emailId: number } | { campaignId: number };

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
        <EstimatedGroups estimate={estimate.data} asked={asked} />
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
