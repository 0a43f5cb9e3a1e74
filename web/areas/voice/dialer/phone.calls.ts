// The call of this tab: what the library tells of it goes to the stores, what the buttons want goes to the
// library.
import { call as send } from '#app/api.ts';
import { queryClient, queryOf } from '#app/queries.ts';
import type { WatchMode } from '#contract/callLists.ts';
import { fetchActiveCalls, fetchHistoricalCalls, reportCallQuality } from '#contract/dialer.ts';
import type { Person } from '#contract/users.ts';
import { isTone, otherSide } from './dialer.numbers.ts';
import { change, ended, fail, fresh, live, trouble } from './phone.live.ts';
import type { Call } from './voiceDevice.ts';
import { type Failure, results, voiceErrorOf } from './voiceErrors.ts';
import { type Sample, sampleOf, warningWords } from './voiceQuality.ts';
import { PhoneSound } from './voiceSounds.ts';

let call: Call | undefined;
let samples: Sample[] = [];
/** The ways of the sound: TURN servers come with each token. */
export const rtcConfiguration: RTCConfiguration = { iceServers: [] };
const ringback = new PhoneSound('ringback', '', { shouldLoop: true });

export const isInCall = () => call !== undefined;

/** Its device is gone. */
export function forgetCall() {
  ringback.stop();
  call = undefined;
}

export function receive(incoming: Call) {
  if (call) return; // one at a time: the phone service tells the caller that the line is busy
  const said = (name: string) => incoming.customParameters.get(name) ?? '';
  // A carrier shows a number of ours as the caller's, and has names of its own for calls.
  const from = said('from') || (incoming.parameters.From ?? '');
  live.set({
    ...fresh,
    direction: 'INBOUND',
    state: 'pending',
    number: otherSide(from),
    name: said('name'),
    sid: sidOf(incoming),
    id: Number(said('id')) || null,
    waitingSince: Date.parse(said('waiting_since')) || null,
  });
  follow(incoming, 'inboundEvents');
}

const sidOf = (of: Call) => of.customParameters.get('call_id') ?? of.parameters.CallSid ?? null;

export function follow(of: Call, failure: Failure) {
  call = of;
  samples = [];
  try {
    of.on('ringing', (hasOwnSound: boolean) => {
      change({ state: 'ringing', sid: sidOf(of) });
      if (!hasOwnSound) void ringback.play();
    });
    of.on('accept', () => {
      ringback.stop();
      change({ state: 'open', sid: sidOf(of), answeredAt: live.get()?.answeredAt ?? Date.now() });
      quieten();
    });
    of.on('reconnecting', () => change({ state: 'reconnecting' }));
    of.on('reconnected', () => change({ state: live.get()?.answeredAt ? 'open' : 'ringing' }));
    of.on('mute', (isMuted: boolean) => change({ isMuted }));
    of.on('warning', (name: string) => warn(name, true));
    of.on('warning-cleared', (name: string) => warn(name, false));
    of.on('sample', (sample: object) => measure(sample as Record<string, unknown>));
    of.on('error', (error: unknown) => {
      trouble.set(voiceErrorOf(error).message);
      if (of.status() === 'closed') finish(of);
    });
    for (const end of ['disconnect', 'cancel', 'reject']) of.on(end, () => finish(of));
  } catch (error) {
    fail(failure, error);
  }
}

/** Mutes a leader who only listens. */
function quieten() {
  const { watched } = live.get() ?? {};
  if (watched) call?.mute(watched.mode === 'listen');
}

function warn(name: string, isOn: boolean) {
  const [words, now] = [warningWords(name), live.get()];
  if (!words || !now) return;
  const others = now.warnings.filter((each) => each !== words);
  change({ warnings: isOn ? [...others, words] : others });
}

/** Each second; ten are sent at once. */
function measure(sample: Record<string, unknown>) {
  samples.push(sampleOf(sample, new Date().toISOString()));
  if (samples.length >= 10) sendSamples();
}

function sendSamples() {
  const { id = null, watched = null } = live.get() ?? {};
  const some = samples.splice(0).slice(-10);
  if (id && !watched && some.length > 0)
    void send(reportCallQuality, { params: { id }, body: { samples: some } }).catch(() => {}); // nobody waits for it
}

function finish(of: Call) {
  if (of !== call) return;
  ringback.stop();
  sendSamples();
  const was = live.get();
  call = undefined;
  live.set(null);
  if (!was || was.watched || (was.direction === 'INBOUND' && !was.answeredAt)) return;
  const { direction, number, name, contact, id, sid, answeredAt } = was;
  ended.set({
    ...{ direction, number, name, contact, id, sid },
    seconds: answeredAt ? Math.round((Date.now() - answeredAt) / 1000) : 0,
    isAnswered: answeredAt !== null,
  });
}

/** The rows of calls have changed: finds that of the running call, or of the one that has just ended. */
export async function learnRow(): Promise<void> {
  const now = live.get();
  if (now?.watched) return;
  if (now?.sid) {
    const { call_list } = await queryClient.fetchQuery({ ...queryOf(fetchActiveCalls), staleTime: 1_000 });
    const row = call_list.find(({ call_id }) => call_id === now.sid);
    if (!row || live.get()?.sid !== row.call_id) return;
    return change({ id: row.id, contact: row.contact ?? live.get()?.contact ?? null, name: nameIn(row) || now.name });
  }
  const last = ended.get();
  if (!last?.sid || last.id) return;
  const { call_history } = await queryClient.fetchQuery({ ...queryOf(fetchHistoricalCalls, { body: {} }), staleTime: 1_000 });
  const row = call_history.find(({ call_id }) => call_id === last.sid);
  if (row && ended.get()?.sid === row.call_id) ended.set({ ...last, id: row.id, contact: row.contact ?? last.contact });
}

const nameIn = (row: { contact: Person | null; colleague: Person | null }) => (row.contact ?? row.colleague)?.name ?? '';

// ── what the buttons do ─────────────────────────────────────────────────────

/** Each says in the spec's words what it could not do. */
function attempt(what: Failure, run: (of: Call) => void) {
  if (!call) return trouble.set(results.call);
  try {
    run(call);
  } catch (error) {
    fail(what, error);
  }
}

export const accept = () =>
  attempt('call', (of) => {
    change({ state: 'connecting' });
    of.accept({ rtcConfiguration });
  });
export const reject = () => attempt('hangup', (of) => of.reject());
export const hangUp = () => attempt('hangup', (of) => of.disconnect());
export const mute = (isMuted: boolean) => attempt('call', (of) => of.mute(isMuted));
export const held = (isHeld: boolean) => change({ isHeld });

/** The phone service has changed how the user takes part in a colleague's call. */
export function watchedAs(mode: WatchMode) {
  const { watched } = live.get() ?? {};
  if (!watched) return;
  change({ watched: { ...watched, mode } });
  quieten();
}

export const sendDigit = (digit: string) =>
  attempt('call', (of) => {
    if (!isTone(digit)) throw new Error('Illegal character passed into sendDigits');
    of.sendDigits(digit);
    change({ digits: ((live.get()?.digits ?? '') + digit).slice(-32) });
  });
