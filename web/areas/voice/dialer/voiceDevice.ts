// The one place that makes a device of the phone's library: for the user's phone, its test, and the demo's
// handsets.
import type { Call, Device, PreflightTest } from '@twilio/voice-sdk';
import { PhoneSound } from './voiceSounds.ts';

export type { Call, Device, PreflightTest };

export interface DeviceChoice {
  token: string;
  /** `twilio`: the library finds its hosts itself. */
  service?: 'gateway' | 'twilio';
  /** The address of its `/signal`: a host, with a path if there is one. Without it, this page's host. */
  chunderw?: string;
}

type Sdk = typeof import('@twilio/voice-sdk');
let loading: Promise<Sdk> | undefined;

/** Half a megabyte: loaded once the phone is there. */
export function loadVoice(): Promise<Sdk> {
  loading ??= withOwnSockets(() => import('@twilio/voice-sdk')).catch((error: unknown) => {
    loading = undefined; // the next use tries again
    throw error;
  });
  return loading;
}

export async function makeVoiceDevice({ token, ...where }: DeviceChoice): Promise<Device> {
  const { Device: Made } = await loadVoice();
  return new Made(token, optionsOf(where) as Device.Options);
}

/** Eight seconds of a tone to the phone service and back. Ends by `completed` or `failed`. */
export async function testVoice(
  { token, ...where }: DeviceChoice,
  rtcConfiguration: RTCConfiguration = {},
): Promise<PreflightTest> {
  const { Device: Made } = await loadVoice();
  const options = optionsOf(where);
  // The test hands few options on to the device that it makes.
  class TestDevice extends Made {
    constructor(given: string, some?: Device.Options) {
      super(given, { ...some, ...options } as Device.Options);
    }
  }
  const { stream, end } = aTone();
  const extended = { rtcConfiguration, deviceFactory: TestDevice, fileInputStream: stream, signalingTimeoutMs: 10_000 };
  const test = Made.runPreflight(token, { codecPreferences: codecs.gateway, ...extended } as PreflightTest.Options);
  test.on('completed', end);
  test.on('failed', end);
  return test;
}

const codecs = { gateway: ['pcmu', 'opus'], twilio: ['opus', 'pcmu'] } as unknown as Record<
  'gateway' | 'twilio',
  NonNullable<Device.Options['codecPreferences']>
>;

/**
 * Some are private to the library, and necessary: without them it tells Twilio of each call, and loads its
 * sounds from there.
 */
const optionsOf = ({ service = 'gateway', chunderw = location.host }: Omit<DeviceChoice, 'token'>) => ({
  codecPreferences: codecs[service],
  enableImprovedSignalingErrorPrecision: true,
  maxCallSignalingTimeoutMs: 30_000,
  tokenRefreshMs: 10_000,
  publishEvents: false,
  logLevel: 'silent', // the phone itself says what is wrong
  Sound: PhoneSound,
  ...(service === 'gateway' && { chunderw }),
});

/**
 * On http://localhost its `wss:` becomes `ws:`. It takes the class as it is loaded: afterwards the browser's own
 * is back.
 */
async function withOwnSockets<T>(load: () => Promise<T>): Promise<T> {
  if (location.protocol !== 'http:') return load();
  const Native = globalThis.WebSocket;
  const own = `wss://${location.host}/`;
  globalThis.WebSocket = class extends Native {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(String(url).startsWith(own) ? String(url).replace('wss:', 'ws:') : url, protocols);
    }
  };
  try {
    return await load();
  } finally {
    globalThis.WebSocket = Native;
  }
}

function aTone(): { stream: MediaStream; end: () => void } {
  const audio = new AudioContext();
  const [tone, target] = [audio.createOscillator(), audio.createMediaStreamDestination()];
  tone.connect(target);
  tone.start();
  return { stream: target.stream, end: () => void audio.close() };
}
