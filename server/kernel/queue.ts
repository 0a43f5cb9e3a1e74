// Runs a limited number at once, with a limited number waiting.

/** `run` returns null if too many wait already. */
export function createQueue(atOnce: number, maxWaiting: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  async function take<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next)
        next(); // it takes over this one's place
      else running -= 1;
    }
  }
  return {
    run: <T>(work: () => Promise<T>): Promise<T> | null => (waiting.length >= maxWaiting ? null : take(work)),
  };
}
