// One domain: its records with their states, and what can be done.
import { Alert, Button, CopyButton, Group, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { notice } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import {
  checkSendingDomain,
  deleteSendingDomain,
  listSendingDomains,
  type SendingDomain,
  type SendingRecord,
  sendingRecordKinds,
  setSandboxRecords,
} from '#contract/sendingDomains.ts';
import { getServices } from '#contract/services.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { StatusBadge } from '#ui/Dot.tsx';
import { momentIn } from '#ui/moments.ts';
import classes from './SendingDomains.module.css';
import { recordStates, recordWords } from './sendingDomains.labels.ts';

const changed = { invalidates: [listSendingDomains, getServices] };

export function SendingDomainCard({
  domain: { id, domain, verified_at, checked_at, records, is_sandbox },
}: {
  domain: SendingDomain;
}) {
  const { timezone } = useMe();
  const [removing, setRemoving] = useState(false);
  const told = (now: SendingDomain) =>
    notice.done(now.verified_at ? `${domain} is verified` : `${domain} was checked: its DKIM record is not right yet`);
  const check = useSend(checkSendingDomain, { ...changed, onDone: told });
  const setAll = useSend(setSandboxRecords, { ...changed, onDone: told });
  const remove = useSend(deleteSendingDomain, {
    ...changed,
    onDone: () => {
      setRemoving(false);
      notice.done(`${domain} was removed`);
    },
  });
  const title = `domain-${id}`;
  return (
    <section aria-labelledby={title} className={classes.card}>
      <div className={classes.head}>
        <Title order={2} size="h4" id={title}>
          {domain}
        </Title>
        <StatusBadge
          status={verified_at ? { title: 'Verified', color: 'green' } : { title: 'Not verified yet', color: 'yellow' }}
        />
        {checked_at && (
          <Text size="sm" c="dimmed">
            Checked {momentIn(timezone, checked_at)}
          </Text>
        )}
      </div>
      <Text size="sm">
        {verified_at
          ? `Mail of users with an address at ${domain} goes out from that address, since ${momentIn(timezone, verified_at)}.`
          : `Enter these records where the DNS of ${domain} is kept, then check them. New records can take some minutes to appear.`}
      </Text>
      <ul className={classes.records} aria-label={`Records of ${domain}`}>
        {records.map((record) => (
          <Entry key={record.kind} record={record} />
        ))}
      </ul>
      <Group gap="sm">
        <Button
          variant={verified_at ? 'default' : 'filled'}
          loading={check.isPending}
          onClick={() => check.mutate({ params: { id } })}
          aria-label={`Check ${domain}`}
        >
          Check now
        </Button>
        {is_sandbox && (
          <Button
            variant="default"
            loading={setAll.isPending}
            onClick={() => setAll.mutate({ params: { id }, body: { kinds: [...sendingRecordKinds] } })}
            aria-label={`Set all records of ${domain} in the demo’s DNS`}
          >
            Set all in the demo’s DNS
          </Button>
        )}
        <Button variant="subtle" color="red" onClick={() => setRemoving(true)} aria-label={`Remove ${domain}`}>
          Remove
        </Button>
      </Group>
      <ConfirmDialog
        opened={removing}
        title={`Remove ${domain}?`}
        action="Remove"
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ params: { id } })}
        onClose={() => setRemoving(false)}
      >
        Its key is deleted. Mail of its users goes out from the product’s own address again. If you add the domain later, it gets
        another key, and its DKIM record changes.
      </ConfirmDialog>
    </section>
  );
}

function Entry({ record: { kind, type, name, value, state, found } }: { record: SendingRecord }) {
  const { title, about, without } = recordWords[kind];
  return (
    <li className={classes.record}>
      <div className={classes.head}>
        <Text fw={600}>{title}</Text>
        <StatusBadge status={recordStates[state]} />
      </div>
      <Text size="sm" c="dimmed">
        {about}
      </Text>
      {(state === 'wrong' || state === 'missing') && (
        <Alert color={state === 'wrong' ? 'red' : 'yellow'} p="xs">
          <Text size="sm">{without}</Text>
          {found.map((text) => (
            <Text key={text} size="sm" className={classes.found ?? ''}>
              Found: {text}
            </Text>
          ))}
        </Alert>
      )}
      <dl className={classes.values}>
        <Value label="Type" of={title} value={type} />
        <Value label="Name" of={title} value={name} copies />
        <Value
          label="Value"
          of={title}
          value={value ?? 'the mail server that posts your answers to us (Admin, Services)'}
          copies={value !== null}
        />
      </dl>
    </li>
  );
}

const Value = ({ label, of, value, copies }: { label: string; of: string; value: string; copies?: boolean }) => (
  <div className={classes.value}>
    <dt>{label}</dt>
    <dd>
      <span className={classes.text}>{value}</span>
      {copies && (
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Button size="compact-xs" variant="default" onClick={copy} aria-label={`Copy: ${label} of ${of}`}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      )}
    </dd>
  </div>
);
