// One clock for all running times of the page: a timer a row would be hundreds.
import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = Date.now();

function subscribe(listener: () => void) {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, 1_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Whole seconds since that moment, never below 0. */
export function useSeconds(since: string): number {
  const read = () => Math.max(0, Math.floor((Math.max(now, 0) - Date.parse(since)) / 1_000));
  return useSyncExternalStore(subscribe, read);
}
