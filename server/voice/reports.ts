// Stores a call's reports: in order, and again after an outage, since nobody else would end its row.
import { setTimeout as pause } from 'node:timers/promises';
import { isOutage } from '#kernel/db/database.ts';
import type { Log } from '#kernel/ops/log.ts';

export interface Reports {
  /** Runs after what was added before. Never rejects. */
  add(what: string, work: () => Promise<unknown>): Promise<void>;
  /** Waits for the reports that are under way. */
  idle(): Promise<void>;
}

/** Milliseconds before each further try; while the database is away, the last of them again and again. */
const tries = [500, 2_000, 5_000, 10_000, 20_000, 30_000];
/** Milliseconds of an outage for which the reports of a call are kept. */
const keptFor = 3_600_000;

export function createReports(log: Log, waits: readonly number[] = tries): Reports {
  let last = Promise.resolve();
  const run = async (what: string, work: () => Promise<unknown>) => {
    const until = performance.now() + keptFor;
    for (let place = 0; ; place++) {
      try {
        await work();
        return;
      } catch (err) {
        const wait = waits[place] ?? (isOutage(err) && performance.now() < until ? waits.at(-1) : undefined);
        if (wait === undefined) return log.error({ err }, `${what} was not written down`);
        log.warn({ err }, `${what} was not written down, trying again`);
        await pause(wait, undefined, { ref: false });
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
