// Parts of a screen that are not in sight at first: fetched in a quiet moment after it, so that they are there when asked for.
import { type ComponentType, createElement, lazy, startTransition, useCallback, useState } from 'react';

/** Milliseconds in which what is in sight has the line to itself. */
const patience = 1000;

interface Fetched {
  fetch: () => Promise<unknown>;
}

/** Drawn at once where it is there; else it suspends until it is. */
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
        coming = undefined; // asked for again, it is tried again
        throw error;
      },
    );
    return coming;
  };
  setTimeout(() => whenQuiet(() => void fetch().catch(() => {})), patience);
  const Part = (props: Props) => {
    const [chosen] = useState<ComponentType<Props>>(() => part ?? lazy(() => fetch().catch(() => ({ default: Nothing }))));
    return createElement(chosen, props);
  };
  return Object.assign(Part, { fetch });
}

/** In the place of a part that could not be fetched: the rest of the screen stays. */
const Nothing = () => null;

const whenQuiet = (run: () => void) => ('requestIdleCallback' in window ? requestIdleCallback(run) : run());

/** Opens once what is inside is there: nothing empty is seen, and the focus finds its place. */
export function useOpened(inside?: Fetched): [opened: boolean, setOpened: (next: boolean) => void] {
  const [opened, setOpened] = useState(false);
  const change = useCallback(
    (next: boolean) => {
      if (!next) return setOpened(false);
      const open = () => startTransition(() => setOpened(true));
      if (inside)
        inside.fetch().then(open, () => {}); // asked for again, it is tried again
      else open();
    },
    [inside],
  );
  return [opened, change];
}

/** Made when first shown; then it stays, and can leave as it came. */
export function useEver(shown: boolean): boolean {
  const [ever, setEver] = useState(shown);
  if (shown && !ever) setEver(true);
  return ever || shown;
}
