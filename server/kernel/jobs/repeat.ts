// Work done again and again in the background, never twice at once.
import type { Log } from '#kernel/ops/log.ts';

/** Runs `work` now and each time `pause` milliseconds after its end. A failure is logged, and the next turn comes all the same. */
export function repeat(name: string, pause: number, log: Log, work: () => Promise<unknown>): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;
  let running = turn();
  async function turn() {
    try {
      await work();
    } catch (err) {
      if (!stopped) log.warn({ err }, `${name} failed, trying again`);
    }
    if (!stopped) timer = setTimeout(() => (running = turn()), pause);
  }
  return {
    async stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
      await running;
    },
  };
}
