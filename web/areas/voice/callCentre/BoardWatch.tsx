// Taking part in a running call: listen, whisper to the colleague, join both; and leave again.
import { Button } from '@mantine/core';
import { useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { type BoardAgent, changeWatchMode, fetchBoard } from '#contract/callCentre.ts';
import { watchModes } from '#contract/callLists.ts';
import { nameOf, watchAbout, watchWords } from '#web/areas/voice/dialer/dialer.labels.ts';
import { watch } from '#web/areas/voice/dialer/dialer.watch.ts';
import { hangUp, watchedAs } from '#web/areas/voice/dialer/phone.calls.ts';
import { deviceStatus, live } from '#web/areas/voice/dialer/phone.live.ts';
import classes from './CallCentrePage.module.css';

export function BoardWatch({ agent: { user, call, state }, reachable }: { agent: BoardAgent; reachable: boolean }) {
  const me = useMe();
  const isReady = deviceStatus.use() === 'READY';
  const watched = live.use()?.watched ?? null;
  const change = useSend(changeWatchMode, { invalidates: [fetchBoard], onDone: ({ mode }) => watchedAs(mode) });
  if (!call || state !== 'on_call' || call.state !== 'active' || user.id === me.id) return null;
  const isMine = watched?.call_id === call.call_id;
  const tabIndex = reachable ? 0 : -1;
  return (
    <span className={classes.modes}>
      {watchModes.map((mode) => (
        <Button
          key={mode}
          size="compact-xs"
          variant={isMine && watched.mode === mode ? 'filled' : 'subtle'}
          tabIndex={tabIndex}
          aria-label={`${watchWords[mode]}: call of ${user.name}`}
          aria-pressed={isMine ? watched.mode === mode : undefined}
          title={isReady ? watchAbout(mode, user.name) : 'Your phone is not connected'}
          disabled={!isReady || change.isPending}
          onClick={() => {
            if (!isMine) watch({ call_id: call.call_id, user, other: nameOf(call), mode });
            else if (watched.mode !== mode) change.mutate({ body: { call_id: call.call_id, mode } });
          }}
        >
          {watchWords[mode]}
        </Button>
      ))}
      {isMine && (
        <Button
          size="compact-xs"
          variant="default"
          tabIndex={tabIndex}
          aria-label={`Leave the call of ${user.name}`}
          onClick={hangUp}
        >
          Leave
        </Button>
      )}
    </span>
  );
}
