// The sound of a phone that hears several others: their frames added up, one frame every 20 ms.
import { frameSize, ofMulaw, silentFrame, toMulaw } from './sound.ts';
import type { Ticker } from './ticker.ts';

export interface Mixer {
  put(source: object, payload: Buffer): void;
  /** Forgets what came from others. */
  keep(sources: readonly object[]): void;
  stop(): void;
}

/** Bytes that wait before a source begins, for packets that come unevenly, */
const lead = frameSize * 2;
/** and at most: older ones are left out, so that nobody is heard late. */
const most = frameSize * 8;

interface Line {
  bytes: Buffer;
  /** How many of them wait. */
  waiting: number;
  isFlowing: boolean;
}

const linear = Int16Array.from({ length: 256 }, (_, byte) => ofMulaw(byte));

export function createMixer(ticker: Ticker, send: (frame: Buffer) => void): Mixer {
  const lines = new Map<object, Line>();
  const sums = new Int32Array(frameSize);
  const stop = ticker.eachFrame(() => {
    sums.fill(0);
    let speaking = 0;
    for (const line of lines.values()) if (add(line, sums)) speaking++;
    send(speaking === 0 ? silentFrame : Buffer.from(Uint8Array.from(sums, toMulaw)));
  });
  return {
    put(source, payload) {
      const line = lines.get(source) ?? { bytes: Buffer.alloc(most), waiting: 0, isFlowing: false };
      lines.set(source, line);
      if (payload.length > most) return;
      const over = line.waiting + payload.length - most;
      if (over > 0) drop(line, over);
      payload.copy(line.bytes, line.waiting);
      line.waiting += payload.length;
    },
    keep(sources) {
      for (const source of lines.keys()) if (!sources.includes(source)) lines.delete(source);
    },
    stop,
  };
}

/** A frame of a source that has one. */
function add(line: Line, sums: Int32Array): boolean {
  if (line.waiting < (line.isFlowing ? frameSize : lead)) {
    line.isFlowing = false;
    return false;
  }
  line.isFlowing = true;
  for (let place = 0; place < frameSize; place++) sums[place] = (sums[place] ?? 0) + (linear[line.bytes[place] ?? 0] ?? 0);
  drop(line, frameSize);
  return true;
}

function drop(line: Line, count: number) {
  line.bytes.copyWithin(0, count, line.waiting);
  line.waiting -= count;
}
