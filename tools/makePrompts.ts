// Speaks the sentences of the phone into server/voice/prompts, as 8 kHz µ-law, with espeak-ng: `node
// tools/makePrompts.ts`. Only after a sentence was changed: the files are in the repository.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sampleRate, toMulaw } from '../server/voice/sound.ts';

const sentences = {
  recorded: 'This call may be recorded or monitored.',
  greeting: 'Nobody can take your call right now. Please leave a message after the tone.',
  queued: 'Everyone is on a call. Please hold the line, or press 1 to leave a message.',
};
/** Samples of the filter on each side. */
const reach = 32;
/** Hertz: a little below half of the rate of the phone. */
const cutoff = 3_600;

const folder = join(import.meta.dirname, '..', 'server', 'voice', 'prompts');
mkdirSync(folder, { recursive: true });
for (const [name, sentence] of Object.entries(sentences)) {
  const wav = execFileSync('espeak-ng', ['-v', 'en-us', '-s', '150', '--stdout', sentence], { maxBuffer: 10_000_000 });
  const rate = wav.readUInt32LE(24);
  const body = wav.subarray(44);
  const spoken = Float64Array.from({ length: body.length >> 1 }, (_, place) => body.readInt16LE(place * 2));
  const samples = levelled(resampled(spoken, rate));
  writeFileSync(join(folder, `${name}.ulaw`), Buffer.from(samples.map(toMulaw)));
  console.log(`${name}: ${(samples.length / sampleRate).toFixed(1)} s`);
}

/** Windowed sinc: what a phone cannot carry goes before the rate falls. */
function resampled(from: Float64Array, rate: number): number[] {
  const half = (reach * rate) / sampleRate;
  return Array.from({ length: Math.floor((from.length * sampleRate) / rate) }, (_, place) => {
    const centre = (place * rate) / sampleRate;
    let sum = 0;
    for (let at = Math.ceil(centre - half); at <= centre + half; at++) {
      const away = at - centre;
      const turn = (2 * Math.PI * cutoff * away) / rate;
      const sinc = away === 0 ? 1 : Math.sin(turn) / turn;
      sum += (from[at] ?? 0) * sinc * (0.5 + 0.5 * Math.cos((Math.PI * away) / half));
    }
    return (sum * 2 * cutoff) / rate;
  });
}

function levelled(samples: number[]): number[] {
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 1);
  return samples.map((sample) => Math.round((sample * 20_000) / peak));
}
