// This tab's phone: it registers its device, keeps it registered, and begins calls. Screens follow the stores
// in phone.live.ts; only these files and voiceDevice.ts know the library.
import { isRefused } from '#app/api.ts';
import { queryClient, queryOf } from '#app/queries.ts';
import { fetchDeviceToken } from '#contract/dialer.ts';
import type { Person } from '#contract/users.ts';
import { sentAs } from './dialer.numbers.ts';
import { follow, forgetCall, isInCall, receive, rtcConfiguration } from './phone.calls.ts';
import { deviceStatus, fail, fresh, type LiveCall, live, trouble, type Watched } from './phone.live.ts';
import { type Call, type Device, loadVoice, makeVoiceDevice } from './voiceDevice.ts';
import { isTokenError, results, voiceErrorOf } from './voiceErrors.ts';
import { soundsTo } from './voiceSounds.ts';

let device: Device | undefined;
let stopped = true;
let retry: ReturnType<typeof setTimeout> | undefined;
let pause = 2_000;

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

async function freshToken() {
  const issued = await queryClient.fetchQuery({ ...queryOf(fetchDeviceToken), staleTime: 0, gcTime: 0 });
  rtcConfiguration.iceServers = issued.ice_servers;
  return issued;
}

async function connect() {
  if (stopped || isInCall()) return again(); // never in the middle of a call
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
  const old = device;
  device = undefined;
  forgetCall();
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
  // The library connects by itself. If it does not succeed soon, another device with another token does.
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
    if (failures < mostFailures || isInCall()) return;
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

/** The reason why no call is possible now, before one is asked for; null: none. */
export const cannotCall = (): string | null =>
  device?.state === 'registered' ? (isInCall() ? results.call : null) : results.device;

interface Dialled {
  number: string;
  name: string;
  contact: Person | null;
  /** Why the user calls although the law says no. */
  reason?: string;
}

export const startCall = ({ number, name, contact, reason }: Dialled): Promise<void> =>
  begin(
    { number, name, contact },
    { To: sentAs(number), ...(contact && { contact_id: String(contact.id) }), ...(reason && { override_reason: reason }) },
  );

/** The user's phone takes part in a colleague's call. */
export const startWatching = (watched: Watched): Promise<void> =>
  begin(
    { number: `user:${watched.user.id}`, name: watched.user.name, watched },
    { To: `watch:${watched.call_id}`, mode: watched.mode },
  );

async function begin(what: Pick<LiveCall, 'number' | 'name'> & Partial<LiveCall>, params: Record<string, string>) {
  const stops = cannotCall();
  if (stops || !device) return trouble.set(stops);
  trouble.set(null);
  live.set({ ...fresh, direction: 'OUTBOUND', state: 'connecting', ...what });
  try {
    follow(await device.connect({ params, rtcConfiguration }), 'outboundEvents');
  } catch (error) {
    forgetCall();
    live.set(null);
    fail('outbound', error);
  }
}

/** Sets microphone and speaker; '' is the computer's own choice. A device that is gone counts as that. */
export async function chooseSoundDevices(microphone: string, speaker: string): Promise<void> {
  soundsTo(speaker || 'default');
  const audio = device?.audio;
  if (!audio) return;
  if (microphone) await audio.setInputDevice(microphone).catch(() => {});
  else if (audio.inputDevice && !isInCall()) await audio.unsetInputDevice().catch(() => {});
  if (audio.isOutputSelectionSupported) await audio.speakerDevices?.set(speaker || 'default').catch(() => {});
}
