// Help for one user who cannot sign in, or whose password others may know; and acting as that user.
import { Button, Group, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { acting } from '#app/impersonation.ts';
import { notice } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { getSecurity, requirePasswordChange, resetTwoFactor } from '#contract/security.ts';
import type { Person } from '#contract/users.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { PersonPicker } from '#web/areas/identity/users/PersonPicker.tsx';
import { FirstPasswordDialog } from './FirstPasswordDialog.tsx';
import classes from './SecurityPage.module.css';

export function SecurityOfOne() {
  const me = useMe();
  const [person, setPerson] = useState<Person | null>(null);
  const [open, setOpen] = useState<'password' | 'factors'>();
  const close = () => setOpen(undefined);
  const oneself = person?.id === me.id;
  const another = person && !oneself ? person : undefined;
  const change = useSend(requirePasswordChange, {
    invalidates: [getSecurity],
    onDone: ({ asked }) =>
      notice.done(asked > 0 ? `${person?.name} has to choose a new password` : `${person?.name} signs in without a password`),
  });
  const reset = useSend(resetTwoFactor, {
    invalidates: [getSecurity],
    onDone: () => {
      close();
      notice.done(`${person?.name} has no second factor now, and is signed out`);
    },
  });

  return (
    <section className={classes.part}>
      <Title order={2} size="h3">
        One person
      </Title>
      <Text mt={4}>
        For a person whose password others may know, or who lost their phone and recovery codes.
        {me.can['users.impersonate'] && ' When you act as a person, you see what they see, until you return.'}
      </Text>
      <div className={classes.fields}>
        <PersonPicker
          className={classes.roles ?? ''}
          label="Person"
          placeholder="Name or e-mail"
          value={person}
          onChange={setPerson}
        />
        {oneself && <Text c="dimmed">To change your own, go to your account.</Text>}
        <Group gap="xs">
          <Button
            variant="default"
            disabled={!another}
            loading={change.isPending}
            onClick={() => another && change.mutate({ body: { user_ids: [another.id] } })}
          >
            Require a new password
          </Button>
          <Button variant="default" disabled={!another} onClick={() => setOpen('password')}>
            Set a password for them
          </Button>
          <Button variant="default" disabled={!another} onClick={() => setOpen('factors')}>
            Remove their second factors
          </Button>
          {me.can['users.impersonate'] && (
            <Button variant="default" disabled={!another} onClick={() => another && acting.set(another)}>
              Act as this person
            </Button>
          )}
        </Group>
      </div>
      {another && open === 'password' && <FirstPasswordDialog person={another} onClose={close} />}
      <ConfirmDialog
        opened={open === 'factors'}
        title={`Remove the second factors of ${person?.name}?`}
        action="Remove them"
        busy={reset.isPending}
        onConfirm={() => another && reset.mutate({ body: { user_id: another.id } })}
        onClose={close}
      >
        First make sure that this person really asked for it: call them back. Their app, passkeys, codes by mail and recovery
        codes stop working, and they are signed out in all browsers. Their password does not change. They get a mail about it.
      </ConfirmDialog>
    </section>
  );
}
