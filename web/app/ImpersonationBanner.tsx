// Shown while acting as another user: that user, and the return button.
import { Button, Text } from '@mantine/core';
import { IconUserShare } from '@tabler/icons-react';
import { returnToSession } from '#contract/sessions.ts';
import type { Me } from '#contract/users.ts';
import classes from './ImpersonationBanner.module.css';
import { useSend } from './queries.ts';
import { becomeSomebodyElse, nameOfMe, useMe } from './session.ts';

type Impersonator = NonNullable<Me['impersonator']>;

export function ImpersonationBanner({ impersonator }: { impersonator: Impersonator }) {
  const me = useMe();
  return (
    <aside className={classes.root} aria-label="Acting as another person">
      <IconUserShare size="1.1rem" aria-hidden />
      <span className={classes.text}>You are acting as {nameOfMe(me)}.</span>
      <ReturnButton impersonator={impersonator} />
    </aside>
  );
}

export function ReturnButton({ impersonator }: { impersonator: Impersonator }) {
  const back = useSend(returnToSession, { onDone: becomeSomebodyElse });
  return (
    <Button
      size="compact-sm"
      variant="default"
      className={classes.back ?? ''}
      loading={back.isPending || back.isSuccess}
      onClick={() => back.mutate({ params: { id: impersonator.session_id } })}
    >
      <Text span inherit truncate lh={1.5}>
        Return to {impersonator.name}
      </Text>
    </Button>
  );
}
