// This tab's phone: its device, and the call that rings or runs. Screens follow the stores; only this file
// speaks with the library.
import { ApiError, isRefused, call as send } from '#app/api.ts';
import { textOf } from '#app/notices.tsx';
import { queryClient, queryOf } from '#app/queries.ts';
import { createStore } from '#app/store.ts';
import { fetchActiveCalls, fetchDeviceToken, fetchHistoricalCalls, reportCallQuality } from '#contract/dialer.ts';
import type { Person } from '#contract/users.ts';
import { isTone, otherSide, sentAs } from './dialer.numbers.ts';
import { type Call, type Device, loadVoice, makeVoiceDevice } from './voiceDevice.ts';
import { type Failure, failures, isTokenError, results, voiceErrorOf } from './voiceErrors.ts';
import { type Sample, sampleOf, warningWords } from './voiceQuality.ts';
import { PhoneSound, soundsTo } from './voiceSounds.ts';

export type DeviceStatus = 'STARTING' | 'READY' | 'DISCONNECTED';

export interface LiveCall {
  direction: 'INBOUND' | 'OUTBOUND';
  state: 'pending' | 'connecting' | 'ringing' | 'open' | 'reconnecting';
  /** Ten digits, as dialled, or `user:7`. */
  number: string;
  /** Of the other side, where somebody said it. */
  name: string;
  contact: Person | null;
  /** Null until the phone service has named it. */
  sid: string | null;
  /** Of its row. */
  id: number | null;
  /** Milliseconds since 1970. */
  answeredAt: number | null;
  isMuted: boolean;
  isHeld: boolean;
  /** Sent during the call. */
  digits: string;
  /** In words. */
  warnings: readonly string[];
}

export interface EndedCall extends Pick<LiveCall, 'direction' | 'number' | 'name' | 'contact' | 'id' | 'sid'> {
  seconds: number;
  isAnswered: boolean;
}

export const deviceStatus = createStore<DeviceStatus>('STARTING');
export const live = createStore<LiveCall | null>(null);
/** The last call, until the user has said how it went. */
export const ended = createStore<EndedCall | null>(null);
/** What went wrong, in words; null once it is read or over. */
export const trouble = createStore<string | null>(null);

let device: Device | undefined;
let call: Call | undefined;
let stopped = true;
let retry: ReturnType<typeof setTimeout> | undefined;
let pause = 2_000;
let samples: Sample[] = [];
const ringback = new PhoneSound('ringback', '', { shouldLoop: true });

/** Milliseconds: after the page, and between two attempts. */
const [patience, shortestPause, longestPause] = [500, 2_000, 30_000];
/** In a row, before another device is made. */
const mostFailures = 3;

/** Until the returned function is called. */
export function startPhone(): () => void {
  stopped = false;
  pause = shortestPause;
  retry = setTimeout(() => void connect(), patience);
  return () => {
    stopped = true;
    clearTimeout(retry);
    endDevice();
    live.set(null);
    deviceStatus.set('STARTING');
  };
}

/** Says what could not be done, in the spec's words, and why. */
const fail = (what: Failure, error: unknown) => trouble.set(`${failures[what]}: ${reasonOf(error)}`);

function reasonOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'number')
    return voiceErrorOf(error).message;
  return error instanceof ApiError || error instanceof TypeError || !(error instanceof Error) ? textOf(error) : error.message;
}

const freshToken = () => queryClient.fetchQuery({ ...queryOf(fetchDeviceToken), staleTime: 0, gcTime: 0 });

async function connect() {
  if (stopped || call) return again(); // never in the middle of a call
  deviceStatus.set('STARTING');
  endDevice();
  let made: Device;
  try {
    const [{ token, service }] = await Promise.all([freshToken(), loadVoice()]);
    made = await makeVoiceDevice({ token, service });
  } catch (error) {
    deviceStatus.set('DISCONNECTED');
    fail('dialer', error);
    if (!isRefused(error, 'calls.not_allowed', 'calls.not_configured', 'feature_off', 'forbidden')) again();
    return;
  }
  if (stopped) return made.destroy();
  device = made;
  listen(made);
  made.register().catch((error: unknown) => {
    fail('device', error);
    again();
  });
}

/** Later, and each time later: at most half a minute. */
function again() {
  clearTimeout(retry);
  if (stopped) return;
  retry = setTimeout(() => {
    if (device?.state !== 'registered') void connect();
  }, pause);
  pause = Math.min(pause * 1.5 * (0.75 + Math.random() / 2), longestPause);
}

function endDevice() {
  ringback.stop();
  const old = device;
  device = undefined;
  call = undefined;
  old?.removeAllListeners();
  old?.on('error', () => {}); // its last words
  if (old && old.state !== 'destroyed') old.destroy();
}

function listen(made: Device) {
  made.on('registered', () => {
    pause = shortestPause;
    deviceStatus.set('READY');
    trouble.set(null);
  });
  made.on('registering', () => deviceStatus.set(deviceStatus.get() === 'READY' ? 'READY' : 'STARTING'));
  // The library connects by itself. Where it does not get there soon, another device with another token does.
  made.on('unregistered', () => {
    deviceStatus.set('DISCONNECTED');
    pause = Math.max(pause, 8_000);
    again();
  });
  let failures = 0;
  made.on('registered', () => {
    failures = 0;
  });
  made.on('error', (error: unknown, of?: Call) => {
    const { code, message } = voiceErrorOf(error);
    if (of) return; // its own listener tells
    if (isTokenError(code)) return void renew(made);
    if (deviceStatus.get() !== 'READY') trouble.set(message);
    failures += 1;
    if (failures < mostFailures || call) return;
    // A connection that opens and closes at once: the library would go on without a pause.
    endDevice();
    deviceStatus.set('DISCONNECTED');
    again();
  });
  made.on('tokenWillExpire', () => void renew(made));
  made.on('incoming', (incoming: Call) => {
    try {
      receive(incoming);
    } catch (error) {
      fail('inbound', error);
    }
  });
}

async function renew(of: Device) {
  try {
    const { token } = await freshToken();
    if (of !== device) return;
    of.updateToken(token);
    if (of.state === 'unregistered') again();
  } catch {
    again(); // the device goes on until its token ends
  }
}

// ── a call ──────────────────────────────────────────────────────────────────

const fresh = {
  sid: null,
  id: null,
  answeredAt: null,
  isMuted: false,
  isHeld: false,
  digits: '',
  warnings: [],
} satisfies Partial<LiveCall>;

/** What stops a call before it is asked for; null: nothing. */
export const cannotCall = (): string | null => (device?.state === 'registered' ? (call ? results.call : null) : results.device);

export async function startCall(to: { number: string; name: string; contact: Person | null; reason?: string }): Promise<void> {
  const stops = cannotCall();
  if (stops || !device) return trouble.set(stops);
  trouble.set(null);
  live.set({ ...fresh, direction: 'OUTBOUND', state: 'connecting', number: to.number, name: to.name, contact: to.contact });
  const params = {
    To: sentAs(to.number),
    ...(to.contact && { contact_id: String(to.contact.id) }),
    ...(to.reason && { override_reason: to.reason }),
  };
  try {
    follow(await device.connect({ params }), 'outboundEvents');
  } catch (error) {
    call = undefined;
    live.set(null);
    fail('outbound', error);
  }
}

function receive(incoming: Call) {
  if (call) return; // one at a time: the phone service tells the caller that the line is busy
  // A carrier shows a number of ours as the caller's, and has names of its own for calls.
  const From = incoming.customParameters.get('from') ?? incoming.parameters.From ?? '';
  live.set({
    ...fresh,
    direction: 'INBOUND',
    state: 'pending',
    number: otherSide(From),
    name: incoming.customParameters.get('name') ?? '',
    contact: null,
    sid: sidOf(incoming),
    id: Number(incoming.customParameters.get('id')) || null,
  });
  follow(incoming, 'inboundEvents');
}

const sidOf = (of: Call) => of.customParameters.get('call_id') ?? of.parameters.CallSid ?? null;

const change = (next: Partial<LiveCall>) => {
  const now = live.get();
  if (now) live.set({ ...now, ...next });
};

function follow(of: Call, failure: Failure) {
  call = of;
  samples = [];
  try {
    of.on('ringing', (hasOwnSound: boolean) => {
      change({ state: 'ringing', sid: sidOf(of) });
      if (!hasOwnSound) void ringback.play();
    });
    of.on('accept', () => {
      ringback.stop();
      change({ state: 'open', sid: sidOf(of), answeredAt: Date.now() });
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
  const id = live.get()?.id;
  const some = samples.splice(0).slice(-10);
  if (id && some.length > 0) void send(reportCallQuality, { params: { id }, body: { samples: some } }).catch(() => {}); // nobody waits for it
}

function finish(of: Call) {
  if (of !== call) return;
  ringback.stop();
  sendSamples();
  const was = live.get();
  call = undefined;
  live.set(null);
  if (!was || (was.direction === 'INBOUND' && !was.answeredAt)) return;
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
    of.accept();
  });
export const reject = () => attempt('hangup', (of) => of.reject());
export const hangUp = () => attempt('hangup', (of) => of.disconnect());
export const mute = (isMuted: boolean) => attempt('call', (of) => of.mute(isMuted));
export const held = (isHeld: boolean) => change({ isHeld });

export const sendDigit = (digit: string) =>
  attempt('call', (of) => {
    if (!isTone(digit)) throw new Error('Illegal character passed into sendDigits');
    of.sendDigits(digit);
    change({ digits: ((live.get()?.digits ?? '') + digit).slice(-32) });
  });

/** Where the user speaks and hears; '' is the computer's own choice. A device that is gone counts as that. */
export async function chooseSoundDevices(microphone: string, speaker: string): Promise<void> {
  soundsTo(speaker || 'default');
  const audio = device?.audio;
  if (!audio) return;
  if (microphone) await audio.setInputDevice(microphone).catch(() => {});
  else if (audio.inputDevice && !call) await audio.unsetInputDevice().catch(() => {});
  if (audio.isOutputSelectionSupported) await audio.speakerDevices?.set(speaker || 'default').catch(() => {});
}
