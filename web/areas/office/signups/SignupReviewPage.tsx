// One application, for the administrator who approves or returns it.
import { Anchor, Button, Group, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { isRefused } from '#app/api.ts';
import { useUpdate } from '#app/cable.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { notice } from '#app/notices.tsx';
import { invalidate, queryOf, useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { approveSignup, getSignup, listSignups, returnSignup, type SignupDetail } from '#contract/signups.ts';
import { StatusBadge } from '#ui/Dot.tsx';
import { momentIn } from '#ui/moments.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import classes from './Signup.module.css';
import { SignupFacts } from './SignupFacts.tsx';
import { statusLabels, statusTones } from './signups.labels.ts';

export function SignupReviewPage() {
  const { id } = useParams({ from: '/shell/admin/signups/$id' });
  const signup = useQuery(queryOf(getSignup, { params: { id: Number(id) } }));
  useUpdate('signups.changed', () => void invalidate(getSignup));
  if (signup.error && !signup.data) return <FailedQuery query={signup} />;
  return (
    <>
      <PageHeader
        title={signup.data?.user.name ?? 'Application'}
        before={
          <Anchor renderRoot={(props) => <Link to="/admin/signups" {...props} />} size="sm">
            Applications
          </Anchor>
        }
      />
      <div className={classes.page}>
        {signup.data ? (
          <>
            <State signup={signup.data} />
            <SignupFacts signup={signup.data} />
            {signup.data.can.decide && <Decision key={signup.data.sent_at} signup={signup.data} />}
          </>
        ) : (
          <SkeletonLines lines={10} height={24} />
        )}
      </div>
    </>
  );
}

function State({ signup: { status, user, sent_at, decided_at, decided_by, note } }: { signup: SignupDetail }) {
  const { timezone } = useMe();
  return (
    <div className={classes.about}>
      <StatusBadge status={{ title: statusLabels[status], color: statusTones[status] }} />
      <Anchor href={`mailto:${user.email}`}>{user.email}</Anchor>
      <Text c="dimmed" className="figures">
        {sent_at && `Sent ${momentIn(timezone, sent_at)}`}
        {status !== 'sent' && decided_at && decided_by && `, ${statusLabels[status].toLowerCase()} by ${decided_by.name}`}
      </Text>
      {note && <Text>{note}</Text>}
    </div>
  );
}

function Decision({ signup: { id, user } }: { signup: SignupDetail }) {
  const [note, setNote] = useState('');
  const [error, setError] = useState<string>();
  const options = { invalidates: [getSignup, listSignups], form: true };
  const approve = useSend(approveSignup, { ...options, onDone: () => notice.done(`Approved. ${user.name} gets a mail`) });
  const back = useSend(returnSignup, { ...options, onDone: () => notice.done(`Returned. ${user.name} gets a mail`) });
  const input = { params: { id: id ?? 0 }, body: { note } };
  return (
    <section aria-label="Decision" className={classes.decision}>
      <Textarea
        label="Note to the user"
        description="It stands in the mail. A returned application needs one."
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2000}
        value={note}
        error={error}
        onChange={(event) => {
          setNote(event.currentTarget.value);
          setError(undefined);
        }}
      />
      <Group gap="xs" mt="md">
        <Button loading={approve.isPending} onClick={() => approve.mutate(input)}>
          Approve
        </Button>
        <Button
          variant="default"
          loading={back.isPending}
          onClick={() =>
            back.mutate(input, {
              onError: (refused) => isRefused(refused, 'invalid') && setError(refused.fieldErrors.note),
            })
          }
        >
          Return
        </Button>
      </Group>
    </section>
  );
}
