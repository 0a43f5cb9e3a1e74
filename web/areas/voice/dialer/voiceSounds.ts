// The phone's own sounds, made of tones: nothing is loaded, and no page of another host is asked (the library
// would load 15 files).

interface Pattern {
  /** Hertz. */
  tones: readonly number[];
  /** Milliseconds of sound and silence, one after another. */
  beats: readonly number[];
}

const ring: Pattern = { tones: [440, 480], beats: [400, 200, 400, 2000] };
const patterns: Record<string, Pattern> = {
  incoming: ring,
  outgoing: { tones: [520], beats: [90, 60, 90] },
  disconnect: { tones: [480, 620], beats: [180, 120, 180] },
  /** The US ringing tone: a caller hears it while the other side rings. */
  ringback: { tones: [440, 480], beats: [2000, 4000] },
  test: { tones: [523, 659], beats: [300, 100, 300, 100, 500] },
};
/** Of keys: the two tones of each. */
const [low, high] = [
  [697, 770, 852, 941],
  [1209, 1336, 1477],
];
for (const [row, keys] of ['123', '456', '789', 's0h'].entries())
  for (const [column, key] of [...keys].entries())
    patterns[`dtmf${key}`] = { tones: [low[row] ?? 0, high[column] ?? 0], beats: [120] };

let context: AudioContext | undefined;
let sink = '';

/** Chooses the speaker of the sounds; a browser that cannot choose plays them where it plays everything. */
export function soundsTo(deviceId: string) {
  sink = deviceId;
  if (context) void choose(context);
}

const choose = (audio: AudioContext & { setSinkId?: (id: string) => Promise<void> }) =>
  audio.setSinkId?.(sink === 'default' ? '' : sink).catch(() => {}); // it was unplugged

/** Of several tabs one rings. Without https tabs cannot agree. */
const rings = 'steward.ring';

/** As the library makes them (its private option `Sound`): by name, with an address that is never asked. */
export class PhoneSound {
  readonly name: string;
  readonly #loops: boolean;
  readonly #maxDuration: number;
  #stop: (() => void) | undefined;

  constructor(name: string, _url = '', options: { shouldLoop?: boolean; maxDuration?: number } = {}) {
    this.name = name;
    this.#loops = options.shouldLoop ?? false;
    this.#maxDuration = options.maxDuration ?? 0;
  }

  get isPlaying() {
    return this.#stop !== undefined;
  }

  setSinkIds(ids: string | string[]) {
    soundsTo([ids].flat()[0] ?? 'default');
  }

  play(): Promise<void> {
    this.stop();
    const pattern = patterns[this.name];
    if (!pattern) return Promise.resolve();
    let silence: (() => void) | undefined;
    let isOver = false;
    const begin = () => {
      if (!isOver) silence = sound(pattern, this.#loops);
    };
    this.#stop = () => {
      isOver = true;
      silence?.();
      clearTimeout(end);
    };
    const length = this.#loops ? 0 : Math.min(this.#maxDuration || Number.POSITIVE_INFINITY, lengthOf(pattern));
    const end = length ? setTimeout(() => this.stop(), length + 100) : undefined;
    if (this.name === 'incoming' && navigator.locks)
      void navigator.locks.request(rings, { ifAvailable: true }, async (lock) => {
        if (!lock) return;
        begin();
        while (this.isPlaying && !isOver) await new Promise((next) => setTimeout(next, 200));
      });
    else begin();
    return Promise.resolve();
  }

  stop(): void {
    this.#stop?.();
    this.#stop = undefined;
  }
}

const lengthOf = ({ beats }: Pattern) => beats.reduce((sum, each) => sum + each, 0);

/** Plays it from now, and again where it loops. Returns what ends it. */
function sound(pattern: Pattern, loops: boolean): () => void {
  if (!context) {
    context = new AudioContext();
    if (sink) void choose(context);
  }
  void context.resume(); // a browser plays nothing on a page that was never clicked
  const audio = context;
  const volume = audio.createGain();
  volume.gain.value = 0;
  volume.connect(audio.destination);
  const oscillators = pattern.tones.map((frequency) => {
    const tone = audio.createOscillator();
    tone.frequency.value = frequency;
    tone.connect(volume);
    tone.start();
    return tone;
  });
  const once = () => {
    let at = audio.currentTime + 0.02;
    for (const [place, beat] of pattern.beats.entries()) {
      volume.gain.setTargetAtTime(place % 2 === 0 ? 0.09 : 0, at, 0.01);
      at += beat / 1000;
    }
    volume.gain.setTargetAtTime(0, at, 0.01);
  };
  once();
  const again = loops ? setInterval(once, lengthOf(pattern)) : undefined;
  return () => {
    clearInterval(again);
    volume.gain.cancelScheduledValues(0);
    volume.gain.setTargetAtTime(0, audio.currentTime, 0.01);
    for (const tone of oscillators) tone.stop(audio.currentTime + 0.1);
  };
}
