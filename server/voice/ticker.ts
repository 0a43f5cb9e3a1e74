// One clock for all sound that the gateway makes: a turn every 20 ms, and those that were missed at once, so
// that no sound gets slow.
import { frameMs } from './sound.ts';

export interface Ticker {
  /** Runs every 20 ms until it is stopped. */
  eachFrame(turn: () => void): () => void;
  stop(): void;
}

/** Turns that are made up for; longer pauses of the process are left out. */
const mostMissed = 25;

export function createTicker(now: () => number = () => performance.now()): Ticker {
  const turns = new Set<() => void>();
  let timer: NodeJS.Timeout | null = null;
  let next = 0;
  const run = () => {
    let due = Math.floor((now() - next) / frameMs) + 1;
    if (due > mostMissed) {
      next += (due - mostMissed) * frameMs;
      due = mostMissed;
    }
    for (let count = 0; count < due; count++) {
      next += frameMs;
      for (const turn of turns) turn();
    }
  };
  return {
    eachFrame(turn) {
      turns.add(turn);
      if (!timer) {
        next = now() + frameMs;
        timer = setInterval(run, frameMs / 2); // Node's timers are late by up to a millisecond each time
      }
      return () => {
        turns.delete(turn);
        if (turns.size === 0 && timer) {
          clearInterval(timer);
          timer = null;
        }
      };
    },
    stop() {
      turns.clear();
      if (timer) clearInterval(timer);
      timer = null;
    },
  };
}
