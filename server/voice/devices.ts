// Phones that are connected: a socket each, with the token that it showed. Several of one identity ring together.
import { setTimeout as startTimer } from 'node:timers';
import type { WebSocket } from 'ws';
import type { WorkCtx } from '#kernel/context.ts';
import { type Phone, readToken } from '#providers/voice/voice.tokens.ts';
import { beat, type Frame, readFrame, type VoiceError, voiceErrors, writeFrame } from './frames.ts';

export interface Device {
  /** Null until its token was read. */
  phone: Phone | null;
  /** Of a user's phone. */
  ctx: WorkCtx | null;
  isRegistered: boolean;
  /** Milliseconds for which its calls wait for it to come back. */
  grace: number;
  say(type: string, payload: object): void;
  /** Tells why, and ends it: the SDK would otherwise wait. */
  refuse(error: VoiceError): void;
  close(): void;
}

/** The user that a web process let in: only a token of the same user opens the phone. */
export type Admitted = { companyId: number; userId: number; sessionId: number } | 'handset';

interface Handlers {
  /** Null: this user may not call. */
  ctxOf(phone: Phone): Promise<WorkCtx | null>;
  registered(device: Device): void;
  /** The first phone of an identity opened, or its last one closed. */
  changed(device: Device): void;
  heard(device: Device, frame: Exclude<Frame, { type: 'listen' | 'register' | 'message' }>): Promise<void>;
  gone(device: Device): void;
  isBusy(device: Device): boolean;
}

/** Milliseconds between heartbeats; a phone that answers none for three of them is gone. */
const beatEvery = 5_000;
const framesPerSecond = 50;
/** Bytes that wait for a phone that does not read. */
const backlog = 512 * 1024;
/** A reload takes less. */
const leastGrace = 5_000;
const mostGrace = 60_000;
/** More tabs than a person opens. */
const devicesOfOne = 20;

export type Devices = ReturnType<typeof createDevices>;

export function createDevices(seal: Parameters<typeof readToken>[0], log: WorkCtx['log'], handlers: Handlers) {
  const devices = new Map<string, Set<Device>>();
  const open = new Set<Device>();

  function accept(socket: WebSocket, admitted: Admitted) {
    let expires = Number.POSITIVE_INFINITY;
    let missed = 0;
    let pace = { second: 0, frames: 0 };
    let queue = Promise.resolve();
    const device: Device = {
      phone: null,
      ctx: null,
      isRegistered: false,
      grace: leastGrace,
      say(type, payload) {
        if (socket.readyState !== socket.OPEN) return;
        if (socket.bufferedAmount > backlog) socket.terminate();
        else socket.send(writeFrame(type, payload));
      },
      refuse(error) {
        device.say('error', { error });
        device.say('close', {});
        socket.close(1000);
      },
      close: () => socket.close(1000),
    };
    open.add(device);
    const beating = setInterval(() => {
      if (++missed > 3) return socket.terminate();
      if (Date.now() > expires && !handlers.isBusy(device)) return device.refuse(voiceErrors.expiredToken);
      if (socket.readyState === socket.OPEN) socket.send(beat);
    }, beatEvery);
    const stranger = startTimer(() => device.phone ?? socket.terminate(), beatEvery * 2);

    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      clearInterval(beating);
      clearTimeout(stranger);
      open.delete(device);
      forget(device);
      void queue.then(() => handlers.gone(device)); // a page that closes has hung up just before
    });
    socket.on('message', (data, isBinary) => {
      missed = 0;
      const second = Math.floor(performance.now() / 1_000);
      pace = { second, frames: pace.second === second ? pace.frames + 1 : 1 };
      const frame = isBinary || pace.frames > framesPerSecond ? null : readFrame(String(data));
      if (frame === 'beat' || frame === 'unknown') return;
      if (!frame) return socket.close(1008);
      // One after another: an invite waits for its token to be read.
      queue = queue.then(() => hear(frame)).catch((err) => log.error({ err, frame: frame.type }, 'a frame of a phone failed'));
    });

    async function hear(frame: Frame) {
      const isEnd = frame.type === 'hangup' || frame.type === 'reject';
      if (socket.readyState !== socket.OPEN && !isEnd) return;
      if (frame.type === 'listen') return listen(frame.payload);
      if (!device.phone) return device.refuse(voiceErrors.badToken);
      if (frame.type === 'register') return register(frame.payload.media.audio);
      if (frame.type === 'message') {
        const { callsid, voiceeventsid } = frame.payload;
        return device.say('ack', { acktype: 'message', callsid, voiceeventsid });
      }
      await handlers.heard(device, frame);
    }

    async function listen({ token, reconnectTimeout }: Extract<Frame, { type: 'listen' }>['payload']) {
      const read = await readToken(seal, token);
      if ('wrong' in read) return device.refuse(read.wrong === 'expired' ? voiceErrors.expiredToken : voiceErrors.badToken);
      const { phone, ttl } = read;
      if (!isAdmitted(phone, admitted) || (device.phone && device.phone.identity !== phone.identity))
        return device.refuse(voiceErrors.badToken);
      const ctx = await handlers.ctxOf(phone);
      if (!phone.number && !ctx) return device.refuse(voiceErrors.notAllowed);
      expires = Date.now() + ttl * 1_000;
      device.grace = Math.min(mostGrace, Math.max(leastGrace, reconnectTimeout * 1_000));
      Object.assign(device, { phone, ctx });
      const { identity } = phone;
      device.say('connected', { region: 'own', edge: 'own', home: 'own', gateway: 'own', token: { identity, ttl } });
    }

    function register(audio: boolean) {
      if (!device.phone) return;
      const isNew = audio && !device.isRegistered;
      device.isRegistered = audio;
      if (!audio) forget(device);
      else remember(device, device.phone.identity);
      device.say(audio ? 'ready' : 'offline', {});
      if (isNew) handlers.registered(device);
    }
  }

  function remember(device: Device, identity: string) {
    const own = devices.get(identity) ?? new Set();
    const isFirst = own.size === 0;
    devices.set(identity, own.add(device));
    if (isFirst) handlers.changed(device);
    const [oldest] = own;
    if (own.size > devicesOfOne) oldest?.close();
  }

  function forget(device: Device) {
    const { identity } = device.phone ?? {};
    if (identity === undefined) return;
    const own = devices.get(identity);
    if (!own?.delete(device) || own.size > 0) return;
    devices.delete(identity);
    handlers.changed(device);
  }

  return {
    accept,
    /** The registered devices. */
    of: (identity: string): Device[] => [...(devices.get(identity) ?? [])],
    /** Of a company: those with a registered phone. */
    usersOf: (companyId: number): number[] =>
      [...devices.values()].flatMap(([device]) => (device?.phone?.companyId === companyId ? device.phone.userId : [])),
    all: (): Device[] => [...open],
  };
}

const isAdmitted = (phone: Phone, admitted: Admitted) =>
  admitted === 'handset'
    ? phone.number !== undefined
    : phone.companyId === admitted.companyId &&
      phone.userId === admitted.userId &&
      (phone.sessionId === null || phone.sessionId === admitted.sessionId);
