// A leader takes part in a colleague's call: hears both sides, speaks to the colleague alone, or to both.
import { SegmentedControl } from '@mantine/core';
import { IconMicrophone, IconMicrophoneOff, IconPhoneOff } from '@tabler/icons-react';
import { useSend } from '#app/queries.ts';
import { changeWatchMode, fetchBoard } from '#contract/callCentre.ts';
import { type WatchMode, watchModes } from '#contract/callLists.ts';
import { watchAbout, watchWords } from './dialer.labels.ts';
import { PhoneAction } from './PhoneAction.tsx';
import classes from './PhoneCall.module.css';
import { PhoneClock } from './PhoneClock.tsx';
import { hangUp, mute, watchedAs } from './phone.calls.ts';
import { live } from './phone.live.ts';

export function PhoneWatch() {
  const call = live.use();
  const modes = useSend(changeWatchMode, { invalidates: [fetchBoard], onDone: ({ mode }) => watchedAs(mode) });
  if (!call?.watched) return null;
  const { user, other, mode, call_id } = call.watched;
  const isOpen = call.state === 'open';
  return (
    <div className={classes.call}>
      <div className={classes.centre}>
        <span className={classes.faint}>Call of</span>
        <strong className={classes.name}>
          <bdi>{user.name}</bdi>
        </strong>
        <span className={`${classes.faint} figures`}>with {other}</span>
        {call.answeredAt && isOpen ? (
          <PhoneClock since={call.answeredAt} label="How long you take part" className={classes.clock} />
        ) : (
          <span role="status">{call.state === 'reconnecting' ? 'The connection was lost. Reconnecting' : 'Connecting'}</span>
        )}
      </div>
      <SegmentedControl
        fullWidth
        aria-label="How you take part"
        disabled={!isOpen || modes.isPending}
        data={watchModes.map((value) => ({ value, label: watchWords[value] }))}
        value={mode}
        onChange={(next) => modes.mutate({ body: { call_id, mode: next as WatchMode } })}
      />
      <p className={classes.about} role="status">
        {watchAbout(mode, user.name)}
      </p>
      <div className={classes.actions}>
        <PhoneAction
          icon={call.isMuted ? IconMicrophoneOff : IconMicrophone}
          label={call.isMuted ? 'Unmute' : 'Mute'}
          isOn={call.isMuted}
          isNamed
          disabled={!isOpen || mode === 'listen'}
          onClick={() => mute(!call.isMuted)}
        />
        <span />
        <PhoneAction icon={IconPhoneOff} label="Leave" tone="end" onClick={hangUp} />
      </div>
    </div>
  );
}
