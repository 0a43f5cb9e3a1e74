// The outside services of the company: whether each works, and what to do where it does not.
import { Alert, Button, CopyButton, Group, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useUpdate } from '#app/cable.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { notice } from '#app/notices.tsx';
import { invalidate, queryOf, useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { getServices, renewInbound, resumeMarketing, type Services, showInboundSecret } from '#contract/services.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { StatusBadge, type Tone } from '#ui/Dot.tsx';
import { KeyValueList } from '#ui/KeyValueList.tsx';
import { momentIn } from '#ui/moments.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import classes from './Services.module.css';

const stateWords: Record<Services['mail']['state'], { title: string; color: Tone; text: string }> = {
  not_configured: { title: 'Not configured', color: 'gray', text: 'No mail server is set up (SMTP_URL), so no mail leaves.' },
  sandbox: { title: 'Sandbox', color: 'blue', text: 'Mail goes to the demo’s mailbox and never leaves this machine.' },
  connected: { title: 'Connected', color: 'green', text: 'The mail server answers and lets us in.' },
  broken: {
    title: 'Broken',
    color: 'red',
    text: 'The mail server does not answer, or does not let us in. Mail waits and is tried again.',
  },
};

export function ServicesPage() {
  const services = useQuery({ ...queryOf(getServices), staleTime: 0 });
  useUpdate('compliance.changed', () => void invalidate(getServices));
  return (
    <>
      <PageHeader title="Services" />
      <div className={classes.page}>
        {services.error && !services.data ? (
          <FailedQuery query={services} />
        ) : services.data ? (
          <>
            <MailSection mail={services.data.mail} />
            <InboundSection inbound={services.data.inbound} />
          </>
        ) : (
          <SkeletonLines lines={8} height={24} />
        )}
      </div>
    </>
  );
}

function MailSection({ mail: { state, why, health, has_domain } }: { mail: Services['mail'] }) {
  const { timezone } = useMe();
  const { title, color, text } = stateWords[state];
  const resume = useSend(resumeMarketing, {
    invalidates: [getServices],
    onDone: () => notice.done('Marketing mail may leave again'),
  });
  return (
    <section aria-labelledby="mail" className={classes.section}>
      <div className={classes.head}>
        <Title order={2} size="h4" id="mail">
          E-mail
        </Title>
        <StatusBadge status={{ title, color }} />
      </div>
      <Text>{text}</Text>
      {health.state === 'paused' && health.paused_at && (
        <Alert color="red" title="Marketing mail is paused">
          <Text size="sm" mb="sm">
            Since {momentIn(timezone, health.paused_at)}, because too many receivers called a mail spam. Look at who gets your
            mail, and why, before you go on: mail services block senders with more than 3 complaints in 1,000 mails.
          </Text>
          <Button color="red" loading={resume.isPending} onClick={() => resume.mutate({})}>
            Resume marketing mail
          </Button>
        </Alert>
      )}
      {(health.state === 'warned' || health.state === 'too_many') && (
        <Alert color="red" title="Receivers complain">
          More than 1 in 1,000 mails was called spam. At 3 in 1,000 marketing mail pauses.
        </Alert>
      )}
      {!has_domain && state !== 'not_configured' && (
        <Text size="sm">
          Mail goes out from the product’s own address. Marketing mail from an address of your own ends among spam less often.{' '}
          <Link to="/admin/sending-domains">Verify a domain</Link>
        </Text>
      )}
      <KeyValueList
        facts={[
          ['What is wrong', why],
          ['Mails in 30 days', health.sent.toLocaleString('en-US')],
          ['Complaints in 30 days', health.complaints.toLocaleString('en-US')],
        ]}
      />
    </section>
  );
}

function InboundSection({ inbound }: { inbound: Services['inbound'] }) {
  const { timezone } = useMe();
  const { url, reply_domain, last_call_at, last_forged_at, failed } = inbound;
  const [secret, setSecret] = useState<string | null>(null);
  const [renewing, setRenewing] = useState(false);
  const show = useSend(showInboundSecret, { onDone: (answer) => setSecret(answer.secret) });
  const renew = useSend(renewInbound, {
    invalidates: [getServices],
    onDone: (answer) => {
      setRenewing(false);
      setSecret(answer.secret);
    },
  });
  const status = reply_domain
    ? last_call_at
      ? ({ title: 'Connected', color: 'green' } as const)
      : ({ title: 'Nothing has arrived yet', color: 'gray' } as const)
    : ({ title: 'Not configured', color: 'gray' } as const);
  return (
    <section aria-labelledby="inbound" className={classes.section}>
      <div className={classes.head}>
        <Title order={2} size="h4" id="inbound">
          Answers and mails that come back
        </Title>
        <StatusBadge status={status} />
      </div>
      <Text>
        {reply_domain
          ? `Answers go to addresses at ${reply_domain}. Its mail server posts each mail, as it came, to this address.`
          : 'Answers go to the user’s own address, and mails that come back go unnoticed. To get both here, choose a domain for answers, and let its mail server post each mail, as it came, to this address.'}{' '}
        <Link to="/admin/settings">{reply_domain ? 'Change the reply domain' : 'Set the reply domain'}</Link>
      </Text>
      <CopyLine label="Address" value={url} />
      {secret ? (
        <CopyLine label="Secret" value={secret} />
      ) : (
        <Group>
          <Button variant="default" loading={show.isPending} onClick={() => show.mutate({})}>
            Show the secret
          </Button>
        </Group>
      )}
      <Text size="sm" c="dimmed">
        Each call carries the header Steward-Signature: t=&lt;seconds&gt;,v1=&lt;hex&gt;, HMAC-SHA256 of “t.address.body” with the
        secret. Other calls are refused.
      </Text>
      <KeyValueList
        facts={[
          ['Last mail', last_call_at && momentIn(timezone, last_call_at)],
          ['Last refused call', last_forged_at && `${momentIn(timezone, last_forged_at)}: its signature was wrong`],
          ['Mails that could not be read', failed > 0 && failed.toLocaleString('en-US')],
        ]}
      />
      <Group>
        <Button variant="default" onClick={() => setRenewing(true)}>
          Renew address and secret
        </Button>
      </Group>
      <ConfirmDialog
        opened={renewing}
        title="Renew address and secret?"
        action="Renew"
        busy={renew.isPending}
        onConfirm={() => renew.mutate({})}
        onClose={() => setRenewing(false)}
      >
        Calls to the present address are refused from then on: answers are lost until the mail server knows the new one.
      </ConfirmDialog>
    </section>
  );
}

const CopyLine = ({ label, value }: { label: string; value: string }) => (
  <div className={classes.line}>
    <TextInput
      readOnly
      label={label}
      value={value}
      className={classes.value ?? ''}
      onFocus={(event) => event.currentTarget.select()}
    />
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Button variant="default" aria-label={`Copy: ${label}`} onClick={copy}>
          {copied ? 'Copied' : 'Copy'}
        </Button>
      )}
    </CopyButton>
  </div>
);
