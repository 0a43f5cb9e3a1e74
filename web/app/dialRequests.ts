// Calling a number from any screen: the phone (area dialer) registers itself here, and takes what is asked for.
import type { Person } from '#contract/users.ts';
import { createStore } from './store.ts';

interface Dialled {
  /** Ten digits, or `user:7` of a colleague. */
  number: string;
  /** The number's owner, if the screen knows; or the colleague. */
  person?: Person | undefined;
}

/** Null: nothing is asked. The phone takes it and sets it back. */
export const dialAsked = createStore<Dialled | null>(null);

/** Whether the user has a phone in the browser. */
export const hasPhone = createStore(false);

/** Holds the phone's button: beside the user's name, on a phone in the header. It covers nothing there. */
export const launchPlace = createStore<HTMLElement | null>(null);
