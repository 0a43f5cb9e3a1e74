// The phone itself: a small window that is dragged by its head; on a phone, a sheet at the lower edge.
import { ActionIcon, CloseButton } from '@mantine/core';
import { IconArrowLeft, IconArrowsLeftRight, IconGripVertical, IconSettings, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useStored } from '#app/stored.ts';
import { Tabs } from '#ui/Tabs.tsx';
import { callTab, idleTab, inSettings, phoneOpen } from './dialer.open.ts';
import { firstPlace, otherSideOf, type Place, placeWithin, readPlace } from './dialer.place.ts';
import classes from './Phone.module.css';
import { PhoneAfter } from './PhoneAfter.tsx';
import { PhoneCall } from './PhoneCall.tsx';
import { PhoneIncoming } from './PhoneIncoming.tsx';
import { PhoneKeypad } from './PhoneKeypad.tsx';
import { statusWords } from './PhoneLaunch.tsx';
import { PhoneRecent } from './PhoneRecent.tsx';
import { PhoneSettings } from './PhoneSettings.tsx';
import { PhoneTones } from './PhoneTones.tsx';
import { PhoneWatch } from './PhoneWatch.tsx';
import { sendDigit } from './phone.calls.ts';
import { deviceStatus, ended as endedCall, live, trouble } from './phone.live.ts';

const idleTabs = { keypad: { word: 'Keypad', part: PhoneKeypad }, recent: { word: 'Recent', part: PhoneRecent } };
const callTabs = { call: { word: 'Call', part: PhoneCall }, keypad: { word: 'Keypad', part: PhoneTones } };

/** Pixels that an arrow key moves it. */
const step = 24;
const arrows: Record<string, readonly [right: number, bottom: number]> = {
  ArrowLeft: [step, 0],
  ArrowRight: [-step, 0],
  ArrowUp: [0, step],
  ArrowDown: [0, -step],
};

export function PhonePanel({ small }: { small: boolean }) {
  const call = live.use();
  const status = deviceStatus.use();
  const settings = inSettings.use();
  const panel = useRef<HTMLElement>(null);
  const { place, move, swap, drag } = usePlace(panel, small);
  const isRinging = call?.direction === 'INBOUND' && call.state === 'pending';
  const press = (event: KeyboardEvent) => {
    if (event.target instanceof Element && event.target.closest('input, textarea, select')) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (call && !call.watched && !isRinging && /^[\d*#]$/.test(event.key)) {
      event.preventDefault();
      sendDigit(event.key);
    }
  };
  return (
    <section
      ref={panel}
      className={classes.panel}
      aria-label="Phone"
      data-small={small || undefined}
      data-urgent={isRinging || (call !== null && !small) || undefined}
      style={small ? undefined : { right: place.right, bottom: place.bottom }}
      onKeyDown={press}
    >
      <header className={classes.head} {...drag}>
        {!small && (
          <ActionIcon
            variant="subtle"
            color="gray"
            className={classes.grip ?? ''}
            aria-label="Move the phone with the arrow keys"
            title="Drag the phone, or move it with the arrow keys"
            onKeyDown={(event) => {
              const by = arrows[event.key];
              if (!by) return;
              event.preventDefault();
              move(...by);
            }}
          >
            <IconGripVertical size="1rem" stroke={1.6} />
          </ActionIcon>
        )}
        <h2 className={classes.title}>Phone</h2>
        <span className={classes.status} role="status">
          <span className={classes.light} data-status={status} aria-hidden />
          {statusWords[status]}
        </span>
        {!small && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="Move to the other side"
            title="Move to the other side"
            onClick={swap}
          >
            <IconArrowsLeftRight size="1rem" stroke={1.6} />
          </ActionIcon>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={settings ? 'Back from the settings' : 'Settings of the phone'}
          title={settings ? 'Back' : 'Settings'}
          onClick={() => inSettings.set(!settings)}
        >
          {settings ? <IconArrowLeft size="1rem" stroke={1.6} /> : <IconSettings size="1rem" stroke={1.6} />}
        </ActionIcon>
        <ActionIcon variant="subtle" color="gray" aria-label="Close the phone" title="Close" onClick={close}>
          <IconX size="1rem" stroke={1.6} />
        </ActionIcon>
      </header>
      <Trouble />
      <div className={classes.body}>{settings && !isRinging ? <PhoneSettings /> : isRinging ? <PhoneIncoming /> : <Parts />}</div>
    </section>
  );
}

/** A call that runs goes on. */
function close() {
  phoneOpen.set(false);
  document.getElementById('phone-launch')?.focus();
}

function Parts() {
  const call = live.use();
  const last = endedCall.use();
  const [tab, tabOfCall] = [idleTab.use(), callTab.use()];
  if (call?.watched) return <PhoneWatch />;
  if (call) return <Tabs label="Call" tabs={callTabs} tab={tabOfCall} onTab={callTab.set} />;
  if (last) return <PhoneAfter key={last.sid ?? ''} last={last} />;
  return <Tabs label="Phone" tabs={idleTabs} tab={tab} onTab={idleTab.set} />;
}

function Trouble() {
  const words = trouble.use();
  return (
    <div role="alert" aria-live="assertive">
      {words && (
        <div className={classes.trouble}>
          <span>{words}</span>
          <CloseButton size="sm" aria-label="Dismiss" onClick={() => trouble.set(null)} />
        </div>
      )}
    </div>
  );
}

/** Kept for this user in this browser; within the window, whatever size both have. */
function usePlace(panel: React.RefObject<HTMLElement | null>, small: boolean) {
  const [kept, keep] = useStored('phone.place', readPlace, firstPlace);
  const [dragged, setDragged] = useState<Place | null>(null);
  const [, setSize] = useState(0);
  const start = useRef<{ x: number; y: number; from: Place }>(null);
  const within = (next: Place) => {
    const box = panel.current?.getBoundingClientRect();
    return placeWithin(next, box ?? { width: 0, height: 0 }, { width: innerWidth, height: innerHeight });
  };
  const look = useEffectEvent(() => setSize((n) => n + 1));
  useEffect(() => {
    const follow = new ResizeObserver(() => look());
    if (panel.current) follow.observe(panel.current);
    follow.observe(document.documentElement);
    return () => follow.disconnect();
  }, [panel]);
  const place = within(dragged ?? kept);
  const drag = small
    ? {}
    : {
        onPointerDown: (event: PointerEvent<HTMLElement>) => {
          const pressed = event.target as Element;
          if (event.button !== 0 || (pressed.closest('button') && !pressed.closest(`.${classes.grip}`))) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          start.current = { x: event.clientX, y: event.clientY, from: place };
        },
        onPointerMove: ({ clientX, clientY }: PointerEvent) => {
          const from = start.current;
          if (from)
            setDragged(within({ right: from.from.right - clientX + from.x, bottom: from.from.bottom - clientY + from.y }));
        },
        onPointerUp: () => {
          start.current = null;
          if (dragged) keep(dragged);
          setDragged(null);
        },
        onPointerCancel: () => {
          start.current = null;
          setDragged(null);
        },
      };
  return {
    place,
    drag,
    move: (right: number, bottom: number) => keep(within({ right: place.right + right, bottom: place.bottom + bottom })),
    swap: () => {
      const box = panel.current?.getBoundingClientRect();
      if (box) keep(otherSideOf(place, box, { width: innerWidth, height: innerHeight }));
    },
  };
}
