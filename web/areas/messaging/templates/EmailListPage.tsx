// The e-mail templates: searched, put in order, activated, shared and deleted.
import { Button, Switch, TextInput } from '@mantine/core';
import { IconMailPlus, IconMailSearch, IconPlus, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useUpdate } from '#app/cable.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { invalidate, queryOf } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { listEmails } from '#contract/emails.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import classes from './EmailListPage.module.css';
import { EmailRows } from './EmailRows.tsx';

export function EmailListPage() {
  const { q, all } = useSearch({ from: '/shell/admin/emails' });
  const navigate = useNavigate({ from: '/admin/emails' });
  const { can } = useMe();
  const emails = useQuery({ ...queryOf(listEmails, { query: { q, all } }), placeholderData: keepPreviousData });
  useUpdate('emails.changed', () => void invalidate(listEmails));
  const rows = emails.data?.data ?? [];
  const add = (
    <Button
      leftSection={<IconPlus size="1rem" />}
      renderRoot={(props) => <Link to="/admin/emails/$id" params={{ id: 'new' }} {...props} />}
    >
      New template
    </Button>
  );
  return (
    <>
      <PageHeader title="E-mails" about={rows.length || undefined}>
        {add}
      </PageHeader>
      <div className={classes.page}>
        <div className={classes.tools}>
          <TextInput
            type="search"
            aria-label="Search templates by name, subject or text"
            placeholder="Search by name, subject or text"
            className={classes.search ?? ''}
            leftSection={<IconSearch size="1rem" stroke={1.6} />}
            maxLength={100}
            value={q}
            onChange={({ currentTarget }) =>
              void navigate({ search: (old) => ({ ...old, q: currentTarget.value }), replace: true })
            }
          />
          {can['team.lead'] && (
            <Switch
              label="Also private ones of my people"
              checked={all}
              onChange={({ currentTarget }) =>
                void navigate({ search: (old) => ({ ...old, all: currentTarget.checked }), replace: true })
              }
            />
          )}
        </div>
        {emails.error && !emails.data ? (
          <FailedQuery query={emails} />
        ) : emails.isPending ? (
          <SkeletonLines lines={8} height={20} />
        ) : rows.length > 0 ? (
          <EmailRows rows={rows} isOrdered={q === ''} />
        ) : q ? (
          <EmptyState icon={IconMailSearch} title="No such template" text="Search for another name, subject or text." />
        ) : (
          <EmptyState
            icon={IconMailPlus}
            title="No e-mail templates yet"
            text="Write a mail once, with the contact’s name and more filled in for each."
          >
            {add}
          </EmptyState>
        )}
      </div>
    </>
  );
}
