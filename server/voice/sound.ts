// Sound as phones have it: 8 kHz, one byte a sample (G.711 µ-law), in frames of 20 ms. Tones are made by
// arithmetic.
import { readFileSync } from 'node:fs';

export const sampleRate = 8_000;
export const frameMs = 20;
/** Samples, and so bytes, of a frame. */
export const frameSize = (sampleRate * frameMs) / 1_000;
/** µ-law of nothing. */
export const silent = 0xff;
export const silentFrame = Buffer.alloc(frameSize, silent);

const bias = 0x84;
const clip = 32_635;

/** A sample of 16 bits as µ-law. */
export function toMulaw(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const size = Math.min(Math.abs(sample), clip) + bias;
  const exponent = 31 - Math.clz32(size >> 7);
  return ~(sign | (exponent << 4) | ((size >> (exponent + 3)) & 0x0f)) & 0xff;
}

export function ofMulaw(byte: number): number {
  const bits = ~byte & 0xff;
  const size = ((((bits & 0x0f) << 3) + bias) << ((bits >> 4) & 7)) - bias;
  return bits & 0x80 ? -size : size;
}

/** Frequencies in hertz, for so many milliseconds; silence without any. */
export function tone(frequencies: number[], ms: number, loudness = 0.15): Buffer {
  const sound = Buffer.alloc((sampleRate * ms) / 1_000, silent);
  const ramp = 40; // samples: a tone that begins at once clicks
  if (frequencies.length > 0)
    for (let place = 0; place < sound.length; place++) {
      const sum = frequencies.reduce((all, hertz) => all + Math.sin((2 * Math.PI * hertz * place) / sampleRate), 0);
      const edge = Math.min(1, place / ramp, (sound.length - place) / ramp);
      sound[place] = toMulaw(Math.round((sum / frequencies.length) * loudness * edge * 32_767));
    }
  return sound;
}

/** As North American exchanges ring. */
export const ringBack = Buffer.concat([tone([440, 480], 2_000), tone([], 4_000)]);
/** A chord that rises and falls, so that a held side hears that the line lives. */
export const holdMusic = Buffer.concat(
  [
    [262, 330, 392],
    [294, 349, 440],
    [330, 392, 494],
    [294, 349, 440],
  ].flatMap((chord) => [tone(chord, 900, 0.08), tone([], 600)]),
);
export const beep = tone([1_000], 500, 0.2);

const low = [697, 770, 852, 941];
const high = [1_209, 1_336, 1_477, 1_633];
const keys = ['123A', '456B', '789C', '*0#D'];

/** The keys of a phone as tones; `w` is a pause of half a second. */
export function digitTones(digits: string): Buffer {
  return Buffer.concat(
    [...digits].flatMap((digit) => {
      if (digit === 'w') return [tone([], 500)];
      const row = keys.findIndex((line) => line.includes(digit.toUpperCase()));
      const column = keys[row]?.indexOf(digit.toUpperCase()) ?? -1;
      const pair = [low[row], high[column]].filter((hertz) => hertz !== undefined);
      return pair.length === 2 ? [tone(pair, 160, 0.3), tone([], 80)] : [];
    }),
  );
}

const prompt = (name: string) => readFileSync(new URL(`./prompts/${name}.ulaw`, import.meta.url));
let spoken: { recorded: Buffer; greeting: Buffer; queued: Buffer } | undefined;
/** The spoken prompts (tools/makePrompts.ts). */
export const prompts = () => {
  spoken ??= { recorded: prompt('recorded'), greeting: prompt('greeting'), queued: prompt('queued') };
  return spoken;
};
