// What an administrator does for one person: a new password asked for, or every second factor removed that was lost.
import { Button, Group, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { getSecurity, requirePasswordChange, resetTwoFactor } from '#contract/security.ts';
import type { Person } from '#contract/users.ts';
import { notice } from '../../app/notices.tsx';
import { useSend } from '../../app/queries.ts';
import { useMe } from '../../app/session.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { PersonPicker } from '../people/PersonPicker.tsx';
import classes from './SecurityPage.module.css';

export function SecurityOfOne() {
  const me = useMe();
  const [person, setPerson] = useState<Person | null>(null);
  const [asking, setAsking] = useState(false);
  const oneself = person?.id === me.id;
  const change = useSend(requirePasswordChange, {
    invalidates: [getSecurity],
    onDone: ({ asked }) =>
      notice.done(asked > 0 ? `${person?.name} has to choose a new password` : `${person?.name} signs in without a password`),
  });
  const reset = useSend(resetTwoFactor, {
    invalidates: [getSecurity],
    onDone: () => {
      setAsking(false);
      notice.done(`${person?.name} has no second factor now, and is signed out`);
    },
  });

  return (
    <section className={classes.part}>
      <Title order={2} size="h3">
        One person
      </Title>
      <Text mt={4}>Somebody’s password may be known, or their phone is gone and their recovery codes with it.</Text>
      <div className={classes.fields}>
        <PersonPicker
          className={classes.roles ?? ''}
          label="Person"
          placeholder="Name or e-mail"
          value={person}
          onChange={setPerson}
        />
        {oneself && <Text c="dimmed">Your own are changed in your account.</Text>}
        <Group gap="xs">
          <Button
            variant="default"
            disabled={!person || oneself}
            loading={change.isPending}
            onClick={() => person && change.mutate({ body: { user_ids: [person.id] } })}
          >
            Have them choose a new password
          </Button>
          <Button variant="default" disabled={!person || oneself} onClick={() => setAsking(true)}>
            Remove their second factors
          </Button>
        </Group>
      </div>
      <ConfirmDialog
        opened={asking}
        title={`Remove the second factors of ${person?.name}?`}
        deed="Remove them"
        busy={reset.isPending}
        onConfirm={() => person && reset.mutate({ body: { user_id: person.id } })}
        onClose={() => setAsking(false)}
      >
        Make sure first that it is really them who ask: call them back. Their app, passkeys, codes by mail and recovery codes stop
        working, and they are signed out everywhere. Their password stays. They are told by mail.
      </ConfirmDialog>
    </section>
  );
}
