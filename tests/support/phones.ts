// Phones without a browser: the SDK's protocol over a real socket, and werift where there is sound.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { expect } from 'vitest';
import { WebSocket } from 'ws';
import { deviceHeader, gatewayBearer } from '#kernel/voice/gateways.ts';
import { tokenOfHandset, tokenOfUser } from '#providers/voice/voice.tokens.ts';
import { createMedia, type Media, type Sound } from '../../server/voice/media.ts';
import { frameMs, ofMulaw, tone } from '../../server/voice/sound.ts';
import { createTicker } from '../../server/voice/ticker.ts';
import { atTheEnd } from './atTheEnd.ts';
import { testLog, testSeal } from './database.ts';
import { until } from './until.ts';

export interface Said {
  type: string;
  payload: {
    callsid?: string;
    sdp?: string;
    reconnect?: string;
    error?: { code: number; message: string };
    token?: { identity: string; ttl: number };
    parameters?: Record<string, string>;
  };
}

export interface Whose {
  companyId: number;
  userId: number;
}

interface Options {
  /** `ws://…/signal` */
  url: string;
  headers?: Record<string, string>;
  token: string;
  /** Seconds, as the SDK announces them. */
  reconnectTimeout?: number;
}

export const userToken = (who: Whose, seconds = 600) => tokenOfUser(testSeal, { ...who, sessionId: null }, seconds);
export const handsetToken = (number: string) => tokenOfHandset(testSeal, number, 600);

/** As a web process passes it on. */
export const passed = (device: (Whose & { sessionId?: number }) | 'handset') => ({
  authorization: gatewayBearer(testSeal),
  [deviceHeader]: JSON.stringify(device === 'handset' ? device : { sessionId: 1, ...device }),
});

export type Phone = Awaited<ReturnType<typeof openPhone>>;

/** Connected and, unless the token is refused, registered. */
export async function openPhone({ url, headers = {}, token, reconnectTimeout = 30 }: Options) {
  const heard: Said[] = [];
  let beats = 0;
  let socket = connect();
  atTheEnd(() => socket.terminate());

  function connect() {
    const opened = new WebSocket(url, { headers });
    opened.on('error', () => {});
    opened.on('message', (data) => {
      const text = String(data);
      if (text.trim() === '') {
        beats++;
        opened.send('\n');
      } else heard.push(JSON.parse(text) as Said);
    });
    return opened;
  }
  const say = (type: string, payload: object) => socket.send(JSON.stringify({ type, payload, version: '1.6' }));
  const wait = (type: string, callsid?: string) =>
    until(async () => {
      const place = heard.findIndex((said) => said.type === type && (callsid === undefined || said.payload.callsid === callsid));
      return place >= 0 && heard.splice(place, 1)[0];
    });
  const enter = async () => {
    if (socket.readyState !== WebSocket.OPEN) await once(socket, 'open');
    say('listen', { token, reconnectTimeout, browserinfo: {} });
  };
  await enter();

  return {
    heard,
    say,
    wait,
    get socket() {
      return socket;
    },
    beats: () => beats,
    async register() {
      const { payload } = await wait('connected');
      say('register', { media: { audio: true } });
      await wait('ready');
      return payload.token;
    },
    /** Its socket goes, and comes again. */
    async drop() {
      const closed = once(socket, 'close');
      socket.terminate();
      await closed;
    },
    async back() {
      socket = connect();
      await enter();
      await wait('connected');
      say('register', { media: { audio: true } });
      await wait('ready');
    },
  };
}

export const newCallId = () => `TJS${randomUUID()}`;

/** The sound of a phone, as a browser has it. */
export function aMicrophone() {
  const media = createMedia({ loopback: true, announce: [], udpPorts: null, log: testLog });
  const ticker = createTicker();
  const sounds: (Sound & { at: number })[] = [];
  media.onSound((sound) => sounds.push({ ...sound, at: performance.now() }));
  atTheEnd(() => {
    ticker.stop();
    media.close();
  });
  let frames = tone([], frameMs);
  let place = 0;
  const source = {};
  ticker.eachFrame(() => {
    if (!media.isConnected()) return;
    media.play(frames.subarray(place, place + 160), source);
    place = (place + 160) % frames.length;
  });
  return {
    media,
    sounds,
    speak(hertz: number | null) {
      place = 0;
      frames = hertz === null ? tone([], frameMs) : tone([hertz], 1_000, 0.5);
    },
    /** Of what came since then: how much of it is this tone, from 0 to 1, and whether it is silent. */
    async hears(hertz: number): Promise<void> {
      await expect.poll(() => shareOf(latest(sounds), hertz), { timeout: 15_000 }).toBeGreaterThan(0.5);
    },
    /** Of each tenth of a second from this packet on: how much of it is a tone. */
    since: (from: number) =>
      Array.from({ length: Math.floor((sounds.length - from) / 5) }, (_, place) => {
        const part = latest(sounds.slice(from + place * 5, from + place * 5 + 5));
        return (hertz: number) => shareOf(part, hertz);
      }),
    /** Whether so much of some tenth of a second was this tone. */
    heard: (hertz: number, share: number) =>
      sounds.some((_, place) => shareOf(latest(sounds.slice(place, place + 5)), hertz) > share),
  };
}

/** A fifth of a second. */
const latest = (sounds: { payload: Buffer }[]) => Buffer.concat(sounds.slice(-10).map(({ payload }) => payload));

export const energyOf = (sound: Buffer) =>
  sound.length === 0 ? 0 : sound.reduce((sum, byte) => sum + Math.abs(ofMulaw(byte)), 0) / sound.length;

/** How much of a sound is one tone (Goertzel). */
export function shareOf(sound: Buffer, hertz: number): number {
  if (sound.length < 800) return 0;
  let [real, imaginary, all] = [0, 0, 0];
  for (const [place, byte] of sound.entries()) {
    const sample = ofMulaw(byte);
    const turn = (2 * Math.PI * hertz * place) / 8_000;
    real += sample * Math.cos(turn);
    imaginary += sample * Math.sin(turn);
    all += sample * sample;
  }
  return all === 0 ? 0 : (2 * (real * real + imaginary * imaginary)) / (sound.length * all);
}

export type Microphone = ReturnType<typeof aMicrophone>;

/** Two phones that talk, with sound. */
export async function talk(caller: Phone, called: Phone, to: string, params: Record<string, string> = {}) {
  const [mine, theirs] = [aMicrophone(), aMicrophone()];
  const tjs = newCallId();
  const asked = new URLSearchParams({ To: to, ...params });
  caller.say('invite', { callsid: tjs, sdp: await mine.media.offer(), twilio: { params: asked.toString() } });
  await mine.media.accept((await caller.wait('ringing')).payload.sdp ?? '');
  const invited = (await called.wait('invite')).payload;
  const sid = invited.callsid ?? '';
  called.say('answer', { callsid: sid, sdp: await theirs.media.answer(invited.sdp ?? '') });
  const answered = (await caller.wait('answer')).payload;
  await until(async () => mine.media.isConnected() && theirs.media.isConnected());
  return { mine, theirs, sid: answered.callsid ?? '', calledSid: sid, reconnect: answered.reconnect ?? '', invited };
}

export type { Media };
