// The phone in the frame of every page: it registers, rings, and floats above the page while it is open.
import { useMediaQuery } from '@mantine/hooks';
import { Link, useNavigate } from '@tanstack/react-router';
import { Fragment, Suspense, useEffect, useEffectEvent, useRef } from 'react';
import { useUpdate } from '#app/cable.ts';
import { dialAsked, hasPhone } from '#app/dialRequests.ts';
import { LeaveGuard } from '#app/LeaveGuard.tsx';
import { popupPermission } from '#app/MessageAlertChoices.tsx';
import { notice } from '#app/notices.tsx';
import { invalidate } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { listContactTimeline } from '#contract/contactHistory.ts';
import { fetchActiveCalls, fetchCallLogs, fetchHistoricalCalls } from '#contract/dialer.ts';
import { formatPhone } from '#contract/kit/formats.ts';
import type { Me } from '#contract/me.ts';
import { later } from '#ui/later.ts';
import { isOverlayOpen } from '#ui/overlays.ts';
import { isDialling, lookAhead, typeNumber } from './dialer.dial.ts';
import { phoneLack } from './dialer.lack.ts';
import { colleagueOf } from './dialer.numbers.ts';
import { callTab, idleTab, inSettings, phoneOpen } from './dialer.open.ts';
import { PhoneLaunch } from './PhoneLaunch.tsx';
import { learnRow } from './phone.calls.ts';
import { ended, live, trouble } from './phone.live.ts';
import { startPhone } from './phone.ts';
import { useSoundDevices } from './useSoundDevices.ts';
import { leaveSentence } from './voiceErrors.ts';

const PhonePanel = later(() => import('./PhonePanel.tsx').then((module) => module.PhonePanel));

const guarded = {
  title: 'End the call and leave?',
  text: leaveSentence,
  action: 'End the call',
  loses: (to: string) => !to.startsWith('/shell'),
};

export const Phone = () => (phoneLack(useMe()) === null ? <Present /> : null);

function Present() {
  const me = useMe();
  const open = phoneOpen.use();
  const call = live.use();
  const small = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user has another phone
  useEffect(() => startPhone(), [me.id]);
  useEffect(() => {
    hasPhone.set(true);
    return () => hasPhone.set(false);
  }, []);
  useUpdate('call.changed', ({ id }) => {
    void invalidate(fetchActiveCalls, fetchHistoricalCalls, fetchCallLogs);
    if (id === ended.get()?.id) void invalidate(listContactTimeline); // it has an entry of this call now
    void learnRow().catch(() => {}); // the next change asks again
  });
  useUpdate('call.ringing', ({ number }) => tellOfCaller(number, me));
  useSoundDevices();
  useAsked();
  useRinging(me);
  useContactOfCaller();
  useWhatFollows();
  return (
    <>
      <PhoneLaunch />
      <LeaveGuard when={call !== null} question={guarded} />
      <Suspense>{open && <PhonePanel small={small ?? false} />}</Suspense>
    </>
  );
}

/** A number that was chosen on some screen. */
function useAsked() {
  const asked = dialAsked.use();
  useEffect(() => {
    if (!asked) return;
    dialAsked.set(null);
    phoneOpen.set(true);
    if (live.get() || isDialling.get()) return trouble.set('Hang up first, then call the next number');
    const target = { number: asked.number, person: asked.person ?? null };
    inSettings.set(false);
    ended.set(null);
    idleTab.set('keypad');
    typeNumber(target.number, target.person);
    void lookAhead(target);
  }, [asked]);
}

/** A list of contacts with this number, in a tab of its own: browsers open one at the user's own click. */
function tellOfCaller(number: string, me: Me) {
  if (colleagueOf(number) || number === '') return;
  notice.told(
    <Fragment key={callerNotice}>
      {formatPhone(number)} is calling.{' '}
      <Link to="/contacts" search={{ q: number, contact_group: me.admin ? 'all' : 'all_agents' }} target="_blank">
        Show contacts with this number
      </Link>
    </Fragment>,
  );
}

const callerNotice = 'caller';

/** Opens the phone, and leaves the focus where the user types. */
function useRinging(me: Me) {
  const call = live.use();
  const isRinging = call?.direction === 'INBOUND' && call.state === 'pending';
  const ring = useEffectEvent(() => {
    phoneOpen.set(true);
    inSettings.set(false);
    const isAway = document.hidden && me.message_alerts.message_popup && popupPermission() === 'granted';
    const body = call?.name || formatPhone(call?.number ?? '');
    const popup = isAway ? new Notification('Incoming call', { body, tag: 'call' }) : null;
    if (popup) popup.onclick = () => window.focus();
    return () => {
      popup?.close();
      void import('#app/NoticeList.tsx').then(({ hideTold }) => hideTold(callerNotice));
    };
  });
  useEffect(() => (isRinging ? ring() : undefined), [isRinging]);
}

/** After answering: the contact's page opens, where nobody is in the middle of typing. */
function useContactOfCaller() {
  const navigate = useNavigate();
  const call = live.use();
  const id = call?.direction === 'INBOUND' && call.answeredAt ? call.contact?.id : undefined;
  const opened = useRef<string>(null);
  const sid = call?.sid ?? null;
  useEffect(() => {
    if (id === undefined || opened.current === sid) return;
    opened.current = sid;
    const field = document.activeElement?.closest('input, textarea, [contenteditable="true"]');
    if (!field && !isOverlayOpen()) void navigate({ to: '/contacts/$id', params: { id: String(id) } });
  }, [id, sid, navigate]);
}

/** The tab of the keypad is for one call. */
function useWhatFollows() {
  const isLive = live.use() !== null;
  useEffect(() => {
    if (isLive) return;
    callTab.set('call');
    void learnRow().catch(() => {});
  }, [isLive]);
}
