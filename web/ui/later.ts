// Parts of a screen that are not in sight at first: fetched in a quiet moment after it, so that they are there when asked for.
import { type ComponentType, type LazyExoticComponent, lazy, startTransition, useCallback, useState } from 'react';

/** Milliseconds in which what is in sight has the line to itself. */
const patience = 1000;

export function later<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  let part: Promise<{ default: ComponentType<Props> }> | undefined;
  const get = () => {
    part ??= load().then((component) => ({ default: component }));
    return part;
  };
  const ahead = () =>
    get().catch(() => {
      part = undefined; // asked for in earnest, it is tried again
    });
  setTimeout(() => whenQuiet(() => void ahead()), patience);
  return lazy(get);
}

const whenQuiet = (run: () => void) => ('requestIdleCallback' in window ? requestIdleCallback(run) : run());

/** Opens what holds such a part once the part is there: nothing empty is seen, and the focus finds its place. */
export function useOpened(first = false): [opened: boolean, setOpened: (next: boolean) => void] {
  const [opened, setOpened] = useState(first);
  return [opened, useCallback((next) => (next ? startTransition(() => setOpened(true)) : setOpened(false)), [])];
}

/** Made when first shown; then it stays, and can leave as it came. */
export function useEver(shown: boolean): boolean {
  const [ever, setEver] = useState(shown);
  if (shown && !ever) setEver(true);
  return ever || shown;
}
