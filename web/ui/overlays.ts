// Open overlays above the page, the topmost last: dialogs, drawers, popovers and menus. Each wrapper calls `useOverlay`.
import { useEffect, useEffectEvent, useLayoutEffect } from 'react';

interface Overlay {
  close: () => void;
}

const open: Overlay[] = [];

/** Single keys do nothing then (web/app/shortcuts.ts). */
export const isOverlayOpen = () => open.length > 0;

/**
 * While open: single keys do nothing, and Escape closes only the topmost overlay. When closed, the focus
 * returns to the opener or, if that is gone, to the element with the id `anchorId`.
 */
export function useOverlay(opened: boolean, onClose: (() => void) | undefined, anchorId?: string) {
  const close = useEffectEvent(() => onClose?.());
  useEffect(() => {
    if (!opened) return;
    const overlay = { close: () => close() };
    if (open.push(overlay) === 1) window.addEventListener('keydown', closeTopmost, { capture: true });
    return () => {
      open.splice(open.indexOf(overlay), 1);
      if (open.length === 0) window.removeEventListener('keydown', closeTopmost, { capture: true });
    };
  }, [opened]);
  useLayoutEffect(() => {
    if (!opened) return;
    const opener = document.activeElement;
    return () => giveBack(opener, document.activeElement, anchorId);
  }, [opened, anchorId]);
}

function closeTopmost(event: KeyboardEvent) {
  const topmost = open.at(-1);
  if (event.key !== 'Escape' || event.isComposing || !topmost) return;
  // An open list of choices closes first; Mantine marks its field.
  if (event.target instanceof Element && event.target.matches('[aria-haspopup="listbox"][data-mantine-stop-propagation="true"]'))
    return;
  event.preventDefault();
  topmost.close();
}

/** Not if the user has moved the focus by a click beside the overlay. `last` had it when the overlay closed. */
function giveBack(opener: Element | null, last: Element | null, anchorId: string | undefined) {
  setTimeout(() => {
    const now = document.activeElement;
    if (now !== last && now !== document.body) return;
    for (const to of [opener, anchorId ? document.getElementById(anchorId) : null]) {
      if (!(to instanceof HTMLElement) || to === document.body || !to.isConnected) continue;
      to.focus({ preventScroll: true });
      if (document.activeElement === to) return; // a hidden element takes no focus
    }
  });
}
