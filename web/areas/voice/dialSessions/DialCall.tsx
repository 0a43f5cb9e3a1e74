// The call itself: the phone makes it when the user presses a number. The law's answer stands
// beside each.
import { Button } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { IconMicrophone, IconMicrophoneOff, IconPhone, IconPhoneOff } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { dialAsked, hasPhone } from '#app/dialRequests.ts';
import { useMe } from '#app/session.ts';
import type { DialSessionNow } from '#contract/dialSessions.ts';
import { formatPhone } from '#contract/kit/formats.ts';
import { momentIn } from '#ui/moments.ts';
import { dial, gate, isDialling, stopWords } from '../dialer/dialer.dial.ts';
import { outcomeWords } from '../dialer/dialer.labels.ts';
import { clockOf } from '../dialer/dialer.numbers.ts';
import { phoneOpen } from '../dialer/dialer.open.ts';
import { hangUp, mute } from '../dialer/phone.calls.ts';
import { deviceStatus, live, trouble } from '../dialer/phone.live.ts';
import classes from './DialPage.module.css';
import { mendWords, reasonWords } from './dialSessions.labels.ts';

type Current = NonNullable<DialSessionNow['current']>;

export function DialCall({ current, paused }: { current: Current; paused: boolean }) {
  const call = live.use();
  if (call) return <Running />;
  return <Numbers current={current} paused={paused} />;
}

function Numbers({ current: { contact, contact_id, reason, numbers, call }, paused }: { current: Current; paused: boolean }) {
  const { timezone } = useMe();
  const first = useRef<HTMLButtonElement>(null);
  const busy = isDialling.use();
  const device = deviceStatus.use();
  const isEquipped = hasPhone.use();
  const stopped = trouble.use();
  const refused = gate.use();
  const wasCalled = call !== null;
  const ready = device === 'READY';
  // So that Enter calls. After the call the keys say how it went.
  useEffect(() => {
    if (!wasCalled && !paused && ready && isFree(document.activeElement)) first.current?.focus();
  }, [wasCalled, paused, ready]);
  const refusal = refused && numbers.some(({ phone_number }) => phone_number === refused.number) ? refused.check : null;
  return (
    <>
      {call && (
        <p className={classes.words} role="status">
          {call.state === 'ended'
            ? `${call.outcome ? outcomeWords[call.outcome] : 'Ended'}${call.seconds > 0 ? `, ${clockOf(call.seconds)}` : ''}`
            : 'The call is starting'}
        </p>
      )}
      {reason && (
        <p className={classes.refused} role="alert">
          {reasonWords(reason)}. {mendWords(reason)}
        </p>
      )}
      <div className={classes.numbers}>
        {numbers.map(({ phone_number, answer, until, shown, may_override, reason: why }, place) => (
          <div key={phone_number} className={classes.number}>
            <Button
              ref={place === 0 ? first : null}
              size={place === 0 ? 'lg' : 'sm'}
              variant={place === 0 && !wasCalled ? 'filled' : 'default'}
              leftSection={<IconPhone size="1.1rem" />}
              disabled={answer !== 'yes' || paused || !ready}
              loading={busy && place === 0}
              onClick={() => void dial({ number: phone_number, person: contact })}
            >
              {wasCalled ? 'Call again' : 'Call'} <span className="figures">&nbsp;{formatPhone(phone_number)}</span>
            </Button>
            {answer === 'yes' ? (
              shown && <span className={`${classes.faint} figures`}>They see {formatPhone(shown)}</span>
            ) : (
              <span className={classes.faint}>
                {why && reasonWords(why)}
                {until && `, possible from ${momentIn(timezone, until)}`}
              </span>
            )}
            {may_override && contact && (
              <Button
                size="compact-sm"
                variant="subtle"
                onClick={() => dialAsked.set({ number: phone_number, person: { ...contact, id: contact_id } })}
              >
                Call anyway, with a reason
              </Button>
            )}
          </div>
        ))}
      </div>
      {!ready && isEquipped && numbers.length > 0 && (
        <p className={classes.words} role="status">
          {device === 'STARTING' ? 'The phone is connecting …' : 'The phone is disconnected. It tries again by itself.'}
        </p>
      )}
      {(stopped || refusal) && (
        <p className={classes.refused} role="alert">
          {stopped ?? (refusal && (stopWords(refusal) ?? (refusal.decision?.reason && reasonWords(refusal.decision.reason))))}
        </p>
      )}
    </>
  );
}

/** Nobody is typing there. */
const isFree = (focused: Element | null) => !focused?.matches('input, textarea, [contenteditable="true"]');

const stateWords = {
  pending: 'Incoming call',
  connecting: 'Connecting',
  ringing: 'Ringing',
  open: 'In a call',
  reconnecting: 'Reconnecting',
} as const;

function Running() {
  const call = live.use();
  const [now, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), 1_000, { autoInvoke: true });
  if (!call) return null;
  return (
    <div className={classes.running}>
      <span role="status">
        <strong>{stateWords[call.state]}</strong> {call.name || formatPhone(call.number)}
      </span>
      {call.answeredAt && <span className="figures">{clockOf(Math.max(0, Math.round((now - call.answeredAt) / 1_000)))}</span>}
      {/* One that rings is answered in the phone, which has opened. */}
      {call.state !== 'pending' && (
        <span className={classes.controls}>
          <Button
            variant="default"
            leftSection={call.isMuted ? <IconMicrophoneOff size="1rem" /> : <IconMicrophone size="1rem" />}
            aria-pressed={call.isMuted}
            onClick={() => mute(!call.isMuted)}
          >
            {call.isMuted ? 'Unmute' : 'Mute'}
          </Button>
          <Button variant="default" onClick={() => phoneOpen.set(true)}>
            More
          </Button>
          <Button color="red.8" leftSection={<IconPhoneOff size="1rem" />} onClick={hangUp}>
            Hang up
          </Button>
        </span>
      )}
    </div>
  );
}
