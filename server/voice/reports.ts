// What is written down of a call: in order, and again after an outage, since nobody else would end its row.
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '#kernel/ops/log.ts';

export interface Reports {
  /** Runs after what was added before. Never rejects. */
  add(what: string, work: () => Promise<unknown>): Promise<void>;
  /** What is under way. */
  idle(): Promise<void>;
}

/** Milliseconds before each further try. */
const tries = [500, 2_000, 5_000, 10_000, 20_000, 30_000];

export function createReports(log: Log, waits: readonly number[] = tries): Reports {
  let last = Promise.resolve();
  const run = async (what: string, work: () => Promise<unknown>) => {
    for (const wait of [...waits, null]) {
      try {
        await work();
        return;
      } catch (err) {
        log[wait === null ? 'error' : 'warn']({ err }, `${what} was not written down${wait === null ? '' : ', trying again'}`);
        if (wait !== null) await pause(wait, undefined, { ref: false });
      }
    }
  };
  return {
    add: (what, work) => {
      last = last.then(() => run(what, work));
      return last;
    },
    idle: () => last,
  };
}
