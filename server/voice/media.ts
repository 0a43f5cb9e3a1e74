// The sound of one phone: a WebRTC connection of its own, PCMU alone. It passes on the other phone's
// packets one by one.
import { networkInterfaces } from 'node:os';
import {
  createSelfSignedCertificate,
  type DtlsKeys,
  HashAlgorithm,
  MediaStreamTrack,
  RTCPeerConnection,
  RTCRtpCodecParameters,
  type RTCRtpSender,
  RtpHeader,
  RtpPacket,
  SignatureAlgorithm,
} from 'werift';
import type { Log } from '#kernel/ops/log.ts';
import { keepKeys } from './keys.ts';
import { frameSize, sampleRate } from './sound.ts';

export interface MediaOptions {
  /** Whether to offer this machine's own 127.0.0.1: for browsers on it. */
  loopback: boolean;
  announce: string[];
  udpPorts: [number, number] | null;
  log: Log;
}

/** A packet of sound, with the sender's own clock in samples. */
export interface Sound {
  payload: Buffer;
  sequence: number;
  timestamp: number;
}

export interface Media {
  /** Ours, for a phone that calls. */
  answer(offer: string): Promise<string>;
  /** Ours, for a phone that is called, */
  offer(): Promise<string>;
  /** and its answer. */
  accept(answer: string): Promise<void>;
  /** Whether its sound takes the way that this description of theirs is about. */
  knows(sdp: string): boolean;
  /**
   * Its path is lost, or its network changed: ours, for another offer of the same phone. Sound moves to the
   * new path once that is connected.
   */
  renew(offer: string): Promise<string>;
  onSound(listen: (sound: Sound) => void): void;
  /** Passes on a packet of `source`; another one than before begins where that one ended. */
  pass(sound: Sound, source: object): void;
  /** Sends a frame that we made. */
  play(frame: Buffer, source: object): void;
  /** Whether sound can flow. */
  isConnected(): boolean;
  /** The path is gone for good. */
  onFailed(listen: () => void): void;
  close(): void;
}

const ecdsa = { hash: HashAlgorithm.sha256_4, signature: SignatureAlgorithm.ecdsa_3 };
const payloadType = 0;
const pcmu = () => new RTCRtpCodecParameters({ mimeType: 'audio/PCMU', clockRate: sampleRate, channels: 1, payloadType });

export function createMedia(options: MediaOptions): Media {
  const { announce, log } = options;
  const out = createOutgoing();
  /** Of what comes in: one stream, also where another device of the phone takes the call over. */
  const seen = createOutgoing();
  let listen: (sound: Sound) => void = () => {};
  let failed: () => void = () => {};
  let closed = false;
  let current = open();
  /** Answered, and not connected yet: sound takes the current path until then. */
  let coming: Path | null = null;

  function open(keys?: DtlsKeys): Path {
    const path: Path = createPath(
      { ...options, keys },
      {
        heard: ({ payload, sequence, timestamp }) => listen({ payload, ...seen.follow(path, sequence, timestamp) }),
        connected() {
          if (path !== coming) return;
          void close(current);
          current = path;
          coming = null;
        },
        failed() {
          if (closed || (path === current && coming)) return; // the coming one decides
          if (path === coming) {
            void close(path);
            coming = null;
            if (current.peer.connectionState === 'connected') return;
          }
          failed();
        },
      },
    );
    return path;
  }
  const close = (path: Path | null) => path?.peer.close().catch((err) => log.debug({ err }, 'a connection did not close'));

  const send = (payload: Buffer, place: { sequence: number; timestamp: number; marker: boolean }) => {
    const header = new RtpHeader({
      sequenceNumber: place.sequence,
      timestamp: place.timestamp,
      payloadType,
      marker: place.marker,
    });
    if (!closed)
      current.sender.sendRtp(new RtpPacket(header, payload)).catch((err) => log.debug({ err }, 'a packet of sound was not sent'));
  };
  const described = ({ peer }: Path) => announced(mustHaveSound(peer.localDescription?.sdp), announce);
  const answerOn = async (path: Path, offer: string) => {
    await path.peer.setRemoteDescription({ type: 'offer', sdp: offer });
    await path.peer.setLocalDescription(await path.peer.createAnswer());
    return described(path);
  };

  return {
    answer: (offer) => answerOn(current, offer),
    async offer() {
      await current.peer.setLocalDescription(await current.peer.createOffer());
      return described(current);
    },
    accept: async (answer) => current.peer.setRemoteDescription({ type: 'answer', sdp: mustHaveSound(answer) }),
    knows: (sdp) => ['', wayOf((coming ?? current).peer.remoteDescription?.sdp ?? '')].includes(wayOf(sdp)),
    async renew(offer) {
      mustHaveSound(offer);
      // Another certificate than before: by that a browser sees that it must agree on keys anew.
      const keys = await createSelfSignedCertificate(ecdsa);
      if (closed) throw new Error('a call that is over has no sound');
      void close(coming);
      const path = open(keys);
      coming = path;
      try {
        return await answerOn(path, offer);
      } catch (err) {
        void close(path);
        if (coming === path) coming = null;
        throw err;
      }
    },
    onSound: (to) => {
      listen = to;
    },
    pass: ({ payload, sequence, timestamp }, source) => send(payload, out.follow(source, sequence, timestamp)),
    play: (frame, source) => send(frame, out.next(source, frame.length)),
    isConnected: () => current.peer.connectionState === 'connected',
    onFailed: (then) => {
      failed = then;
    },
    close() {
      if (closed) return;
      closed = true;
      void close(current);
      void close(coming);
    },
  };
}

interface Path {
  peer: RTCPeerConnection;
  sender: RTCRtpSender;
}

interface PathHandlers {
  heard(sound: Sound): void;
  connected(): void;
  failed(): void;
}

function createPath(
  { loopback, udpPorts, keys }: MediaOptions & { keys: DtlsKeys | undefined },
  { heard, connected, failed }: PathHandlers,
): Path {
  const peer = new RTCPeerConnection({
    codecs: { audio: [pcmu()] },
    iceServers: [],
    iceUseIpv6: false,
    bundlePolicy: 'max-bundle',
    ...(loopback && { iceAdditionalHostAddresses: ['127.0.0.1'] }),
    ...(udpPorts && { icePortRange: udpPorts }),
    ...(keys && { dtls: { keys } }),
  });
  const { sender, onTrack } = peer.addTransceiver(new MediaStreamTrack({ kind: 'audio' }), { direction: 'sendrecv' });
  onTrack.subscribe((incoming) => {
    // It fires again when a phone negotiates anew; the older track is silent from then on.
    incoming.onReceiveRtp.subscribe(({ header, payload }) => {
      if (header.payloadType !== payloadType || payload.length === 0 || payload.length > frameSize * 6) return;
      heard({ payload, sequence: header.sequenceNumber, timestamp: header.timestamp });
    });
  });
  peer.connectionStateChange.subscribe((state) => {
    if (state === 'connected') {
      keepKeys(peer);
      connected();
    } else if (state === 'failed') failed();
  });
  return { peer, sender };
}

/** Of a description: another one means that the phone looks for another way to us. */
const wayOf = (sdp: string) => /^a=ice-ufrag:(\S+)/m.exec(sdp)?.[1] ?? '';

/** The library takes any text for a description. */
function mustHaveSound(sdp: string | undefined): string {
  if (!sdp || !/^m=audio [1-9]\d* \S+ (?:\d+ )*0(?: |\r?$)/m.test(sdp)) throw new Error('a description without PCMU');
  return sdp;
}

/** The clock of one stream of sound: it goes on where the source changes. */
export function createOutgoing(now: () => number = () => performance.now()) {
  let source: object | null = null;
  let sequence = Math.floor(Math.random() * 0x8000);
  let timestamp = Math.floor(Math.random() * 0x8000_0000);
  let lastAt = now();
  let [bySequence, byTimestamp] = [0, 0];

  /** A new source begins after the silence since the last packet. */
  const begin = (next: object) => {
    source = next;
    const silence = Math.max(frameSize, Math.round(((now() - lastAt) * sampleRate) / 1_000));
    return { sequence: (sequence + 1) & 0xffff, timestamp: (timestamp + silence) >>> 0 };
  };
  const keep = (place: { sequence: number; timestamp: number }, marker: boolean) => {
    ({ sequence, timestamp } = place);
    lastAt = now();
    return { ...place, marker };
  };
  return {
    follow(from: object, theirSequence: number, theirTimestamp: number) {
      const isNew = from !== source;
      if (isNew) {
        const start = begin(from);
        bySequence = start.sequence - theirSequence;
        byTimestamp = start.timestamp - theirTimestamp;
      }
      const place = { sequence: (theirSequence + bySequence) & 0xffff, timestamp: (theirTimestamp + byTimestamp) >>> 0 };
      // A late packet keeps its place; the clock stays at the newest one.
      const isLate = !isNew && ((place.sequence - sequence) & 0xffff) > 0x8000;
      return isLate ? { ...place, marker: false } : keep(place, isNew);
    },
    next(from: object, samples: number) {
      if (from !== source) return keep(begin(from), true);
      return keep({ sequence: (sequence + 1) & 0xffff, timestamp: (timestamp + samples) >>> 0 }, false);
    },
  };
}

/**
 * Browsers get no candidates later, so ours stand in the description, also with the addresses by which the
 * machine is known outside.
 */
export function announced(sdp: string, addresses: string[]): string {
  if (addresses.length === 0) return sdp;
  const own = new Set(
    Object.values(networkInterfaces()).flatMap((all) => all?.flatMap(({ address, internal }) => (internal ? [] : address))),
  );
  return sdp
    .split('\r\n')
    .flatMap((line) => {
      const parts = line.split(' ');
      if (!line.startsWith('a=candidate:') || parts[7] !== 'host' || !own.has(parts[4] ?? '')) return [line];
      return [
        line,
        ...addresses.map((address, place) =>
          [`${parts[0]}${place + 1}`, ...parts.slice(1, 4), address, ...parts.slice(5)].join(' '),
        ),
      ];
    })
    .join('\r\n');
}
