// Parts of a screen that are hidden at first: loaded when they are about to be opened (`ahead`), or opened.
import { type ComponentType, createElement, lazy, startTransition, useCallback, useRef, useState } from 'react';

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
  const Part = (props: Props) => {
    const [chosen] = useState<ComponentType<Props>>(() => part ?? lazy(() => untilLoaded(fetch)));
    return createElement(chosen, props);
  };
  return Object.assign(Part, { fetch });
}

/** Milliseconds between two tries, the longest at last. */
const [soon, latest] = [500, 10_000];

/** A part that was opened appears once the line stands again; the rest of the screen stays. */
const untilLoaded = <T>(fetch: () => Promise<T>, wait = soon): Promise<T> =>
  fetch().catch(async () => {
    await new Promise((done) => setTimeout(done, wait));
    return untilLoaded(fetch, Math.min(wait * 2, latest));
  });

export interface Ahead {
  onPointerEnter: () => void;
  onFocus: () => void;
}

/** For the button that opens such parts: they are loaded when the pointer or the focus comes to it. */
export function ahead(...parts: Fetched[]): Ahead {
  const fetch = () => {
    if (mayFetchAhead()) for (const part of parts) part.fetch().catch(() => {});
  };
  return { onPointerEnter: fetch, onFocus: fetch };
}

/** Opens when its content is loaded: nothing empty appears, and the focus finds its place. */
export function useOpened(inside?: Fetched): [opened: boolean, setOpened: (next: boolean) => void] {
  const [opened, setOpened] = useState(false);
  const wishes = useRef(0);
  const change = useCallback(
    (next: boolean) => {
      const wish = ++wishes.current;
      if (!next) return setOpened(false);
      const open = () => startTransition(() => setOpened(true));
      // On a slow line it may come after the user closed it again.
      if (inside)
        inside.fetch().then(
          () => wish === wishes.current && open(),
          () => {}, // the next use tries again
        );
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
