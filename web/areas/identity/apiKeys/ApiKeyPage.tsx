// The user's API keys: create, change, revoke, and what each was used for.
import { Anchor, Button, Text } from '@mantine/core';
import { IconBan, IconHistory, IconKey, IconPencil, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { notice } from '#app/notices.tsx';
import { queryOf, useSend } from '#app/queries.ts';
import { nameOfMe, useMe } from '#app/session.ts';
import { type ApiKey, listApiKeys, revokeApiKey } from '#contract/apiKeys.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { later } from '#ui/later.ts';
import { MenuItem } from '#ui/Menu.tsx';
import { dayIn, momentIn } from '#ui/moments.ts';
import { OverflowMenu } from '#ui/OverflowMenu.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import classes from './ApiKeyPage.module.css';
import { ApiToken } from './ApiToken.tsx';
import { scopeWords, stateLabels } from './apiKeys.labels.ts';
import { SecretLine } from './SecretLine.tsx';

const ApiKeyForm = later(() => import('./ApiKeyForm.tsx').then((module) => module.ApiKeyForm));
const ApiKeyCalls = later(() => import('./ApiKeyCalls.tsx').then((module) => module.ApiKeyCalls));

export function ApiKeyPage() {
  const me = useMe();
  if (me.impersonator)
    return (
      <>
        <PageHeader title="Your API keys" />
        <EmptyState
          icon={IconKey}
          title={`Only ${nameOfMe(me)} can see this`}
          text="Nobody can see or use the API keys of another person, not even while acting as them."
        />
      </>
    );
  return <OwnKeys />;
}

function OwnKeys() {
  const keys = useQuery({ ...queryOf(listApiKeys), staleTime: 0 });
  const [edited, setEdited] = useState<ApiKey | 'new'>();
  const [made, setMade] = useState<ApiKey & { secret: string }>();
  const [leaving, setLeaving] = useState<ApiKey>();
  const [logged, setLogged] = useState<ApiKey>();
  const revoke = useSend(revokeApiKey, {
    invalidates: [listApiKeys],
    onDone: () => {
      notice.done(`Revoked ${leaving?.name}`);
      setLeaving(undefined);
    },
  });
  const create = (
    <Button leftSection={<IconPlus size="1rem" />} onClick={() => setEdited('new')}>
      Create a key
    </Button>
  );
  const list = keys.data?.data ?? [];

  return (
    <>
      <PageHeader title="Your API keys">{list.length > 0 && create}</PageHeader>
      <div className={classes.page}>
        <Text className={classes.about ?? ''} c="dimmed">
          With a key a program of yours makes calls as you.{' '}
          <Anchor underline="always" href="/v1/docs#api-keys" target="_blank">
            How to make a call
          </Anchor>
        </Text>
        {keys.error && !keys.data ? (
          <FailedQuery query={keys} />
        ) : !keys.data ? (
          <SkeletonLines lines={5} height={28} />
        ) : list.length === 0 ? (
          <EmptyState
            icon={IconKey}
            title="You have no API keys"
            text="Create one for each program, so that you can revoke it alone."
          >
            {create}
          </EmptyState>
        ) : (
          <KeyTable keys={list} onEdit={setEdited} onLog={setLogged} onRevoke={setLeaving} />
        )}
        <ApiToken />
      </div>
      <Suspense>
        {edited && (
          <ApiKeyForm
            apiKey={edited === 'new' ? undefined : edited}
            onCreated={(created) => {
              setEdited(undefined);
              setMade(created);
            }}
            onClose={() => setEdited(undefined)}
          />
        )}
        {logged && <ApiKeyCalls apiKey={logged} onClose={() => setLogged(undefined)} />}
      </Suspense>
      {made && (
        <Dialog title={`Copy the key ${made.name}`}>
          <Text>You see it only now. Keep it where only the program can read it.</Text>
          <SecretLine label={`The key ${made.name}`} secret={made.secret} />
          <Button fullWidth onClick={() => setMade(undefined)}>
            I have copied it
          </Button>
        </Dialog>
      )}
      <ConfirmDialog
        opened={leaving !== undefined}
        title={`Revoke ${leaving?.name}?`}
        action="Revoke the key"
        busy={revoke.isPending}
        onConfirm={() => leaving && revoke.mutate({ params: { id: leaving.id } })}
        onClose={() => setLeaving(undefined)}
      >
        Programs that use it stop working at once. This cannot be undone.
      </ConfirmDialog>
    </>
  );
}

const icon = { size: '1rem', stroke: 1.6 };

function KeyTable({
  keys,
  onEdit,
  onLog,
  onRevoke,
}: {
  keys: ApiKey[];
  onEdit: (key: ApiKey) => void;
  onLog: (key: ApiKey) => void;
  onRevoke: (key: ApiKey) => void;
}) {
  const { timezone } = useMe();
  return (
    <PlainTable
      label="Your API keys"
      rows={keys}
      keyOf={({ id }) => id}
      columns={[
        {
          header: 'Name',
          cell: ({ name, prefix }) => (
            <>
              {name}
              <span className={classes.prefix}>{prefix}…</span>
            </>
          ),
        },
        { header: 'Access', cell: ({ scopes }) => scopeWords(scopes) },
        { header: 'Created', cell: ({ created_at }) => <span className="figures">{dayIn(timezone, created_at)}</span> },
        {
          header: 'Expires',
          cell: ({ expires_at }) => <span className="figures">{expires_at ? dayIn(timezone, expires_at) : 'Never'}</span>,
        },
        {
          header: 'Last used',
          cell: ({ last_used_at }) => (
            <span className="figures">{last_used_at ? momentIn(timezone, last_used_at) : 'Never'}</span>
          ),
        },
        {
          header: 'State',
          cell: ({ state }) => (
            <Text span inherit {...(state !== 'active' && { c: 'dimmed' })}>
              {stateLabels[state]}
            </Text>
          ),
        },
      ]}
      actions={(key) => (
        <OverflowMenu label={`Actions of ${key.name}`}>
          <MenuItem leftSection={<IconHistory {...icon} />} onClick={() => onLog(key)}>
            Show its calls
          </MenuItem>
          {key.state !== 'revoked' && (
            <>
              <MenuItem leftSection={<IconPencil {...icon} />} onClick={() => onEdit(key)}>
                Change
              </MenuItem>
              <MenuItem leftSection={<IconBan {...icon} />} onClick={() => onRevoke(key)}>
                Revoke
              </MenuItem>
            </>
          )}
        </OverflowMenu>
      )}
    />
  );
}
