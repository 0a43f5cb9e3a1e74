// The call that runs: who, how long, and what can be done with it.
import { Anchor, Button, UnstyledButton } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import {
  type Icon,
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
  transferCall,
} from '#contract/dialer.ts';
import type { Person } from '#contract/users.ts';
import { ColleaguePicker } from './ColleaguePicker.tsx';
import { clockOf, numberWords } from './dialer.numbers.ts';
import { callTab } from './dialer.open.ts';
import classes from './Phone.module.css';
import { hangUp, held, type LiveCall, learnRow, live, mute } from './phone.ts';

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
          <Duration since={call.answeredAt} />
        ) : (
          <span role="status">{stateWords[call.state]}</span>
        )}
        {call.isHeld && <span role="status">On hold</span>}
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
        <Action icon={IconDialpad} label="Dialpad" disabled={!isOpen} onClick={() => callTab.set('keypad')} />
        <Action
          icon={IconPlayerRecord}
          label="Recording"
          isOn={isRecording}
          tone="red"
          disabled={!isOpen || !row || record.isPending || stop.isPending}
          onClick={() => (isRecording ? stop : record).mutate({ body })}
        />
        <Action
          icon={call.isMuted ? IconMicrophoneOff : IconMicrophone}
          label={call.isMuted ? 'Unmute' : 'Mute'}
          isOn={call.isMuted}
          disabled={!isOpen}
          onClick={() => mute(!call.isMuted)}
        />
        <Action
          icon={call.isHeld ? IconPlayerPlay : IconPlayerPause}
          label={call.isHeld ? 'Resume' : 'Hold'}
          isOn={call.isHeld}
          disabled={!isOpen || !call.sid || hold.isPending}
          onClick={() => hold.mutate({ body: { ...body, on: !call.isHeld } })}
        />
        <Action
          icon={IconTransfer}
          label="Transfer"
          isOn={passing}
          disabled={!isOpen || !call.sid}
          onClick={() => setPassing(!passing)}
        />
        <Action icon={IconPhoneOff} label="Hangup" tone="end" onClick={hangUp} />
      </div>
      {isRecording && (
        <p className={classes.recorded} role="status">
          This call is recorded.{' '}
          <Anchor component="button" type="button" disabled={announce.isPending} onClick={() => announce.mutate({ body })}>
            Say so again
          </Anchor>
        </p>
      )}
      {passing && <Transfer sid={body.call_id} onClose={() => setPassing(false)} />}
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

function Duration({ since }: { since: number }) {
  const [now, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), 1000, { autoInvoke: true });
  return (
    <span className={`${classes.clock} figures`} role="timer" aria-label="Length of the call">
      {clockOf(Math.max(0, Math.floor((now - since) / 1000)))}
    </span>
  );
}

interface ActionProps {
  icon: Icon;
  label: string;
  isOn?: boolean;
  tone?: 'red' | 'end';
  disabled?: boolean;
  onClick: () => void;
}

const Action = ({ icon: Picture, label, isOn, tone, disabled, onClick }: ActionProps) => (
  <UnstyledButton
    className={classes.action ?? ''}
    data-on={isOn || undefined}
    data-tone={tone}
    disabled={disabled}
    {...(isOn !== undefined && label !== 'Unmute' && label !== 'Mute' && { 'aria-pressed': isOn })}
    onClick={onClick}
  >
    <span className={classes.disc}>
      <Picture size="1.3rem" stroke={1.6} aria-hidden />
    </span>
    {label}
  </UnstyledButton>
);

function Transfer({ sid, onClose }: { sid: string; onClose: () => void }) {
  const [person, setPerson] = useState<Person | null>(null);
  const pass = useSend(transferCall, {
    onDone: () => {
      notice.done(`The call rings at ${person?.name ?? 'your colleague'}`);
      onClose();
    },
  });
  return (
    <div className={classes.transfer}>
      <ColleaguePicker
        label="Transfer the call to"
        placeholder="Name of a colleague"
        autoFocus
        value={person}
        onChange={setPerson}
      />
      <Button
        disabled={!person}
        loading={pass.isPending}
        onClick={() => person && pass.mutate({ body: { call_id: sid, user_id: person.id } })}
      >
        Pass the call on
      </Button>
    </div>
  );
}
