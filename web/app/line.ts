// Whether the live connection stands. Gone for a moment it is nobody's business; for longer, and the screen says that it may be behind.
import { createStore } from './store.ts';

/** Milliseconds. A web process that is started again is back sooner. */
const patience = 4_000;

const broken = createStore(false);
let noticed: ReturnType<typeof setTimeout> | undefined;

export function lineLost() {
  noticed ??= setTimeout(() => broken.set(true), patience);
}

export function lineStands() {
  clearTimeout(noticed);
  noticed = undefined;
  broken.set(false);
}

export const isLineBroken = broken.get;
export const useLineBroken = broken.use;
