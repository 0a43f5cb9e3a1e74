// The recording of a call: a stereo WAV, one side a channel, written while it runs. The file on the disk is
// encrypted with a key that only this process knows, so that a crash leaves nothing that can be heard.
import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import type { Sound } from './media.ts';
import { ofMulaw, sampleRate, silent, toMulaw } from './sound.ts';
import type { Ticker } from './ticker.ts';

/** 0: the caller, 1: the called side. */
export type Side = 0 | 1;

export interface Recorder {
  /** `source`: whose voice it is; several of one side are added up. */
  hear(side: Side, sound: Sound, source: object): void;
  /** Both sides hear this from now on: it stands in both channels. Three seconds at most. */
  say(sound: Buffer): void;
  pause(): void;
  resume(): void;
  isPaused(): boolean;
  /** Ends it. `discard` removes what is on the disk. */
  finish(): Promise<Recorded>;
}

export interface Recorded {
  seconds: number;
  content(): AsyncIterable<Uint8Array>;
  discard(): Promise<void>;
}

/** Samples that wait for late packets. */
const lateness = sampleRate;
/** Samples between two writes. */
const batch = sampleRate;
/** Samples kept in memory: late ones, a batch, and what a stopped process catches up on. */
const window = sampleRate * 5;
/** Samples by which a phone's clock may be off before its place is set anew. */
const drift = sampleRate;

export function createRecorder(ticker: Ticker, now: () => number = () => performance.now()): Recorder {
  const path = join(tmpdir(), `steward-call-${randomUUID()}`);
  const [key, nonce] = [randomBytes(32), randomBytes(16)];
  const cipher = createCipheriv('aes-256-ctr', key, nonce);
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  const done = finished(file);
  done.catch(() => {}); // told by finish()
  const sides = [createChannel(), createChannel()] as const;
  /** Milliseconds recorded before the last pause, and when it was resumed. */
  let [before, since]: [number, number | null] = [0, now()];
  let written = 0;
  let finishing: Promise<Recorded> | null = null;

  const heard = () => Math.floor(((before + (since === null ? 0 : now() - since)) * sampleRate) / 1_000);
  const write = (to: number) => {
    while (written < to) {
      const count = Math.min(to - written, window);
      const both = Buffer.allocUnsafe(count * 2);
      for (const side of [0, 1] as const) sides[side].take(written, count, both, side);
      file.write(cipher.update(both));
      written += count;
    }
  };
  const stopTurns = ticker.eachFrame(() => {
    const ready = heard() - lateness;
    if (ready - written >= batch) write(ready);
  });

  const recorder: Recorder = {
    hear(side, sound, source) {
      if (since !== null) sides[side].put(sound, source, heard(), written);
    },
    say(sound) {
      for (const side of sides) side.write(sound, heard(), written);
    },
    pause() {
      if (since === null) return;
      before += now() - since;
      since = null;
      write(heard());
      for (const side of sides) side.forget();
    },
    resume() {
      since ??= now();
    },
    isPaused: () => since === null,
    finish: () => (finishing ??= finish()),
  };

  async function finish(): Promise<Recorded> {
    stopTurns();
    recorder.pause();
    file.end();
    await done;
    return {
      seconds: written / sampleRate,
      content: () => wav(path, written, createDecipheriv('aes-256-ctr', key, nonce)),
      discard: () => rm(path, { force: true }),
    };
  }
  return recorder;
}

/**
 * The last seconds of one side, by the phone's own clock, so that late and lost packets leave the rest in place.
 */
function createChannel() {
  const ring = Buffer.alloc(window, silent);
  /** By source: added to the phone's clock it is the place in the recording. */
  const shifts = new Map<object, number>();
  const write = (payload: Buffer, place: number, written: number) => {
    if (place < written || place + payload.length > written + window) return;
    const start = place % window;
    if (shifts.size > 1) return add(payload, start);
    payload.copy(ring, start);
    if (start + payload.length > window) payload.copy(ring, 0, window - start);
  };
  const add = (payload: Buffer, start: number) => {
    for (let offset = 0; offset < payload.length; offset++) {
      const place = (start + offset) % window;
      const [there, byte] = [ring[place] ?? silent, payload[offset] ?? silent];
      ring[place] = there === silent ? byte : toMulaw(ofMulaw(there) + ofMulaw(byte));
    }
  };
  return {
    put({ payload, timestamp }: Sound, source: object, at: number, written: number) {
      const expected = at - payload.length;
      const shift = shifts.get(source);
      const away = shift === undefined ? Number.POSITIVE_INFINITY : (timestamp + shift - expected) | 0;
      if (Math.abs(away) > drift) shifts.set(source, expected - timestamp);
      const place = expected + (Math.abs(away) > drift ? 0 : away);
      write(payload, place, written);
    },
    write,
    /** Moves samples out, into every second byte. */
    take(from: number, count: number, into: Buffer, channel: number) {
      for (let offset = 0, place = from % window; offset < count; offset++, place++) {
        if (place === window) place = 0;
        into[offset * 2 + channel] = ring[place] ?? silent;
        ring[place] = silent;
      }
    },
    forget() {
      shifts.clear();
      ring.fill(silent);
    },
  };
}

/** G.711 µ-law in two channels: what the phones sent, at half of the size of 16 bits. */
async function* wav(path: string, samples: number, decipher: ReturnType<typeof createDecipheriv>): AsyncIterable<Uint8Array> {
  yield wavHeader(samples);
  for await (const part of createReadStream(path)) yield decipher.update(part as Buffer);
}

export function wavHeader(samples: number): Buffer {
  const channels = 2;
  const size = samples * channels;
  const header = Buffer.alloc(58);
  header.write('RIFF', 0);
  header.writeUInt32LE(50 + size, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(18, 16);
  header.writeUInt16LE(7, 20); // µ-law
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * channels, 28);
  header.writeUInt16LE(channels, 32);
  header.writeUInt16LE(8, 34);
  header.writeUInt16LE(0, 36);
  header.write('fact', 38);
  header.writeUInt32LE(4, 42);
  header.writeUInt32LE(samples, 46);
  header.write('data', 50);
  header.writeUInt32LE(size, 54);
  return header;
}
