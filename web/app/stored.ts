// Values that the browser stores for a user, signed in or not: chosen columns, the theme. Drafts are in drafts.ts.
import { useSyncExternalStore } from 'react';
import type { Read } from './parsers.ts';
import { useMeIfKnown } from './session.ts';

const listeners = new Set<() => void>();

/** State under the user's own key; unreadable state counts as absent. */
export function useStored<T>(name: string, read: Read<T>, fallback: T): [T, (value: T) => void] {
  const key = `${useMeIfKnown()?.state_key ?? 'steward'}:${name}`;
  const text = useSyncExternalStore(subscribe, () => localStorage.getItem(key));
  const value = text === null ? undefined : remembered(key, read, text);
  const keep = (next: T) => {
    localStorage.setItem(key, JSON.stringify(next));
    for (const listener of listeners) listener();
  };
  return [value ?? fallback, keep];
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Equal text returns the same object, so that React does not compute again. */
const memory = new Map<string, { text: string; value: unknown }>();
function remembered<T>(key: string, read: Read<T>, text: string): T | undefined {
  const last = memory.get(key);
  if (last?.text === text) return last.value as T;
  const value = parse(read, text);
  memory.set(key, { text, value });
  return value;
}

function parse<T>(read: Read<T>, text: string): T | undefined {
  try {
    return read(JSON.parse(text));
  } catch {
    return undefined;
  }
}
