// The domains from which the company's mail goes out: what to enter into their DNS, and what stands there.
import { Button, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { isRefused } from '#app/api.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { notice, textOf } from '#app/notices.tsx';
import { queryOf, useSend } from '#app/queries.ts';
import { createSendingDomain, listSendingDomains } from '#contract/sendingDomains.ts';
import { getServices } from '#contract/services.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { SendingDomainCard } from './SendingDomainCard.tsx';
import classes from './SendingDomains.module.css';

export function SendingDomainsPage() {
  const domains = useQuery({ ...queryOf(listSendingDomains), staleTime: 0 });
  return (
    <>
      <PageHeader title="Sending domains" />
      <div className={classes.page}>
        <Text>
          Mail of users with an address at one of these domains goes out from that address, signed by the domain. Other mail goes
          out from the product’s own address, with answers to the user.
        </Text>
        <AddDomain />
        {domains.error && !domains.data ? (
          <FailedQuery query={domains} />
        ) : domains.data ? (
          <>
            {domains.data.data.length === 0 && (
              <Text c="dimmed">No domain yet. Marketing mail without a domain of your own ends among spam more often.</Text>
            )}
            {domains.data.data.map((domain) => (
              <SendingDomainCard key={domain.id} domain={domain} />
            ))}
          </>
        ) : (
          <SkeletonLines lines={6} height={24} />
        )}
      </div>
    </>
  );
}

const said = ['sending_domains.known', 'invalid'] as const;

function AddDomain() {
  const [domain, setDomain] = useState('');
  const add = useSend(createSendingDomain, {
    invalidates: [listSendingDomains, getServices],
    handles: said,
    onDone: (added) => {
      setDomain('');
      notice.done(`${added.domain} was added. Now enter its records.`);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate({ body: { domain } });
  };
  const error = isRefused(add.error, 'invalid')
    ? (add.error.problem.errors?.domain?.[0] ?? textOf(add.error))
    : isRefused(add.error, 'sending_domains.known') && textOf(add.error);
  return (
    <section aria-labelledby="add-domain">
      <Title order={2} size="h4" id="add-domain" mb="sm">
        Add a domain
      </Title>
      <form onSubmit={submit} className={classes.add} noValidate>
        <TextInput
          label="Domain"
          placeholder="example.com"
          value={domain}
          error={error}
          onChange={(event) => setDomain(event.currentTarget.value)}
          className={classes.grow ?? ''}
        />
        <Button type="submit" loading={add.isPending}>
          Add
        </Button>
      </form>
    </section>
  );
}
