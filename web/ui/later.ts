// Parts of a screen that are hidden at first: loaded in a quiet moment after it, or when they are opened.
import { type ComponentType, createElement, lazy, startTransition, useCallback, useState } from 'react';

/** Milliseconds for the visible parts to load first. */
const patience = 1000;

/** False where the user saves data, and on a line slower than 4G: then only what is opened is fetched. */
export function mayFetchAhead(): boolean {
  const { connection } = navigator as { connection?: { saveData: boolean; effectiveType: string } }; // not in every browser
  return !connection || (!connection.saveData && connection.effectiveType === '4g');
}

interface Fetched {
  fetch: () => Promise<unknown>;
}

/** Renders at once if it is loaded; otherwise suspends until it is. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> & Fetched {
  let part: ComponentType<Props> | undefined;
  let coming: Promise<{ default: ComponentType<Props> }> | undefined;
  const fetch = () => {
    coming ??= load().then(
      (loaded) => {
        part = loaded;
        return { default: loaded };
      },
      (error) => {
        coming = undefined; // the next use tries again
        throw error;
      },
    );
    return coming;
  };
  if (mayFetchAhead()) setTimeout(() => whenQuiet(() => void fetch().catch(() => {})), patience);
  const Part = (props: Props) => {
    const [chosen] = useState<ComponentType<Props>>(() => part ?? lazy(() => fetch().catch(() => ({ default: Nothing }))));
    return createElement(chosen, props);
  };
  return Object.assign(Part, { fetch });
}

/** Replaces a part that could not load: the rest of the screen stays. */
const Nothing = () => null;

const whenQuiet = (run: () => void) => ('requestIdleCallback' in globalThis ? requestIdleCallback(run) : run());

/** Opens when its content is loaded: nothing empty appears, and the focus finds its place. */
export function useOpened(inside?: Fetched): [opened: boolean, setOpened: (next: boolean) => void] {
  const [opened, setOpened] = useState(false);
  const change = useCallback(
    (next: boolean) => {
      if (!next) return setOpened(false);
      const open = () => startTransition(() => setOpened(true));
      if (inside)
        inside.fetch().then(open, () => {}); // the next use tries again
      else open();
    },
    [inside],
  );
  return [opened, change];
}

/** Mounted at first use; then it stays, for its closing animation. */
export function useEver(shown: boolean): boolean {
  const [ever, setEver] = useState(shown);
  if (shown && !ever) setEver(true);
  return ever || shown;
}
