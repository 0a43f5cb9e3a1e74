// Keyboard shortcuts: `/`, `g c`, `j`. Silent while typing and while an overlay is open; a user may switch the single keys off (WCAG 2.1.4).
import { useEffect, useEffectEvent } from 'react';
import { isOverlayOpen } from '../ui/overlays.ts';
import { flag } from './parsers.ts';
import { createStore } from './store.ts';
import { useStored } from './stored.ts';

interface Shortcut {
  /** One key (`j`, `?`, `/`) or two after one another (`g c`). */
  keys: string;
  label: string;
  /** The heading in the help. */
  group: string;
  run: () => void;
}

const registered = createStore<readonly Shortcut[]>([]);
let pending = '';
let pendingSince = 0;

/** While the component is on screen, these keys work. */
export function useShortcuts(shortcuts: readonly Shortcut[]) {
  const run = useEffectEvent((keys: string) => shortcuts.find((shortcut) => shortcut.keys === keys)?.run());
  const names = shortcuts.map(({ keys, label, group }) => `${keys}\n${label}\n${group}`).join('\t');
  useEffect(() => {
    const mine = (names ? names.split('\t') : []).map((name): Shortcut => {
      const [keys = '', label = '', group = ''] = name.split('\n');
      return { keys, label, group, run: () => run(keys) };
    });
    registered.set([...registered.get(), ...mine]);
    return () => registered.set(registered.get().filter((shortcut) => !mine.includes(shortcut)));
  }, [names]);
}

export const useRegisteredShortcuts = registered.use;

export const useShortcutsSwitch = () => useStored('shortcuts', flag, true);

/** The one listener, in the shell. */
export function useShortcutKeys() {
  const [on] = useShortcutsSwitch();
  useEffect(() => {
    if (!on) return;
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [on]);
}

function listen(event: KeyboardEvent) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isTaken(event.target))
    return;
  const pair = event.timeStamp - pendingSince < 1200 && pending ? `${pending} ${event.key}` : '';
  const shortcut =
    registered.get().findLast(({ keys }) => keys === pair) ?? registered.get().findLast(({ keys }) => keys === event.key);
  pending = !shortcut && registered.get().some(({ keys }) => keys.startsWith(`${event.key} `)) ? event.key : '';
  pendingSince = event.timeStamp;
  if (!shortcut) return;
  event.preventDefault();
  shortcut.run();
}

const isTaken = (target: EventTarget | null) =>
  isOverlayOpen() ||
  (target instanceof Element &&
    target.closest(
      'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="menu"], [role="listbox"], #popups',
    ) !== null);
