// Tells of a new text on any page: a notice, a short sound, and the browser's notification while nobody looks.
// Loaded at the first text.
import { Link } from '@tanstack/react-router';
import { popupPermission } from '#app/MessageAlertChoices.tsx';
import { notice } from '#app/notices.tsx';
import { queryClient } from '#app/queries.ts';
import { meQuery } from '#app/session.ts';
import type { Update } from '#contract/cable.ts';
import { addressWords } from '#web/areas/messaging/conversations/conversations.api.ts';

type Received = Extract<Update, { event: 'text.received' }>;

export async function tellText({ id, phone }: Received): Promise<void> {
  const title = `New message from ${addressWords(phone)}`;
  if (!isOpen(id))
    notice.told(
      <>
        {title}.{' '}
        <Link to="/inbox" search={{ id }}>
          Open
        </Link>
      </>,
    );
  const { message_sound, message_popup } = queryClient.getQueryData(meQuery.queryKey)?.message_alerts ?? {};
  if (!(message_sound || message_popup) || !(await mayRing(id))) return;
  if (message_sound) chime();
  if (message_popup && document.hidden && popupPermission() === 'granted') popUp(id, title);
}

const isOpen = (id: number) =>
  !document.hidden && location.pathname === '/inbox' && new URLSearchParams(location.search).get('id') === String(id);

/** Milliseconds: a tab that nobody looks at waits for the others, and one that rings keeps them quiet. */
const [patience, quiet] = [300, 3_000];

/** Of several tabs one rings: the one on screen, else any. */
async function mayRing(id: number): Promise<boolean> {
  if (!navigator.locks) return !document.hidden; // without https the tabs cannot agree
  if (document.hidden) await pause(patience);
  return new Promise((answer) => {
    void navigator.locks.request(`steward.text.${id}`, { ifAvailable: true }, async (lock) => {
      answer(lock !== null);
      if (lock) await pause(quiet);
    });
  });
}

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** The pop-up leaves out the message: others may see the screen. */
function popUp(id: number, title: string) {
  const popup = new Notification(title, { tag: `text ${id}` });
  popup.onclick = () => {
    window.focus();
    location.assign(`/inbox?id=${id}`);
  };
}

let audio: AudioContext | undefined;

/** Two soft notes. A browser plays nothing on a page that was never clicked. */
function chime() {
  audio ??= new AudioContext();
  void audio.resume();
  for (const [place, pitch] of [659, 880].entries()) {
    const begin = audio.currentTime + place * 0.12;
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0, begin);
    volume.gain.linearRampToValueAtTime(0.12, begin + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + 0.3);
    tone.connect(volume).connect(audio.destination);
    tone.start(begin);
    tone.stop(begin + 0.3);
  }
}
