// Whether the live connection works. A short loss is not shown; after a longer one the screen says that it may
// be out of date.
import { createStore } from './store.ts';

/** Milliseconds. A restarted web process is back sooner. */
const patience = 4_000;

const broken = createStore(false);
let noticed: ReturnType<typeof setTimeout> | undefined;

export function connectionLost() {
  noticed ??= setTimeout(() => broken.set(true), patience);
}

export function connectionRestored() {
  clearTimeout(noticed);
  noticed = undefined;
  broken.set(false);
}

export const isConnectionLost = broken.get;
export const useConnectionLost = broken.use;
