// Shown while acting as another user: the people on the way here, that user, and the buttons back.
import { Button, Text } from '@mantine/core';
import { IconChevronRight, IconUserShare } from '@tabler/icons-react';
import { Fragment } from 'react';
import type { Me } from '#contract/me.ts';
import { returnToSession } from '#contract/sessions.ts';
import classes from './ImpersonationBanner.module.css';
import { acting, loginTypeWords } from './impersonation.ts';
import { useSend } from './queries.ts';
import { becomeSomebodyElse, nameOfMe, useMe } from './session.ts';

type Step = Pick<Me['login_stack'][number], 'name' | 'session_id'>;

export function ImpersonationBanner({ impersonator }: { impersonator: NonNullable<Me['impersonator']> }) {
  const me = useMe();
  const [first, ...more] = me.login_stack;
  return (
    <aside className={classes.root} aria-label="Acting as another person">
      <IconUserShare size="1.1rem" aria-hidden />
      <span className={classes.text}>
        {more.length > 0 && (
          <span className={classes.path}>
            {me.login_stack.map(({ name, session_id }) => (
              <Fragment key={session_id}>
                {name} <IconChevronRight size="0.9rem" aria-label="acts as" role="img" />{' '}
              </Fragment>
            ))}
            {nameOfMe(me)}.{' '}
          </span>
        )}
        You are acting as {nameOfMe(me)}
        {loginTypeWords[impersonator.login_type]}.
      </span>
      {me.may_act_further && (
        <Button size="compact-sm" variant="default" onClick={() => acting.set('choose')}>
          Act as another person
        </Button>
      )}
      {first && more.length > 0 && <ReturnButton impersonator={first} />}
      <ReturnButton impersonator={impersonator} />
    </aside>
  );
}

export function ReturnButton({ impersonator }: { impersonator: Step }) {
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
