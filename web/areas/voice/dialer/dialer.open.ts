// Whether the phone is open, and which part of it.
import { createStore } from '#app/store.ts';

export const phoneOpen = createStore(false);
export const idleTab = createStore<'keypad' | 'recent'>('keypad');
export const callTab = createStore<'call' | 'keypad'>('call');
export const inSettings = createStore(false);
