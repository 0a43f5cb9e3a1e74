// The address for answers and mails that come back, with its secret.
import { Button, CopyButton, Group, Text, TextInput, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { getServices, renewInbound, type Services, showInboundSecret } from '#contract/services.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { KeyValueList } from '#ui/KeyValueList.tsx';
import { momentIn } from '#ui/moments.ts';
import classes from './Services.module.css';

export function InboundSection({ inbound }: { inbound: Services['inbound'] }) {
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
  return (
    <section aria-labelledby="inbound" className={classes.section}>
      <Title order={2} size="h4" id="inbound">
        Address for answers
      </Title>
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
