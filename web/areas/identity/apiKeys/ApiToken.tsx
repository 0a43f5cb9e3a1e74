// The user's API token: shown after the password is given again, and replaced.
import { Button, Group, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { notice } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { refreshApiToken, showApiToken } from '#contract/apiKeys.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import classes from './ApiKeyPage.module.css';
import { SecretLine } from './SecretLine.tsx';

export function ApiToken() {
  /** Undefined: not asked for yet. */
  const [token, setToken] = useState<string | null>();
  const [replacing, setReplacing] = useState(false);
  const show = useSend(showApiToken, { onDone: (answer) => setToken(answer.token) });
  const refresh = useSend(refreshApiToken, {
    onDone: (answer) => {
      if (replacing) notice.done('Replaced the token');
      setReplacing(false);
      setToken(answer.token);
    },
  });
  return (
    <section className={classes.section} aria-label="API token">
      <Title order={2} size="h3">
        API token
      </Title>
      <Text c="dimmed" mt={4}>
        One token with every access that a key can have. Unlike a key it does not expire and can be shown again. Use a key where a
        program takes one.
      </Text>
      {token && <SecretLine label="Your API token" secret={token} />}
      {token === null && <Text mt="sm">You have no API token yet.</Text>}
      <Group gap="xs" mt="sm">
        {token === undefined && (
          <Button variant="default" loading={show.isPending} onClick={() => show.mutate({})}>
            Show the token
          </Button>
        )}
        {token === null && (
          <Button variant="default" loading={refresh.isPending} onClick={() => refresh.mutate({})}>
            Create a token
          </Button>
        )}
        {token && (
          <>
            <Button variant="default" onClick={() => setToken(undefined)}>
              Hide
            </Button>
            <Button variant="default" onClick={() => setReplacing(true)}>
              Replace the token
            </Button>
          </>
        )}
      </Group>
      <ConfirmDialog
        opened={replacing}
        title="Replace the token?"
        action="Replace the token"
        busy={refresh.isPending}
        onConfirm={() => refresh.mutate({})}
        onClose={() => setReplacing(false)}
      >
        Programs that use the present token stop working at once. This cannot be undone.
      </ConfirmDialog>
    </section>
  );
}
