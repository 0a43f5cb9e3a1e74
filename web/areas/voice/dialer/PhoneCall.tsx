// The call that runs: who, how long, and what can be done with it.
import { Anchor } from '@mantine/core';
import {
  IconDialpad,
  IconMicrophone,
  IconMicrophoneOff,
  IconPhoneOff,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerRecord,
  IconTransfer,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { notice } from '#app/notices.tsx';
import { queryOf, useSend } from '#app/queries.ts';
import {
  type Call,
  fetchActiveCalls,
  holdCall,
  resumeCallRecording,
  startDisclaimerPrompt,
  stopCallRecording,
} from '#contract/dialer.ts';
import { numberWords } from './dialer.numbers.ts';
import { callTab } from './dialer.open.ts';
import { PhoneAction } from './PhoneAction.tsx';
import classes from './PhoneCall.module.css';
import { PhoneClock } from './PhoneClock.tsx';
import { PhoneConsult, PhoneTransfer } from './PhoneTransfer.tsx';
import { hangUp, held, learnRow, mute } from './phone.calls.ts';
import { type LiveCall, live } from './phone.live.ts';

const stateWords: Record<LiveCall['state'], string> = {
  pending: 'Incoming Call ...',
  connecting: 'Connecting',
  ringing: 'Ringing',
  open: '',
  reconnecting: 'The connection was lost. Reconnecting',
};

export function PhoneCall() {
  const call = live.use();
  const [passing, setPassing] = useState(false);
  const row = useRow(call);
  const change = { invalidates: [fetchActiveCalls] };
  const record = useSend(resumeCallRecording, change);
  const stop = useSend(stopCallRecording, change);
  const announce = useSend(startDisclaimerPrompt, { onDone: () => notice.done('Both sides hear that the call is recorded') });
  const hold = useSend(holdCall, { onDone: (_, { body }) => held(body.on) });
  if (!call) return null;
  const isOpen = call.state === 'open';
  const isRecording = row?.recording === 'on';
  const consulting = row?.consulting ?? null;
  const body = { call_id: call.sid ?? '' };
  const name = call.name || row?.contact?.name || row?.colleague?.name || '';
  return (
    <div className={classes.call}>
      <div className={classes.centre}>
        <strong className={classes.name}>
          <bdi>{name || numberWords(call.number)}</bdi>
        </strong>
        {name && <span className={`${classes.faint} figures`}>{numberWords(call.number)}</span>}
        {call.answeredAt && call.state !== 'reconnecting' ? (
          <PhoneClock since={call.answeredAt} label="Length of the call" className={classes.clock} />
        ) : (
          <span role="status">{stateWords[call.state]}</span>
        )}
        {call.isHeld && !consulting && <span role="status">On hold</span>}
        {call.contact && (
          <Link to="/contacts/$id" params={{ id: String(call.contact.id) }}>
            Open the contact
          </Link>
        )}
      </div>
      <ul className={classes.warnings} aria-label="Sound" aria-live="polite">
        {call.warnings.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      <div className={classes.actions}>
        <PhoneAction icon={IconDialpad} label="Dialpad" disabled={!isOpen} onClick={() => callTab.set('keypad')} />
        <PhoneAction
          icon={IconPlayerRecord}
          label="Recording"
          isOn={isRecording}
          tone="red"
          disabled={!isOpen || !row || record.isPending || stop.isPending}
          onClick={() => (isRecording ? stop : record).mutate({ body })}
        />
        <PhoneAction
          icon={call.isMuted ? IconMicrophoneOff : IconMicrophone}
          label={call.isMuted ? 'Unmute' : 'Mute'}
          isOn={call.isMuted}
          isNamed
          disabled={!isOpen}
          onClick={() => mute(!call.isMuted)}
        />
        <PhoneAction
          icon={call.isHeld ? IconPlayerPlay : IconPlayerPause}
          label={call.isHeld ? 'Resume' : 'Hold'}
          isOn={call.isHeld}
          disabled={!isOpen || !call.sid || hold.isPending || consulting !== null}
          onClick={() => hold.mutate({ body: { ...body, on: !call.isHeld } })}
        />
        <PhoneAction
          icon={IconTransfer}
          label="Transfer"
          isOn={passing || consulting !== null}
          disabled={!isOpen || !call.sid || consulting !== null}
          onClick={() => setPassing(!passing)}
        />
        <PhoneAction icon={IconPhoneOff} label="Hangup" tone="end" onClick={hangUp} />
      </div>
      {isRecording && (
        <p className={classes.recorded} role="status">
          This call is recorded.{' '}
          <Anchor component="button" type="button" disabled={announce.isPending} onClick={() => announce.mutate({ body })}>
            Say so again
          </Anchor>
        </p>
      )}
      {consulting ? (
        <PhoneConsult sid={body.call_id} consulting={consulting} other={name || numberWords(call.number)} />
      ) : (
        passing && <PhoneTransfer sid={body.call_id} onClose={() => setPassing(false)} />
      )}
    </div>
  );
}

/** As the server has it: its recording, and who it is with. */
function useRow(call: LiveCall | null): Call | undefined {
  const query = useQuery({ ...queryOf(fetchActiveCalls), enabled: call?.sid != null, staleTime: 0 });
  const row = query.data?.call_list.find(({ call_id }) => call_id === call?.sid);
  const isNew = row !== undefined && call?.id == null;
  useEffect(() => {
    if (isNew) void learnRow().catch(() => {});
  }, [isNew]);
  return row;
}
