// The head of a session: how far it is, and its switches.
import { Button, Progress, Switch } from '@mantine/core';
import { IconPlayerPause } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { queryOf } from '#app/queries.ts';
import { type DialSessionNow, getLocalPresence, type updateDialSession } from '#contract/dialSessions.ts';
import type { CallOf } from '#contract/kit/endpoint.ts';
import { counted } from '#contract/kit/formats.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { live } from '../dialer/phone.live.ts';
import classes from './DialPage.module.css';
import { progressWords } from './dialSessions.labels.ts';

export function DialHead({
  session: { title, state, counts, local_presence },
  onState,
  busy,
}: {
  session: DialSessionNow;
  onState: (next: CallOf<typeof updateDialSession>['body']) => void;
  busy: boolean;
}) {
  const [ending, setEnding] = useState(false);
  const inCall = live.use() !== null;
  const presence = useQuery(queryOf(getLocalPresence));
  const { total, called, skipped, left } = counts;
  const paused = state === 'paused';
  return (
    <header className={classes.head}>
      <Link to="/dial" className={classes.back}>
        Dial sessions
      </Link>
      <span className={classes.title}>
        <bdi>{title}</bdi>
      </span>
      <div className={classes.progress}>
        <span className="figures">{progressWords(counts)}</span>
        <Progress value={((called + skipped) / Math.max(total, 1)) * 100} aria-label="Progress" />
      </div>
      <div className={classes.switches}>
        {(presence.data?.numbers.length ?? 0) > 1 && (
          <Switch
            label="Local number"
            title="Show a number of the contact’s area"
            checked={local_presence}
            onChange={({ currentTarget: { checked } }) => onState({ local_presence: checked })}
          />
        )}
        {!paused && (
          <Button
            variant="default"
            leftSection={<IconPlayerPause size="1rem" />}
            loading={busy}
            disabled={inCall}
            onClick={() => onState({ state: 'paused' })}
          >
            Pause
          </Button>
        )}
        <Button variant="subtle" color="gray" disabled={inCall} onClick={() => setEnding(true)}>
          End
        </Button>
      </div>
      <ConfirmDialog
        opened={ending}
        title="End this session?"
        action="End the session"
        busy={busy}
        onConfirm={() => {
          setEnding(false);
          onState({ state: 'ended' });
        }}
        onClose={() => setEnding(false)}
      >
        {counted(left, 'contact')} {left === 1 ? 'is' : 'are'} left. The results stay; the session cannot be opened again.
      </ConfirmDialog>
    </header>
  );
}
