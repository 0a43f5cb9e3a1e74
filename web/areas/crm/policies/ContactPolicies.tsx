// A contact's policies and securities, each a list with a form beside it.
import { Button, Group, Title } from '@mantine/core';
import { IconCertificate, IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useUpdate } from '#app/cable.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { notice } from '#app/notices.tsx';
import { invalidate, queryOf, useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { listContactTimeline } from '#contract/contactHistory.ts';
import { type Contact, getContact } from '#contract/contacts.ts';
import type { Policy } from '#contract/policies.ts';
import { StatusBadge } from '#ui/Dot.tsx';
import { dayWords } from '#ui/days.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { later } from '#ui/later.ts';
import { MenuItem } from '#ui/Menu.tsx';
import { OverflowMenu } from '#ui/OverflowMenu.tsx';
import { Pages } from '#ui/Pages.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import classes from './ContactPolicies.module.css';
import { PolicyNumber } from './PolicyNumber.tsx';
import { at, lists, type PolicyList } from './policies.api.ts';
import { policyName, policyStatusTones, policyStatusWords, premiumWords } from './policies.labels.ts';

const PolicyForm = later(() => import('./PolicyForm.tsx').then((module) => module.PolicyForm));

export const ContactPolicies = ({ contact }: { contact: Contact }) => (
  <div className={classes.lists}>
    <OneList contact={contact} of={lists.policy} />
    <OneList contact={contact} of={lists.security} />
  </div>
);

function OneList({ contact: { id, can }, of }: { contact: Contact; of: PolicyList }) {
  const me = useMe();
  const [page, setPage] = useState(1);
  const [removed, setRemoved] = useState(false);
  /** The row in the form; null: a new one. */
  const [editing, setEditing] = useState<Policy | null>();
  const query = useQuery({
    ...queryOf(of.list as typeof lists.policy.list, { params: { id }, query: { page, removed } }),
    placeholderData: keepPreviousData,
  });
  useUpdate('contact.changed', (changed) => changed.id === id && void invalidate(of.list));
  const invalidates = [of.list, listContactTimeline, getContact];
  const restore = useSend(of.restore, { invalidates });
  const remove = useSend(of.remove, {
    invalidates,
    onDone: (_, input) => notice.done(`Removed the ${of.one}`, () => restore.mutate(input)),
  });
  const mayAdd = can.update && me.can['policies.update'];
  const rows = query.data?.data ?? [];
  const show = (wanted: boolean) => {
    setRemoved(wanted);
    setPage(1);
  };
  return (
    <section aria-label={of.title}>
      <Group justify="space-between" mt="md" mb="xs">
        <Title order={2} size="h3">
          {removed ? `Removed ${of.many}` : of.title}
        </Title>
        {mayAdd && (
          <Group gap="xs">
            <Button variant="subtle" color="gray" size="compact-sm" onClick={() => show(!removed)}>
              {removed ? `Back to ${of.many}` : 'Show removed'}
            </Button>
            {!removed && (
              <Button
                variant="default"
                size="compact-sm"
                leftSection={<IconPlus size="0.9rem" />}
                onClick={() => setEditing(null)}
              >
                Add a {of.one}
              </Button>
            )}
          </Group>
        )}
      </Group>
      {query.error && !query.data ? (
        <FailedQuery query={query} />
      ) : query.isPending ? (
        <SkeletonLines lines={4} height={16} />
      ) : rows.length === 0 ? (
        <EmptyState
          icon={IconCertificate}
          heading="h3"
          title={removed ? `No removed ${of.many}` : `No ${of.many} yet`}
          text={removed ? `A ${of.one} that you remove waits here.` : `A contact with a ${of.one} in force becomes a client.`}
        />
      ) : (
        <PlainTable
          label={of.title}
          rows={rows}
          keyOf={(row) => row.id}
          columns={[
            {
              header: of.one === 'policy' ? 'Policy' : 'Security',
              cell: (row) => (
                <>
                  <div className={classes.name}>{policyName(row)}</div>
                  <PolicyNumber contactId={id} row={row} of={of} />
                </>
              ),
            },
            {
              header: 'Status',
              cell: ({ status }) => (
                <StatusBadge status={{ title: policyStatusWords[status], color: policyStatusTones[status] }} />
              ),
            },
            { header: 'Premium', figures: true, cell: premiumWords },
            { header: 'Effective', figures: true, cell: ({ effective_date }) => effective_date && dayWords(effective_date) },
            { header: 'Renewal', figures: true, cell: ({ renewal_date }) => renewal_date && dayWords(renewal_date) },
            { header: 'Writing agent', cell: ({ agent }) => agent?.name },
          ]}
          actions={(row) =>
            row.can.update &&
            (removed ? (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={`Restore ${policyName(row)}`}
                onClick={() => restore.mutate({ params: at(id, row.id) })}
              >
                Restore
              </Button>
            ) : (
              <OverflowMenu label={`Actions of ${policyName(row)}`}>
                <MenuItem onClick={() => setEditing(row)}>Edit</MenuItem>
                <MenuItem onClick={() => remove.mutate({ params: at(id, row.id) })}>Remove</MenuItem>
              </OverflowMenu>
            ))
          }
        />
      )}
      <Pages page={page} total={query.data?.meta.total_pages} onPage={setPage} />
      <Suspense>
        {editing !== undefined && (
          <PolicyForm contactId={id} of={of} row={editing ?? undefined} onClose={() => setEditing(undefined)} />
        )}
      </Suspense>
    </section>
  );
}
