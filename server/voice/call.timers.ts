/** Of one call: all of them stop together. */
export function createTimers() {
  let timers: NodeJS.Timeout[] = [];
  return {
    after: (ms: number, work: () => void) => void timers.push(setTimeout(work, ms)),
    stop() {
      for (const timer of timers) clearTimeout(timer);
      timers = [];
    },
  };
}
