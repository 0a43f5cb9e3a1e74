// The API keys of all users: administrators see them and revoke them.
import { Button, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconKey, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { notice } from '#app/notices.tsx';
import { queryOf, useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { type CompanyApiKey, listCompanyApiKeys, revokeCompanyApiKey } from '#contract/apiKeys.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { dayIn, momentIn } from '#ui/moments.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Pages } from '#ui/Pages.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import classes from './ApiKeyPage.module.css';
import { scopeWords } from './apiKeys.labels.ts';

export function CompanyApiKeyPage() {
  const { timezone } = useMe();
  const { q, page } = useSearch({ from: '/shell/admin/api-keys' });
  const navigate = useNavigate({ from: '/admin/api-keys' });
  const [typed, setTyped] = useState(q);
  const search = useDebouncedCallback((next: string) => void navigate({ search: { q: next, page: 1 }, replace: true }), 200);
  const keys = useQuery({
    ...queryOf(listCompanyApiKeys, { query: { q, page } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const [leaving, setLeaving] = useState<CompanyApiKey>();
  const revoke = useSend(revokeCompanyApiKey, {
    invalidates: [listCompanyApiKeys],
    onDone: () => {
      notice.done(`Revoked ${leaving?.name}`);
      setLeaving(undefined);
    },
  });
  const list = keys.data?.data ?? [];
  const ended = ({ state, expires_at }: CompanyApiKey) =>
    expires_at ? `${state === 'expired' ? 'Expired ' : ''}${dayIn(timezone, expires_at)}` : 'Never';

  return (
    <>
      <PageHeader title="API keys" about={keys.data?.meta.total_count.toLocaleString('en-US')} />
      <div className={classes.page}>
        <search className={classes.bar} aria-label="API keys">
          <TextInput
            type="search"
            aria-label="Search by user or name"
            placeholder="User or name"
            leftSection={<IconSearch size="1rem" stroke={1.6} />}
            maxLength={100}
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              search(event.currentTarget.value);
            }}
          />
        </search>
        {keys.error && !keys.data ? (
          <FailedQuery query={keys} />
        ) : !keys.data ? (
          <SkeletonLines lines={6} height={28} />
        ) : list.length === 0 ? (
          <EmptyState
            icon={IconKey}
            title={q ? 'No matching keys' : 'Nobody has an API key'}
            text={q ? 'Search for something else.' : 'Keys that people create for their programs appear here.'}
          />
        ) : (
          <PlainTable
            label="API keys"
            rows={list}
            keyOf={({ id }) => id}
            columns={[
              { header: 'User', cell: ({ user }) => user.name },
              {
                header: 'Key',
                cell: ({ name, prefix }) => (
                  <>
                    {name}
                    <span className={classes.prefix}>{prefix}…</span>
                  </>
                ),
              },
              { header: 'Access', cell: ({ kind, scopes }) => (kind === 'token' ? 'Everything' : scopeWords(scopes)) },
              { header: 'Expires', cell: (key) => <span className="figures">{ended(key)}</span> },
              {
                header: 'Last used',
                cell: ({ last_used_at }) => (
                  <span className="figures">{last_used_at ? momentIn(timezone, last_used_at) : 'Never'}</span>
                ),
              },
            ]}
            actions={(key) => (
              <Button
                size="xs"
                variant="default"
                aria-label={`Revoke ${key.name} of ${key.user.name}`}
                onClick={() => setLeaving(key)}
              >
                Revoke
              </Button>
            )}
          />
        )}
        <Pages
          page={page}
          total={keys.data?.meta.total_pages ?? 1}
          onPage={(next) => void navigate({ search: (old) => ({ ...old, page: next }) })}
        />
      </div>
      <ConfirmDialog
        opened={leaving !== undefined}
        title={`Revoke ${leaving?.name}?`}
        action="Revoke the key"
        busy={revoke.isPending}
        onConfirm={() => leaving && revoke.mutate({ params: { id: leaving.id }, body: { revoked: true } })}
        onClose={() => setLeaving(undefined)}
      >
        <Text>Programs of {leaving?.user.name} that use it stop working at once. This cannot be undone.</Text>
      </ConfirmDialog>
    </>
  );
}
