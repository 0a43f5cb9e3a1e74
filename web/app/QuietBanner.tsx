// Shown to everyone of a company whose imports, bulk actions and sends are paused.
import { Button } from '@mantine/core';
import { IconPlayerPause } from '@tabler/icons-react';
import type { Me } from '#contract/me.ts';
import { getQuietJobs, quietJobs } from '#contract/quietJobs.ts';
import { momentIn } from '../ui/moments.ts';
import classes from './ImpersonationBanner.module.css';
import { useSend } from './queries.ts';
import { askWhoIAm, useMe } from './session.ts';

export function QuietBanner({ quiet: { since, by_operator } }: { quiet: NonNullable<Me['quiet']> }) {
  const me = useMe();
  const { mutate, isPending } = useSend(quietJobs, { invalidates: [getQuietJobs], onDone: () => void askWhoIAm() });
  return (
    <aside className={classes.root} aria-label="Paused work">
      <IconPlayerPause size="1.1rem" aria-hidden />
      <span className={classes.text}>
        {by_operator ? 'The operator' : 'An administrator'} paused imports, bulk actions and sends on{' '}
        {momentIn(me.timezone, since)}. They continue where they stopped.
      </span>
      {me.can['jobs.operate'] && !me.impersonator && !by_operator && (
        <Button
          size="compact-sm"
          variant="default"
          className={classes.back ?? ''}
          loading={isPending}
          onClick={() => mutate({ body: { quiet: false } })}
        >
          Continue
        </Button>
      )}
    </aside>
  );
}
